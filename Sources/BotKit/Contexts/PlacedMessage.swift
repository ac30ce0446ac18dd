// Govorun: what can be done with a message where it stands. SPDX-License-Identifier: MIT

/// A message with a place in a conversation: one that came, one that was sent, the one that a pressed button stands in.
public protocol PlacedMessage: Sendable {
    /// Where it stands.
    var place: MessagePlace { get }
}

/// Where a message stands, seen from a handler.
public struct MessagePlace: Sendable {
    let run: HandlerRun
    /// The conversation.
    public let peerID: Int
    /// The number within the conversation.
    public let number: Int
    /// VK's id; 0 in chats.
    public let id: Int

    /// In chats a message has no other name than its number.
    var numberAlone: Int? { number > 0 ? number : nil }
    var idAlone: Int? { number > 0 ? nil : id }
}

extension PlacedMessage {
    /// Deletes it, for everybody or for the community alone. VK takes the bot's own messages for 24 hours, in chats where it is an
    /// administrator others' too (924 otherwise).
    ///
    /// - Throws: `VKError`.
    public func delete(forAll: Bool = true) async throws {
        let outcome = try await place.run.bot.vk.messages.delete(
            messageIDs: place.idAlone.map { [$0] }, deleteForAll: forAll, peerID: place.numberAlone.map { _ in place.peerID },
            cmids: place.numberAlone.map { [$0] }
        ).send()
        let error = outcome[0].error
        if error.exists { throw VKError(item: error, method: "messages.delete") }
    }

    /// Pins it over the conversation, in the place of the one pinned before; in chats the bot has to be an administrator (925 otherwise).
    ///
    /// - Throws: `VKError`.
    public func pin() async throws {
        try await place.run.bot.vk.messages.pin(peerID: place.peerID, messageID: place.idAlone, cmid: place.numberAlone).send()
    }

    /// Takes away whatever is pinned over its conversation.
    ///
    /// - Throws: `VKError`.
    public func unpin() async throws { try await place.run.bot.vk.messages.unpin(peerID: place.peerID).send() }

    /// Sets the bot's reaction, one for each message: VK's numbers 1...64, which are not published.
    ///
    /// - Throws: `VKError`.
    public func react(_ reaction: Int) async throws {
        try await place.run.bot.vk.messages.sendReaction(peerID: place.peerID, cmid: place.number, reactionID: reaction).send()
    }

    /// Takes the bot's reaction back.
    ///
    /// - Throws: `VKError`.
    public func unreact() async throws {
        try await place.run.bot.vk.messages.deleteReaction(peerID: place.peerID, cmid: place.number).send()
    }

    /// Sends it on to another conversation, with a text of the bot's over it.
    ///
    /// - Returns: the message that carries it.
    /// - Throws: `VKError`.
    @discardableResult
    public func forward(to peer: Peer, text: FormattedText = "") async throws -> SentMessage {
        let forward: JSONValue = ["peer_id": .integer(place.peerID), "conversation_message_ids": [.integer(place.number)]]
        return try await Outgoing(text: text, forward: forward).send(to: peer.id, from: place.run)
    }

    /// Sends it on to somebody in private, with a text of the bot's over it.
    ///
    /// - Returns: the message that carries it.
    /// - Throws: `VKError`.
    @discardableResult
    public func forward(to person: Person, text: FormattedText = "") async throws -> SentMessage {
        try await forward(to: Peer(id: person.id), text: text)
    }

    /// Shows in its conversation what the bot is at, for ten seconds or until its next message.
    ///
    /// - Parameter activity: `.typing`, `.audiomessage` and so on.
    /// - Throws: `VKError`.
    public func typing(_ activity: VKClient.Messages.SetActivityType = .typing) async throws {
        try await place.run.bot.vk.messages.setActivity(peerID: place.peerID, type: activity).send()
    }
}
