// Govorun: a message the bot has sent. SPDX-License-Identifier: MIT

/// A message the bot has sent.
public struct SentMessage: Sendable {
    let run: HandlerRun
    /// The conversation.
    public let peerID: Int
    /// VK's id; 0 in chats.
    public let messageID: Int
    /// The number within the conversation.
    public let conversationMessageID: Int

    /// Replaces text and keyboard, without a keyboard the old one goes; VK allows it for 24 hours (909 after that).
    ///
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    @_disfavoredOverload public func edit(_ text: String, keyboard: Keyboard? = nil) async throws {
        try await edit(FormattedText(text), keyboard: keyboard)
    }

    /// Replaces text and keyboard, without a keyboard the old one goes; VK allows it for 24 hours (909 after that).
    ///
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    public func edit(_ text: FormattedText, keyboard: Keyboard? = nil) async throws {
        guard !text.isBlank else { throw TextError(.empty) }
        // In chats a message has no other name than its number.
        let isNumbered = conversationMessageID > 0
        try await run.bot.vk.messages.edit(
            peerID: peerID, messageID: isNumbered ? nil : messageID, cmid: isNumbered ? conversationMessageID : nil, message: text.text,
            keyboard: keyboard?.json(for: run.route.instance.ownName), formatData: text.formatData
        ).send()
    }
}
