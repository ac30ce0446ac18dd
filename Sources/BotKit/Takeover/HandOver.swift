// Govorun: a plugin calls for people. SPDX-License-Identifier: MIT

extension Message {
    /// Hands the conversation over to people: from the next message on plugins are silent in it, for the bot's `takeover:` or for
    /// `period`, prolonged by each line of an administrator and ended by `/bot`. VK marks the conversation as important.
    ///
    /// - Parameter reason: kept with it, and told to the administrators.
    /// - Parameter tellsAdmins: whether the people under `admins:` get a message with a link to the conversation.
    /// - Throws: `StorageError`; `HandlerError` once the handler was given up. A refusal of VK's to mark or to tell is a line in the log.
    public func handOver(reason: String = "", for period: Duration? = nil, tellsAdmins: Bool = false) async throws {
        try await run.handOver(peer, reason, period, tellsAdmins: tellsAdmins)
    }

    /// From the next message on plugins speak here again.
    ///
    /// - Throws: `StorageError`; `HandlerError` once the handler was given up.
    public func takeBack() async throws { try await run.takeBack(peer) }
}

extension Press {
    /// Hands the conversation over to people; see `Message.handOver`.
    ///
    /// - Throws: as `Message.handOver` does.
    public func handOver(reason: String = "", for period: Duration? = nil, tellsAdmins: Bool = false) async throws {
        try await run.handOver(peer, reason, period, tellsAdmins: tellsAdmins)
    }
}

extension HandlerRun {
    /// Where the bot itself falls silent for nobody.
    private static let usualPeriod: Duration = .seconds(30 * 60)

    fileprivate func handOver(_ peer: Peer, _ reason: String, _ period: Duration?, tellsAdmins: Bool) async throws {
        let period = period ?? router.manners.takeover ?? Self.usualPeriod
        let until = work.moment + period.wholeSeconds
        try await changeTakeover(in: peer) { current in
            try Takeovers.value(Takeover(until: max(until, current.until), reason: reason), for: period)
        }
        do {
            try await bot.vk.messages.markAsImportantConversation(peerID: peer.id, important: true).send()
        } catch let error as VKError {
            logger.warning("a conversation could not be marked as important", ["peer": peer.id, "error": error])
        }
        if tellsAdmins { try await tellAdmins(of: peer, reason) }
    }

    fileprivate func takeBack(_ peer: Peer) async throws { try await changeTakeover(in: peer) { _ in nil } }

    private func changeTakeover(in peer: Peer, _ change: (Takeover) throws -> StateValue?) async throws {
        try checkIsAlive()
        let key = Takeovers.key(peer.id)
        try self.change(key, from: try await value(for: key)) { stored in
            (try change(StateCoding.decode(Takeover.self, from: stored)), ())
        }
    }

    private func tellAdmins(of peer: Peer, _ reason: String) async throws {
        let words = TakeoverWords(language: bot.language)
        let text = words.call(to: "https://vk.com/gim\(bot.communityID)?sel=\(peer.chatID.map { "c\($0)" } ?? "\(peer.id)")", reason)
        for admin in bot.admins.sorted() where admin > 0 && admin != peer.id {
            do {
                _ = try await Outgoing(text: FormattedText(text)).send(to: admin, from: self)
            } catch let error as VKError {
                logger.warning("an administrator could not be called", ["admin": admin, "error": error])
            }
        }
    }
}

/// What administrators read.
private struct TakeoverWords {
    private let isEnglish: Bool

    init(language: String) { isEnglish = language.lowercased().hasPrefix("en") }

    func call(to link: String, _ reason: String) -> String {
        let call = isEnglish ? "A person is needed: \(link)" : "Нужен человек: \(link)"
        return reason.isEmpty ? call : call + "\n" + reason
    }
}
