// Govorun: a call from its first attempt to its outcome. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

extension VKClient {
    /// Sends the call of `sending` until it has an outcome: VK's answer, or an error that repeating cannot mend.
    ///
    /// - Throws: `VKError`, with the log of its attempts; `CancellationError` when cancelled.
    func perform(_ sending: Sending) async throws -> APIAnswer {
        let keeper = CallingTask.current.keeper
        try keeper?.admit(sending.call)
        let call = completed(sending.call)
        guard let keeper else { return try await observed(call, sending) }
        if let told = try keeper.told(of: call) { return APIAnswer(response: told.response, executeErrors: told.executeErrors) }
        do {
            let answer = try await observed(call, sending)
            keeper.heard(.success(HeardAnswer(response: answer.response, executeErrors: answer.executeErrors)), of: call)
            return answer
        } catch let error as VKError {
            keeper.heard(.failure(error), of: call)
            throw error
        }
    }

    /// The outcome of `call`, told to those who watch.
    private func observed(_ call: Call, _ sending: Sending) async throws -> APIAnswer {
        var call = call
        call.options = sending.options
        // What decides before a call is on the wire; the rest is laid over the defaults there, so that it stays out of packs' way.
        call.options.isOnceOnly = call.options.isOnceOnly ?? configuration.defaults.isOnceOnly
        call.options.sharesExecute = call.options.sharesExecute ?? configuration.defaults.sharesExecute
        call.options.token = call.options.token ?? configuration.defaults.token
        let observers = configuration.observers + sending.observers
        guard !observers.isEmpty else { return try await outcome(of: call, sending) }
        var info = CallInfo(request: sending.id, tag: sending.tag ?? CallingTask.current.tag, call: call)
        for observer in observers { observer.started(info) }
        do {
            let answer = try await outcome(of: call, sending)
            info.origin = answer.origin
            for observer in observers { observer.finished(info, .success(answer.response)) }
            return answer
        } catch {
            for observer in observers { observer.finished(info, .failure(error)) }
            throw error
        }
    }

    /// `call` with what all calls of the client carry.
    func completed(_ call: Call) -> Call {
        var call = call
        for item in configuration.parameters.items where call.parameters[item.name] == nil { call.parameters[item.name] = item.value }
        SendRules.complete(&call)
        return call
    }

    private func outcome(of call: Call, _ sending: Sending) async throws -> APIAnswer {
        if let mock = call.options.mock { return try await mocked(call, mock) }
        let seat = try seats.seat(for: call)
        guard let keeper = CallingTask.current.keeper, RepeatRules.rule(for: call) == .once else {
            return try await cached(call, by: seat.kind) { try await self.asked(call, sending.progress, in: seat) }
        }
        return APIAnswer(kept: try await keeper.answer(to: call) { try await self.asked(call, sending.progress, in: seat).kept })
    }

    /// VK's own answer.
    private func asked(_ call: Call, _ progress: (@Sendable (RequestProgress) -> Void)?, in seat: TokenSeat) async throws -> APIAnswer {
        var trial = Trial(call, call.options.over(configuration.defaults), configuration.solver, time)
        while true {
            let token = seat.token.current
            do {
                let answer = try await inItsTurn(&trial, in: seat)
                await trial.challenged.passed()
                let size = call.parameters.size
                progress?(RequestProgress(sent: size, total: size, received: answer.response.rawText.utf8.count))
                return answer
            } catch let error as VKError {
                // Whoever is asked may take his time; other calls to the conversation do not wait for him.
                try await CallingTask.waiting { try await meet(error, of: token, &trial, in: seat) }
            }
        }
    }

    /// Has the challenge of `error` answered, so that the call can be sent again.
    ///
    /// - Throws: `error` when it is none, or nobody answers it.
    private func meet(_ error: VKError, of token: Secret, _ trial: inout Trial, in seat: TokenSeat) async throws {
        guard error.code == .authValidation else {
            guard case .again = try await trial.challenged.meet(error, in: &trial.call) else { throw error }
            return
        }
        // A person validates once for all calls that wait for it.
        try await validations.pass(seat.kind) {
            guard seat.token.current == token else { return }
            guard case .againWith(let fresh) = try await trial.challenged.meet(error, in: &trial.call) else { throw error }
            seat.token.current = fresh
        }
    }

    private func inItsTurn(_ trial: inout Trial, in seat: TokenSeat) async throws -> APIAnswer {
        guard let conversation = trial.call.conversation else { return try await tries(&trial, in: seat) }
        return try await conversations.pass(conversation) { try await tries(&trial, in: seat) }
    }

    /// Sends the call again and again while that may mend it.
    private func tries(_ trial: inout Trial, in seat: TokenSeat) async throws -> APIAnswer {
        let priority = trial.options.priority ?? CallingTask.current.priority ?? .usual(for: trial.call.method)
        let method = trial.call.method
        while true {
            let start = time.now
            do {
                let answer = try await seat.queue.send(trial.call, priority: priority, since: trial.start)
                pulse.beat(method, at: time.now)
                return answer
            } catch let error as VKError {
                trial.note(error, from: start, to: time.now)
                pulse.note(error, of: method, at: time.now)
                guard let wait = trial.policy.waitBeforeRepeating(after: error), !trial.isTooLongForHandlers else {
                    throw error.after(trial.attempts)
                }
                logger.debug("call repeats", ["vk.method": trial.call.method, "error": error, "wait": "\(wait)"])
                try await CallingTask.waiting(inTrouble: true) { try await time.sleep(for: wait) }
            }
        }
    }

    private func mocked(_ call: Call, _ mock: @Sendable (Call) async throws -> MockAnswer) async throws -> APIAnswer {
        let answer = try await mock(call)
        if answer.delay > .zero { try await time.sleep(for: answer.delay) }
        return try Envelope.read(answer.response(to: call.method), to: call.method, hiding: [])
    }
}

/// One call on its way to an outcome.
private struct Trial {
    var call: Call
    let options: RequestOptions
    var policy: FailurePolicy
    var attempts: [VKError.Attempt] = []
    var challenged: Challenged
    let start: Duration
    /// Attempts that an error tells of at most.
    private static let kept = 64
    /// A handler waits however long VK hangs; but the sooner it ends, the sooner one update alone tries for all that wait.
    private static let patienceOfHandlers: Duration = .seconds(15)

    init(_ call: Call, _ options: RequestOptions, _ solver: (any ChallengeSolver)?, _ time: any TimeSource) {
        self.call = call
        self.options = options
        start = time.now
        challenged = Challenged(by: options.handlesErrors == false ? nil : solver, time: time)
        policy = FailurePolicy(call: call, options: options)
    }

    /// Whether a handler that makes the call, and does not say otherwise, has waited so long that it should hear of the trouble.
    var isTooLongForHandlers: Bool {
        guard options.attempts == nil, CallingTask.current.keeper != nil, let last = attempts.last else { return false }
        return attempts.count > 1 && last.began + last.took >= Self.patienceOfHandlers
    }

    mutating func note(_ error: VKError, from began: Duration, to end: Duration) {
        // Whoever tries without end wants to know how it goes, not how it went.
        if attempts.count == Self.kept { attempts.removeFirst() }
        attempts.append(VKError.Attempt(began: began - start, took: end - began, failure: error.failure, code: error.code))
    }
}
