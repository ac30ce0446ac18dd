// Govorun: a message the bot has sent. SPDX-License-Identifier: MIT

/// A message the bot has sent.
public struct SentMessage: Sendable, PlacedMessage {
    let run: HandlerRun
    /// The conversation.
    public let peerID: Int
    /// VK's id; 0 in chats.
    public let messageID: Int
    /// The number within the conversation.
    public let conversationMessageID: Int
    /// What is attached to it, as VK calls it; empty where that is not known.
    var attachments: [String] = []

    /// Where it stands.
    public var place: MessagePlace { MessagePlace(run: run, peerID: peerID, number: conversationMessageID, id: messageID) }

    /// Replaces text and keyboard, without a keyboard the old one goes; VK allows it for 24 hours (909 after that).
    ///
    /// - Parameter attachments: `nil` leaves those it was sent with, `[]` takes them away.
    /// - Throws: `TextError` when there is nothing to see; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`.
    @_disfavoredOverload public func edit(_ text: String, keyboard: Keyboard? = nil, attachments: [Attachment]? = nil) async throws {
        try await edit(FormattedText(text), keyboard: keyboard, attachments: attachments)
    }

    /// Replaces text and keyboard, without a keyboard the old one goes; VK allows it for 24 hours (909 after that).
    ///
    /// - Parameter attachments: `nil` leaves those it was sent with, `[]` takes them away.
    /// - Throws: `TextError` when there is nothing to see; `KeyboardError` when the keyboard breaks VK's limits; `UploadError`; `VKError`.
    public func edit(_ text: FormattedText, keyboard: Keyboard? = nil, attachments: [Attachment]? = nil) async throws {
        let keyboard = try keyboard?.json(for: run.route.instance.ownName)
        var names = self.attachments
        if let attachments { names = try await run.names(of: attachments, at: .message(peer: peerID)) }
        guard !text.isBlank || !names.isEmpty else { throw TextError(.empty) }
        try await run.bot.vk.messages.edit(
            peerID: peerID, messageID: place.idAlone, cmid: place.numberAlone, message: text.text,
            attachment: names.isEmpty ? nil : names.joined(separator: ","), keyboard: keyboard, formatData: text.formatData
        ).send()
    }
}
