// Govorun: who is let in, and what the others are told. SPDX-License-Identifier: MIT

extension Router {
    /// Whether somebody is let in.
    enum Admission: Sendable {
        case yes, no
        /// VK does not say because the bot is no administrator of the chat, which can be mended.
        case hidden
        /// VK did not say; it counts as "no", and nothing is said about it.
        case unknown
    }

    /// Whether a handler is for `user` here.
    func admission(of user: Int, in peer: Peer, to route: Route) async -> Admission {
        if route.instance.audience.isEmpty, route.handler.audience.isEmpty { return .yes }
        var isHidden = false
        for audience in [route.instance.audience, route.handler.audience] where !audience.isEmpty {
            switch await admission(of: user, in: peer, to: route.instance.name, audience) {
            case .yes: break
            case .hidden: isHidden = true
            case .no: return .no
            case .unknown: return .unknown
            }
        }
        return isHidden ? .hidden : .yes
    }

    /// Whether a handler is for `user` here, as far as VK says.
    func admits(_ user: Int, in peer: Peer, _ route: Route) async -> Bool {
        if case .yes = await admission(of: user, in: peer, to: route) { true } else { false }
    }

    /// A question that VK does not answer counts as "no", and a line is written.
    private func admission(of user: Int, in peer: Peer, to plugin: String, _ audience: [Audience]) async -> Admission {
        do {
            return switch try await audiences.cover(of: user, in: peer, audience) {
            case .yes: .yes
            case .no: .no
            case .hidden: .hidden
            }
        } catch is CancellationError {
            return .unknown
        } catch {
            bot.logger.warning("cannot tell whether somebody may use a plugin", ["plugin": plugin, "peer": peer.id, "error": "\(error)"])
            return .unknown
        }
    }

    /// Tells whoever is not let in why, where there are words for it and the handler was meant.
    ///
    /// - Returns: whether somebody was told, so that nobody else is asked.
    func refuses(_ route: Route, _ admission: Admission, _ work: EventWork, isMeant: Bool) async -> Bool {
        switch admission {
        case .no: await refuses(route, work, isMeant: isMeant)
        case .hidden: await asksForRights(route, work, isMeant: isMeant)
        case .yes, .unknown: false
        }
    }

    /// Tells whoever wrote or pressed that a handler is not for them.
    private func refuses(_ route: Route, _ work: EventWork, isMeant: Bool) async -> Bool {
        guard isMeant, let text = route.refusal else { return false }
        _ = await run(route.aside("refusal") { try await $0.refuse(text) }, on: work, Occasion())
        return true
    }
}

extension HandlerRun {
    /// How often somebody is told that something is not for them, unless the plugin has a cooldown.
    private static let refusalPeriod: Duration = .seconds(60)

    func refuse(_ words: SpokenText) async throws {
        let text = spoken(words)
        // A press waits for an answer, a message does not.
        guard update.type == .messageNew else { return try await say(text) }
        let period = route.instance.cooldown?.every ?? Self.refusalPeriod
        let verdict = try await mark("Refusal \(route.identity)", .personHere) { $0.use(at: $1, every: period.wholeSeconds) }
        if case .free = verdict { try await say(text) }
    }

    /// Answers a message, or a press with a line over the keyboard; other events nobody waits for an answer to.
    func say(_ text: String) async throws {
        switch update.type {
        case .messageNew: try await Message(run: self).reply(text)
        case .messageEvent: try await EventContext<MessageEvent>(run: self).snackbar(String(text.unicodeScalars.prefix(90)))
        default: break
        }
    }
}

extension Route {
    /// What those are told whom it is not for; the handler's own words before the plugin's.
    var refusal: SpokenText? { handler.refusal.map { SpokenText($0) } ?? instance.refusal }

    /// A handler of our own beside this one, with what it remembers and sends apart from it.
    func aside(_ name: String, _ run: @escaping @Sendable (HandlerRun) async throws -> Void) -> Route {
        var own = Handler(trigger: .fallback, name: name, origin: handler.origin, run: run)
        own.isAside = true
        return Route(instance: instance, handler: own, identity: "\(identity) \(name)")
    }
}
