// Govorun: pauses between uses are kept. SPDX-License-Identifier: MIT

extension Router {
    /// Whether a handler may run already; whoever is too early is told so, where something is to be said.
    ///
    /// What will only be answered with how it is written is no use, and leaves no pause behind.
    func isRested(_ route: Route, _ work: EventWork, _ occasion: Occasion = Occasion()) async -> Bool {
        guard route.hasCooldown else { return true }
        let counts = await isUse(route, work, occasion)
        // What a phrase found does not fit: the handler hands the message on.
        if !counts, case .hears = route.handler.trigger { return true }
        if let own = route.handler.cooldown {
            guard await rests(route, "cooldown", of: route.identity, own, work, counts: counts) else { return false }
        }
        guard route.handler.trigger.isForPeople, let shared = route.instance.cooldown else { return true }
        return await rests(route, "plugin cooldown", of: "*", shared, work, counts: counts)
    }

    private func isUse(_ route: Route, _ work: EventWork, _ occasion: Occasion) async -> Bool {
        guard let isUse = route.handler.isUse else { return true }
        let check = route.aside("arguments") { run in
            do {
                if try await isUse(run) { run.pass() }
            } catch {
                if error is CancellationError { throw error }
                // The handler meets the same, and it is told of there.
                run.pass()
            }
        }
        return await run(check, on: work, occasion).hasPassed
    }

    private func rests(
        _ route: Route, _ name: String, of uses: String, _ cooldown: Cooldown, _ work: EventWork, counts: Bool
    ) async -> Bool {
        let check = route.aside(name) { run in
            let verdict = try await run.mark("Cooldown \(uses)", cooldown.per.stateScope, lifetime: cooldown.every + .seconds(3600)) {
                $0.use(at: $1, every: cooldown.every.wholeSeconds, counts: counts)
            }
            switch verdict {
            case .free: run.pass()
            case .tooSoon(let left, tells: true): try await run.tell(cooldown.reply, left)
            // A press waits for its answer, however often.
            case .tooSoon(let left, tells: false): if run.update.type == .messageEvent { try await run.tell(cooldown.reply, left) }
            }
        }
        return await run(check, on: work, Occasion()).hasPassed
    }
}

extension Route {
    /// Whether it may have to rest at all.
    var hasCooldown: Bool { handler.cooldown != nil || instance.cooldown != nil }
}

extension HandlerRun {
    fileprivate func tell(_ reply: Cooldown.Reply, _ seconds: Int) async throws {
        let left = TimeLeft(seconds: seconds, language: languages[0])
        switch reply {
        case .silence: break
        case .standard: try await say(left.sentence)
        case .text(let text): try await say(spoken(text).replacing("{left}", with: left.text))
        case .texts(let text): try await say(spoken(text).replacing("{left}", with: left.text))
        case .key(let key): try await say(texts[key, ["left": left.text]].text)
        }
    }
}

extension Cooldown.Scope {
    fileprivate var stateScope: StateScope {
        switch self {
        case .user: .person
        case .chat: .conversation
        case .bot: .bot
        }
    }
}
