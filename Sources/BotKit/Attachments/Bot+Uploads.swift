// Govorun: attachments become names that VK knows. SPDX-License-Identifier: MIT

/// Where something is attached.
enum AttachmentPlace: Sendable {
    /// To a message in the conversation.
    case message(peer: Int)
    /// To a comment in the community's name.
    case comment
}

/// What VK calls some attachments, as it is kept.
struct AttachmentNames {
    let names: [String]

    init(_ names: [String]) { self.names = names }

    init(_ bytes: [UInt8]) { names = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init) }

    var bytes: [UInt8] { Array(names.joined(separator: " ").utf8) }
}

extension Bot {
    /// What VK calls `attachments`, uploaded where they have to be, side by side; in their order.
    ///
    /// - Throws: `UploadError`, `VKError`.
    func names(of attachments: [Attachment], at place: AttachmentPlace) async throws -> [String] {
        let uploads = keptUploads
        let requests = attachments.compactMap { $0.request(through: uploads, at: place, community: communityID) }
        var uploaded = requests.isEmpty ? [] : try await Request<[String]>.all(requests).send()[...]
        return attachments.compactMap { attachment in
            if case .known(let name) = attachment.content { name } else { uploaded.popFirst() }
        }
    }

    /// Uploads that remember what they did in the bot's storage, unless the client has a store of its own.
    private var keptUploads: Uploads {
        var uploads = vk.uploads
        guard uploads.settings.store == nil else { return uploads }
        uploads.settings.store = StoredUploads(in: storage)
        uploads.settings.account = source
        return uploads
    }
}

extension Attachment {
    /// Whether VK does not know it yet.
    var isUpload: Bool { if case .upload = content { true } else { false } }

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
