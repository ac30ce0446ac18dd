// Govorun: a group chat, its title and its members. SPDX-License-Identifier: MIT

/// A group chat of the bot's, seen from a handler.
public struct Chat: Sendable {
    /// The conversation.
    public let peer: Peer
    let run: HandlerRun

    /// `nil` when `peer` is no group chat.
    init?(_ peer: Peer, _ run: HandlerRun) {
        guard peer.isChat else { return nil }
        self.peer = peer
        self.run = run
    }

    /// Its number, `peer_id` less 2 000 000 000.
    public var id: Int { peer.chatID ?? 0 }

    /// What VK tells of it: title, number of members, pinned message, rights.
    ///
    /// - Parameter lifetime: up to which age an earlier answer will do.
    /// - Throws: `VKError`.
    public func settings(keptFor lifetime: CacheLifetime = .minutes(1)) async throws -> MessagesChatSettings {
        let found = try await run.bot.vk.messages.getConversationsByID(peerIDs: [peer.id]).cached(for: lifetime).send()
        return found.items[0].chatSettings
    }

    /// Its title.
    ///
    /// - Throws: `VKError`.
    public func title() async throws -> String { try await settings().title }

    /// Everybody in it, the bot included. VK tells it to administrators of the chat (917 otherwise, `failure == .accessDenied`).
    ///
    /// - Parameter lifetime: up to which age an earlier answer will do.
    /// - Throws: `VKError`.
    public func members(keptFor lifetime: CacheLifetime = .minutes(1)) async throws -> [ChatMember] {
        var members: [ChatMember] = []
        while true {
            // 1000 are VK's limit.
            let page = try await run.bot.vk.messages.getConversationMembers(
                peerID: peer.id, offset: members.isEmpty ? nil : members.count, count: 1000
            ).cached(for: lifetime).send()
            let names = Self.names(in: page)
            members += page.items.map { ChatMember(raw: $0, name: names[$0.memberID] ?? "", run: run) }
            if page.items.isEmpty || members.count >= page.count { return members }
        }
    }

    private static func names(in page: MessagesGetConversationMembers) -> [Int: String] {
        var names: [Int: String] = [:]
        for user in page.profiles { names[user.id] = user.lastName.isEmpty ? user.firstName : "\(user.firstName) \(user.lastName)" }
        for group in page.groups { names[-group.id] = group.name }
        return names
    }

    /// Removes somebody; the bot has to be an administrator of the chat (925, 935 …).
    ///
    /// - Throws: `VKError`.
    public func remove(_ person: Person) async throws {
        try await run.bot.vk.messages.removeChatUser(chatID: id, memberID: person.id).send()
    }

    /// Gives it another title; the bot has to be an administrator of the chat.
    ///
    /// - Throws: `VKError`.
    public func rename(_ title: String) async throws { try await run.bot.vk.messages.editChat(chatID: id, title: title).send() }

    /// The link by which people come to it; the bot has to be an administrator of the chat.
    ///
    /// - Throws: `VKError`.
    public func inviteLink() async throws -> String { try await run.bot.vk.messages.getInviteLink(peerID: peer.id).send().link ?? "" }
}

/// Somebody in a group chat.
public struct ChatMember: Sendable {
    /// VK's object.
    public let raw: MessagesConversationMember
    /// First and last name, or a community's name.
    public let name: String
    let run: HandlerRun

    /// VK's id; negative for a community.
    public var id: Int { raw.memberID }
    /// The member as somebody to write to.
    public var person: Person { Person(id: raw.memberID, run: run) }
    /// Whether it is an administrator of the chat, its owner included.
    public var isAdmin: Bool { raw.isAdmin == true || raw.isOwner == true }
    /// Whether it is the chat's owner.
    public var isOwner: Bool { raw.isOwner == true }
}
