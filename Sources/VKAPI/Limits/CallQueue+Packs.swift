// Govorun: packs of one token's calls. SPDX-License-Identifier: MIT

extension CallQueue {
    /// Sends a pack in a task of its own, which ends with it and is cancelled when nobody waits for it any more.
    func start(_ number: Int) {
        let task = Task { land(number, await fly(number)) }
        let isAbandoned = state.withLock { state in
            state.packs[number]?.task = task
            return state.packs[number]?.isAbandoned == true || state.isClosed
        }
        if isAbandoned { task.cancel() }
    }

    private func fly(_ number: Int) async -> [(Place, PackOutcome)] {
        var aboard: [(place: Place, call: Call)] = []
        do {
            let (answer, sent) = try await attempt {
                // Written anew for each attempt: who was cancelled meanwhile is left behind.
                let (passengers, call) = load(number)
                aboard = passengers
                return passengers.isEmpty ? nil : (call, passengers)
            }
            state.withLock { $0.packRefusals = 0 }
            return pairs(sent, PackAnswer.outcomes(of: answer, to: sent.map(\.call), hiding: secrets))
        } catch {
            if PackFailure.forbidsExecute(error) { giveUpPacks(after: error) }
            if PackFailure.isTooMuch(error) { shrinkPacks(below: aboard.count) }
            return pairs(aboard, PackFailure.outcomes(of: error, to: aboard.map(\.call)))
        }
    }

    private func pairs(_ aboard: [(place: Place, call: Call)], _ outcomes: [PackOutcome]) -> [(Place, PackOutcome)] {
        Array(zip(aboard.map(\.place), outcomes))
    }

    /// The pack as it is now: who is aboard, and the one call that carries them.
    private func load(_ number: Int) -> (aboard: [(place: Place, call: Call)], call: Call) {
        let aboard = state.withLock { state in
            (state.packs[number]?.places ?? []).compactMap { place in
                state.members[place].map { (place: place, call: $0.call, expression: $0.expression) }
            }
        }
        let code = PackCode.code(returning: aboard.map { $0.expression })
        return (aboard.map { ($0.place, $0.call) }, Call("execute", ["code": code]))
    }

    /// Hands each caller its own outcome; who goes again keeps its place.
    private func land(_ number: Int, _ outcomes: [(Place, PackOutcome)]) {
        let (count, told) = state.withLock { [now = time.now] state in
            let count = state.packs.removeValue(forKey: number)?.count ?? 1
            var told: [(wait: Wait?, wake: Wake?, news: Result<Turn, any Error>)] = []
            for (place, outcome) in outcomes where state.members[place] != nil {
                state.members[place]?.pack = nil
                guard let news = Self.news(place, outcome, at: now, &state), let member = state.members[place] else { continue }
                told.append((member.wait, member.wake, news))
                if member.wake != nil { state.members[place] = nil } else if member.news == nil { state.members[place]?.news = news }
            }
            return (count, told)
        }
        for caller in told { caller.wait?.end() }
        state.withLock { [now = time.now] in $0.book.finish(at: now, count: count) }
        for caller in told { caller.wake?.resume(with: caller.news) }
        serve()
    }

    /// What `place` is told; `nil`: it goes again.
    private static func news(_ place: Place, _ outcome: PackOutcome, at now: Duration, _ state: inout State) -> Result<Turn, any Error>? {
        switch outcome {
        case .answer(let answer): return .success(.answer(answer))
        case .failure(let error):
            if (error as? VKError)?.failure == .flood { state.book.slowDown(at: now) }
            return .failure(error)
        case .again, .tooFast: if state.isClosed { return .failure(closed.of(state.members[place]?.call.method ?? "")) }
        }
        guard let member = state.members[place] else { return nil }
        if case .again(let companions) = outcome {
            member.passenger.sharing?.companions = companions
            if companions == 1 { member.passenger.sharing = nil }
        }
        if case .tooFast(let error) = outcome {
            member.refusals += 1
            if member.refusals > FailurePolicy.repeatsWhenTooFast { return .failure(error) }
            state.book.pause(until: now + FailurePolicy.restOfTheSecond, at: now)
        }
        state.book.rejoin(place, member.passenger)
        return nil
    }

    /// An answer was too big: for a minute no pack is larger than half of that one.
    private func shrinkPacks(below count: Int) {
        state.withLock { [now = time.now] state in
            let known = now < state.packSize.until ? state.packSize.calls : PackLimits.calls
            state.packSize = (max(2, min(known, count / 2)), now + PackLimits.memory)
        }
    }

    private func giveUpPacks(after error: any Error) {
        let truce = state.withLock { [now = time.now] state in
            // Packs that were under way at once are refused once.
            if now >= state.packsFrom { state.packRefusals += 1 }
            let truce = PackFailure.truce(after: max(1, state.packRefusals))
            state.packsFrom = now + truce
            state.book.endSharing()
            return truce
        }
        logger.info("VK does not take execute, calls go one by one", ["error": "\(error)", "for": "\(truce)"])
    }
}
