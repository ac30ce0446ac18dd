// Govorun: pauses between uses are kept. SPDX-License-Identifier: MIT

extension Router {
    /// Whether a handler may run already; whoever is too early is told so, where something is to be said.
    func isRested(_ route: Route, _ work: EventWork) async -> Bool {
        if let own = route.handler.cooldown, await !rests(route, "cooldown", of: route.identity, own, work) { return false }
        guard route.handler.trigger.isForPeople, let shared = route.instance.cooldown else { return true }
        return await rests(route, "plugin cooldown", of: "*", shared, work)
    }

    private func rests(_ route: Route, _ name: String, of uses: String, _ cooldown: Cooldown, _ work: EventWork) async -> Bool {
        let check = route.aside(name) { run in
            let verdict = try await run.mark("Cooldown \(uses)", cooldown.per.stateScope, lifetime: cooldown.every + .seconds(3600)) {
                $0.use(at: $1, every: cooldown.every.wholeSeconds)
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
    fileprivate func tell(_ reply: Cooldown.Reply, _ left: Int) async throws {
        let left = TimeLeft(seconds: left, language: languages[0])
        switch reply {
        case .silence: break
        case .standard: try await say(left.sentence)
        case .text(let text): try await say(text.replacing("{left}", with: left.text))
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
