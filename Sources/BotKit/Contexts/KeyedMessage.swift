// Govorun: a message that is known by its key. SPDX-License-Identifier: MIT
import BotStorage

/// A message to one conversation that goes out once per key, by whomever and however often it is sent.
struct KeyedMessage {
    let content: Outgoing
    let peer: Int
    let key: String
    let bot: Bot

    /// How long it is remembered that it was sent.
    private static let memory = Duration.days(90)

    /// - Returns: whether it was sent now.
    /// - Throws: as `Bot.send` does.
    func send() async throws -> Bool {
        guard try await bot.storage.value(for: mark) == nil else { return false }
        let keyboard = try content.keyboard?.json(for: nil)
        let parts = content.parts(limit: bot.messageLimit, try await names())
        for (index, part) in parts.enumerated() {
            try await send(part, index, keyboard: index == parts.count - 1 ? keyboard : nil)
        }
        try await bot.storage.commit([.set(mark, [1], expires: bot.storage.now + Self.memory), .delete(uploads)])
        return true
    }

    /// Where it is noted that VK has taken it.
    private var mark: StorageKey { StorageKey("sent/\(bot.source)", "\(peer) \(key)") }

    /// Where it is noted what was uploaded for it, until VK has taken it.
    private var uploads: StorageKey { StorageKey("sent/\(bot.source)/uploads", "\(peer) \(key)") }

    /// What VK calls its attachments, uploaded at most once.
    private func names() async throws -> [String] {
        guard content.attachments.contains(where: \.isUpload) else { return try await bot.names(of: content.attachments, at: place) }
        if let known = try await bot.storage.value(for: uploads) { return AttachmentNames(known).names }
        let names = try await bot.names(of: content.attachments, at: place)
        try await bot.storage.set(AttachmentNames(names).bytes, for: uploads, lifetime: Self.memory)
        return names
    }

    private var place: AttachmentPlace { .message(peer: peer) }

    private func send(_ part: Outgoing.Part, _ index: Int, keyboard: JSONValue?) async throws {
        let id = CallDigest("dedupe", content: [String(bot.communityID), key, String(peer), String(index)]).randomID
        let item = try await bot.sending(
            to: peer, randomID: id, message: part.text.text.isEmpty ? nil : part.text.text,
            attachment: part.attachmentList, keyboard: keyboard, disableMentions: part.text.notifies ? nil : true,
            formatData: part.text.formatData
        ).send()
        if let error = item.error { throw error }
    }
}
