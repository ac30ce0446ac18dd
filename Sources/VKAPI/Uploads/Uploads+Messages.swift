// Govorun: uploads for messages. SPDX-License-Identifier: MIT

extension Uploads {
    /// A photo to attach to a message: JPG, PNG or GIF, at most 50 MB, sides of at most 14 000 pixels in all. Person or community.
    ///
    /// - Parameter peerID: the conversation; VK refuses (901) where it may not be written to. `nil`: any.
    public func messagePhoto(_ source: UploadSource, peerID: Int? = nil) -> Request<PhotosPhoto> {
        photo(
            source,
            UploadRoute(
                kind: .messagePhoto, server: Call("photos.getMessagesUploadServer", ["peer_id": peerID]), field: "photo", proof: "photo",
                saving: .call(Call("photos.saveMessagesPhoto"), taking: ["photo", "server", "hash"])))
    }

    /// A document to attach to a message, at most 200 MB; no mp3, no programs. Person or community.
    ///
    /// - Parameter title: what people see; `nil`: the file's name.
    public func messageDocument(
        _ source: UploadSource, peerID: Int? = nil, title: String? = nil, tags: String? = nil
    ) -> Request<DocsSaveResponse> {
        document(source, as: .messageDocument, type: "doc", peerID: peerID, title: title, tags: tags)
    }

    /// A voice message: Ogg Opus, 16 kHz, at most five minutes. Person or community.
    public func voice(_ source: UploadSource, peerID: Int? = nil) -> Request<DocsSaveResponse> {
        document(source, as: .voice, type: "audio_message", peerID: peerID)
    }

    /// A graffiti: PNG with transparency. Person or community.
    public func graffiti(_ source: UploadSource, peerID: Int? = nil) -> Request<DocsSaveResponse> {
        document(source, as: .graffiti, type: "graffiti", peerID: peerID)
    }

    /// Sets the photo of a chat, at least 200 × 200. Person or community, administrator of the chat.
    ///
    /// - Parameters:
    ///   - chatID: the number of the chat, not its peer id.
    ///   - crop: the square of the picture to show; `nil`: VK chooses.
    public func chatPhoto(_ source: UploadSource, chatID: Int, crop: SquareCrop? = nil) -> Request<MessagesSetChatPhotoResponse> {
        upload(
            source,
            UploadRoute(
                kind: .chatPhoto,
                server: Call(
                    "photos.getChatUploadServer", ["chat_id": chatID, "crop_x": crop?.x, "crop_y": crop?.y, "crop_width": crop?.width]),
                field: "file", proof: "response",
                saving: .renamed(Call("messages.setChatPhoto"), field: "response", parameter: "file")))
    }

    private func document(
        _ source: UploadSource, as kind: UploadKind, type: String, peerID: Int?, title: String? = nil, tags: String? = nil
    ) -> Request<DocsSaveResponse> {
        upload(
            source,
            UploadRoute(
                kind: kind, server: Call("docs.getMessagesUploadServer", ["type": type, "peer_id": peerID]), field: "file", proof: "file",
                saving: .call(Call("docs.save", ["title": title, "tags": tags]), taking: ["file"])))
    }
}

/// A square part of a picture, in its pixels.
public struct SquareCrop: Sendable, Hashable {
    /// From the left edge.
    public var x: Int
    /// From the upper edge.
    public var y: Int
    /// Its side, at least 200.
    public var width: Int

    /// The square whose upper left corner is at `x`, `y`.
    public init(x: Int, y: Int, width: Int) {
        self.x = x
        self.y = y
        self.width = width
    }
}
