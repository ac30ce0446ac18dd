// Govorun: what goes out beside a text. SPDX-License-Identifier: MIT

/// Something attached to a message or a comment: what VK has already, or a file that is uploaded when it is sent.
///
/// ```swift
/// try await message.reply("Ваш чек", attachments: [.file("check.pdf"), "photo-1_2", .data(png, name: "qr.png")])
/// ```
///
/// Equal bytes are uploaded once: what VK made of them is kept in the bot's storage for a day, so a handler that runs again after a crash
/// attaches the same. Of more than ten attachments the rest goes out in further messages (VK's limit of ten is unconfirmed).
public struct Attachment: Sendable, ExpressibleByStringLiteral {
    /// What a file becomes.
    enum Form: Sendable { case photo, document, voice, graffiti }

    enum Content: Sendable {
        /// By VK's text form.
        case known(String)
        case upload(UploadSource, Form, title: String?)
    }

    let content: Content

    private init(_ content: Content) { self.content = content }

    /// What VK calls `name`: `photo-1_2`, `doc5_6_key` (source: the reference, "Attachments").
    public init(_ name: String) { content = .known(name) }
    /// What VK calls `name`.
    public init(stringLiteral name: String) { self.init(name) }

    // MARK: What VK has

    /// A photo by its number and its owner, negative for a community; `key` where VK gave one.
    public static func photo(_ id: Int, owner: Int, key: String? = nil) -> Attachment { named("photo", id, owner, key) }
    /// A document by its number and its owner, negative for a community; `key` where VK gave one.
    public static func document(_ id: Int, owner: Int, key: String? = nil) -> Attachment { named("doc", id, owner, key) }
    /// A video by its number and its owner, negative for a community; `key` where VK gave one.
    public static func video(_ id: Int, owner: Int, key: String? = nil) -> Attachment { named("video", id, owner, key) }
    /// A post by its number and the wall it stands on, negative for a community's.
    public static func post(_ id: Int, owner: Int) -> Attachment { named("wall", id, owner, nil) }
    /// A photo that VK gave.
    public static func photo(_ photo: PhotosPhoto) -> Attachment { Attachment(photo.attachment) }
    /// A document that VK gave.
    public static func document(_ document: DocsDoc) -> Attachment { Attachment(document.attachment) }

    private static func named(_ type: String, _ id: Int, _ owner: Int, _ key: String?) -> Attachment {
        Attachment("\(type)\(owner)_\(id)" + (key.map { "_\($0)" } ?? ""))
    }

    // MARK: What is uploaded

    /// A file as a photo: JPG, PNG or GIF, at most 50 MB.
    public static func photo(_ source: UploadSource) -> Attachment { Attachment(.upload(source, .photo, title: nil)) }
    /// A file as a document, at most 200 MB, no mp3 and no programs; `title` is what people see, otherwise the file's name.
    public static func document(_ source: UploadSource, title: String? = nil) -> Attachment {
        Attachment(.upload(source, .document, title: title))
    }
    /// A file as a voice message: Ogg Opus, 16 kHz, at most five minutes.
    public static func voice(_ source: UploadSource) -> Attachment { Attachment(.upload(source, .voice, title: nil)) }
    /// A file as a drawing: PNG with transparency.
    public static func graffiti(_ source: UploadSource) -> Attachment { Attachment(.upload(source, .graffiti, title: nil)) }

    /// Bytes under a file name: a photo when they are a JPG or a PNG, a document otherwise.
    public static func data(_ bytes: [UInt8], name: String) -> Attachment {
        let isPicture = [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47]].contains { bytes.starts(with: $0) }
        return Attachment(.upload(.bytes(bytes, name: name), isPicture ? .photo : .document, title: nil))
    }

    /// A file of this machine: a photo when its name ends in `.jpg`, `.jpeg` or `.png`, a document otherwise. Never a path that a person wrote.
    public static func file(_ path: String, name: String? = nil) -> Attachment {
        let ending = (name ?? path).lowercased()
        let isPicture = [".jpg", ".jpeg", ".png"].contains { ending.hasSuffix($0) }
        return Attachment(.upload(.file(path, name: name), isPicture ? .photo : .document, title: nil))
    }
}
