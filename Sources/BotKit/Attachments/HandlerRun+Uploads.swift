// Govorun: attachments become names that VK knows. SPDX-License-Identifier: MIT

/// Where something is attached.
enum AttachmentPlace: Sendable {
    /// To a message in the conversation.
    case message(peer: Int)
    /// To a comment in the community's name.
    case comment
}

extension HandlerRun {
    /// What VK calls `attachments`, uploaded where they have to be, side by side; in their order.
    ///
    /// An upload is not journalled: until it is attached nobody sees it, so one that is cut off is simply made again, and one that came to
    /// its end is found in the storage by its bytes.
    ///
    /// - Throws: `UploadError`, `VKError`; then nothing is to be sent.
    func names(of attachments: [Attachment], at place: AttachmentPlace) async throws -> [String] {
        guard !attachments.isEmpty else { return [] }
        let names = try await once("uploads", ContentHash(of: "\(attachments.count)")) {
            Array(try await uploaded(attachments, at: place).joined(separator: " ").utf8)
        }
        return String(decoding: names, as: UTF8.self).split(separator: " ").map(String.init)
    }

    private func uploaded(_ attachments: [Attachment], at place: AttachmentPlace) async throws -> [String] {
        let uploads = keptUploads
        let requests = attachments.compactMap { $0.request(through: uploads, at: place, community: bot.communityID) }
        var uploaded = try await unjournalled { try await Request<[String]>.all(requests).send() }[...]
        return attachments.compactMap { attachment in
            if case .known(let name) = attachment.content { name } else { uploaded.popFirst() }
        }
    }

    /// Uploads that remember what they did in the bot's storage, unless the client has a store of its own.
    private var keptUploads: Uploads {
        var uploads = bot.vk.uploads
        guard uploads.settings.store == nil else { return uploads }
        uploads.settings.store = StoredUploads(in: bot.storage)
        uploads.settings.account = bot.source
        return uploads
    }

    /// Does `work`, whose calls do no harm twice or are answered for by whoever makes them.
    func unjournalled<Value>(_ work: () async throws -> Value) async throws -> Value {
        var calling = CallingTask.current
        calling.keeper = PassingKeeper(run: self)
        return try await CallingTask.$current.withValue(calling, operation: work)
    }
}

/// Lets every call pass while its run is alive.
private struct PassingKeeper: CallKeeper {
    let run: HandlerRun

    func admit(_ call: Call) throws { try run.admit(call) }
    func randomID(for call: Call) -> Int? { run.randomID(for: call) }
    func answer(to call: Call, _ perform: () async throws -> JSON) async throws -> JSON { try await perform() }
}

extension Attachment {
    /// The upload that makes it known to VK; `nil` when it is.
    fileprivate func request(through uploads: Uploads, at place: AttachmentPlace, community: Int) -> Request<String>? {
        guard case .upload(let source, let form, let title) = content else { return nil }
        switch place {
        case .message(let peer):
            return switch form {
            // For any conversation, so that it is uploaded once for all of them.
            case .photo: uploads.messagePhoto(source).map(\.attachment)
            case .document: uploads.messageDocument(source, peerID: peer, title: title).map(\.attachment)
            case .voice: uploads.voice(source, peerID: peer).map(\.attachment)
            case .graffiti: uploads.graffiti(source, peerID: peer).map(\.attachment)
            }
        case .comment:
            if form == .photo { return uploads.wallPhoto(source, groupID: community).map(\.attachment) }
            return uploads.wallDocument(source, groupID: community, title: title).map(\.attachment)
        }
    }
}
