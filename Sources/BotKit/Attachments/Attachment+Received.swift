// Govorun: what came in goes out again. SPDX-License-Identifier: MIT

extension Attachment {
    /// What somebody attached; `nil` for what cannot be attached by its name: stickers, links, gifts, calls.
    public init?(_ received: MessagesMessageAttachment) {
        let type = received.type.rawValue
        guard Self.sendable.contains(type) else { return nil }
        let object = received.object
        guard let owner = object["owner_id"].int ?? object["to_id"].int ?? object["from_id"].int, let id = object["id"].int else {
            return nil
        }
        let key = object["access_key"].string.flatMap { $0.isEmpty ? nil : "_\($0)" } ?? ""
        self.init("\(type)\(owner)_\(id)\(key)")
    }

    /// Source: the reference, "Attachments".
    private static let sendable: Set<String> = [
        "photo", "video", "audio", "doc", "audio_message", "graffiti", "wall", "market", "market_album", "poll", "story",
    ]
}

extension Message {
    /// Everything attached, in its order; of a shortened message only what came (`whole()` has all).
    public var attachments: VKList<MessagesMessageAttachment> { raw.attachments }
    /// The photos, in their order.
    public var photos: [PhotosPhoto] { received("photo") }
    /// The documents, in their order.
    public var documents: [DocsDoc] { received("doc") }
    /// The videos, in their order.
    public var videos: [VideoVideoFull] { received("video") }
    /// The voice message, when it is one.
    public var voice: MessagesAudioMessage? { (received("audio_message") as [MessagesAudioMessage]).first }

    private func received<Object: VKObject>(_ type: String) -> [Object] {
        raw.attachments.filter { $0.type.rawValue == type }.map { Object($0.object) }
    }

    /// The largest picture of a photo: `.bytes()`, `.save(to:)`, or piece by piece. From VK's hosts only, at most 50 MB: `.limit(…)`.
    public func download(_ photo: PhotosPhoto) -> Download { bot.vk.downloads.photo(photo) }
    /// A document: `.bytes()`, `.save(to:)`, or piece by piece. From VK's hosts only, at most 50 MB: `.limit(…)`.
    public func download(_ document: DocsDoc) -> Download { bot.vk.downloads.document(document) }
    /// A voice message, as Ogg Opus or, where that is wanted, MP3. From VK's hosts only, at most 50 MB: `.limit(…)`.
    public func download(_ voice: MessagesAudioMessage, asMP3: Bool = false) -> Download { bot.vk.downloads.voice(voice, asMP3: asMP3) }

    /// What is said in the voice message, when VK has written it down; `nil` when it is none, or VK has not.
    ///
    /// VK writes for a while (`transcriptState` is `in_progress`): then it is asked once for the message as it is now.
    ///
    /// - Throws: `VKError`.
    public func transcript() async throws -> String? {
        guard let voice else { return nil }
        if let text = voice.transcript { return text }
        guard voice.transcriptState == "in_progress" else { return nil }
        let now = try await run.message(raw.conversationMessageID, in: raw.peerID)
        return now?.attachments.first { $0.type.rawValue == "audio_message" }?.audioMessage.transcript
    }
}

extension MessagesAudioMessage {
    /// What is said in it, as VK heard it; `nil` when VK has not written it down. Not in VK's schema.
    public var transcript: String? { json["transcript"].string.flatMap { $0.isEmpty ? nil : $0 } }
    /// How far VK is with writing it down: `done`, `in_progress` or `error`. Not in VK's schema.
    public var transcriptState: String? { json["transcript_state"].string }
}

extension HandlerRun {
    /// The message `number` of `peer`, as VK has it now.
    ///
    /// - Throws: `VKError`.
    func message(_ number: Int, in peer: Int) async throws -> MessagesMessage? {
        let found = try await bot.vk.call(
            "messages.getByConversationMessageId", ["peer_id": peer, "conversation_message_ids": [number]]
        ).send()
        let message = MessagesMessage(found["items"][0])
        return message.exists ? message : nil
    }
}
