// Govorun: who may use a handler. SPDX-License-Identifier: MIT

extension HandlerConvertible {
    /// The same handler for those only whom any of `audience` covers: `Command("ban", …) { … }.allow(.chatAdmins, .admins)`.
    ///
    /// It stands beside the plugin's `allow:` in `bots.yaml`: both have to let somebody in. For others the command is not in the list of
    /// commands, and their messages go on to the next handler, unless `refuse` says what they are told: in private, on a command, on a
    /// press, on a message that names the bot; at most once a minute.
    ///
    /// Who leads a chat VK tells to administrators alone. Where the bot is none, `.chatAdmins` covers nobody, and what is said in place of
    /// `refuse` is that the bot has to be one; with `asksForRights` also where there is no `refuse`.
    public func allow(_ audience: Audience..., refuse: String? = nil, asksForRights: Bool = false) -> Handler {
        var handler = handler
        guard handler.trigger.isForPeople else {
            handler.flaw = handler.flaw ?? "'allow' is for handlers of messages and presses, this one is for '\(handler.name)'"
            return handler
        }
        handler.audience += audience
        handler.refusal = refuse ?? handler.refusal
        handler.asksForRights = handler.asksForRights || asksForRights
        return handler
    }
}

extension Handler.Trigger {
    /// Whether it waits for what people write and press; events are nobody's to be kept from.
    var isForPeople: Bool {
        switch self {
        case .command, .hears, .received, .start, .fallback, .pressed, .scene: true
        case .event, .everyEvent, .around, .errand: false
        }
    }
}

extension Message {
    /// Whether whoever wrote it is one of `audience`: `try await message.isWritten(by: .chatAdmins, .admins)`.
    ///
    /// - Throws: `VKError` of a question that VK did not answer.
    public func isWritten(by audience: Audience...) async throws -> Bool {
        // What is remembered of VK's answers changes with time, and later steps of a dialogue are to be told the same.
        let answer = try await run.once("written by", ContentHash(of: "\(audience)")) {
            Array((try await run.unjournalled { try await run.router.audiences.covers(user.id, in: peer, audience) } ? "yes" : "no").utf8)
        }
        return answer == Array("yes".utf8)
    }
}

extension PluginInstance {
    /// Whether some handler of it has an `allow` of its own.
    package var limitsHandlers: Bool { PluginMark.naming(name) { plugin.handlers }.contains { !$0.audience.isEmpty } }
}
