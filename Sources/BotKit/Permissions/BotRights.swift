// Govorun: handlers for which the bot has to be an administrator of the chat. SPDX-License-Identifier: MIT

extension HandlerConvertible {
    /// The same handler, for which the bot has to be an administrator of the group chat; where it is none, whoever meant the handler is told so:
    /// `Command("kick", .user("кого")) { … }.requiresBotAdmin()`.
    ///
    /// In private it never runs, and the message goes on to the next handler. Where VK does not say, it runs.
    ///
    /// - Parameter reply: what is said, at most once a minute to each; by default that the bot needs to be an administrator. With `""` nothing is,
    ///   and the message goes on.
    public func requiresBotAdmin(reply: String? = nil) -> Handler {
        var handler = handler
        switch handler.trigger {
        case .command, .hears, .received, .start, .fallback, .pressed: handler.botRights = BotRights(reply: reply)
        case .scene, .event, .everyEvent, .around, .errand:
            handler.flaw = handler.flaw ?? "'requiresBotAdmin' is for handlers of messages and presses, this one is for '\(handler.name)'"
        }
        return handler
    }
}

extension CommandGroup {
    /// The same, whose commands are as with `requiresBotAdmin` behind each.
    public func requiresBotAdmin(reply: String? = nil) -> CommandGroup {
        changed { if case .command(let form) = $0.trigger, !form.isGroup { $0 = $0.requiresBotAdmin(reply: reply) } }
    }
}

extension Chat {
    /// Whether the bot is an administrator of the chat. A "yes" is kept for a minute.
    ///
    /// VK tells of members to administrators alone (917 otherwise).
    ///
    /// - Throws: `VKError` other than that refusal.
    public func botIsAdmin() async throws -> Bool { try await run.isBotAdmin(of: peer) }
}

/// That the bot has to be an administrator.
struct BotRights: Sendable {
    /// What is said where it is none; `nil`: our own sentence.
    let reply: String?
}

extension HandlerRun {
    /// Whether the bot is an administrator of the chat `peer`; later steps of a dialogue are told the same.
    fileprivate func isBotAdmin(of peer: Peer) async throws -> Bool {
        let answer = try await once("bot is admin", ContentHash(of: "\(peer.id)")) {
            Array((try await unjournalled { try await router.audiences.isBotAdmin(of: peer) } ? "yes" : "no").utf8)
        }
        return answer == Array("yes".utf8)
    }
}

/// What a handler's wish for rights comes to.
enum RightsVerdict {
    case runs
    /// Somebody has been told.
    case told
    /// It is not for here.
    case passes
}

extension Router {
    /// Whether the bot may what `route` needs here; `isMeant` as with a refusal.
    func rights(for route: Route, in peer: Peer, _ work: EventWork, isMeant: Bool) async -> RightsVerdict {
        guard let needed = route.handler.botRights else { return .runs }
        guard peer.isChat else { return .passes }
        do {
            if try await audiences.isBotAdmin(of: peer) { return .runs }
        } catch is CancellationError {
            return .passes
        } catch {
            bot.logger.warning("cannot tell whether the bot is an administrator of a chat", ["peer": peer.id, "error": "\(error)"])
            return .runs
        }
        guard isMeant, needed.reply != "" else { return .passes }
        await askForRights(route, needed.reply, work)
        return .told
    }

    /// Tells whoever wrote or pressed that nobody can know who leads the chat before the bot is an administrator of it, where the handler
    /// would have told others that it is not for them, or asks for rights.
    ///
    /// - Returns: whether somebody was told.
    func asksForRights(_ route: Route, _ work: EventWork, isMeant: Bool) async -> Bool {
        let handler = route.handler
        guard isMeant, handler.botRights?.reply != "" else { return false }
        guard handler.asksForRights || handler.botRights != nil || route.refusal != nil else { return false }
        await askForRights(route, handler.botRights?.reply, work)
        return true
    }

    private func askForRights(_ route: Route, _ reply: String?, _ work: EventWork) async {
        _ = await run(route.aside("rights") { try await $0.refuse(SpokenText(reply ?? $0.phrases.botIsNoAdmin)) }, on: work, Occasion())
    }
}
