// Govorun: files and comments in the VK of a test. SPDX-License-Identifier: MIT
public import BotKit

/// A file that the bot uploaded.
public struct TestUpload: Sendable {
    /// Its name in the form.
    public let name: String
    /// Its bytes.
    public let bytes: [UInt8]
}

/// A comment that the bot wrote.
public struct TestComment: Sendable {
    /// Its number.
    public let id: Int
    /// The method that wrote it: `wall.createComment`.
    public let method: String
    /// The fields of the call.
    public let parameters: [String: String]

    /// The text.
    public var text: String { parameters["message"] ?? "" }
    /// The comment it answers.
    public var answers: Int? { parameters["reply_to_comment"].flatMap { Int($0) } }
    /// What is attached, as VK calls it.
    public var attachments: [String] { (parameters["attachments"] ?? "").split(separator: ",").map(String.init) }
}

/// Upload servers, what they took, and the comments.
struct MemoryMedia {
    private static let host = "https://upload.memory.invalid/"

    let communityID: Int
    var uploads: [TestUpload] = []
    var comments: [TestComment] = []
    private var lastID = 457_239_000

    init(communityID: Int) { self.communityID = communityID }

    /// Whether `url` is an address that was given out for an upload.
    static func isUpload(_ url: String) -> Bool { url.hasPrefix(host) }

    /// What the upload server at `url` answers to a form.
    mutating func take(_ form: [UInt8], at url: String) -> JSONValue {
        uploads.append(MultipartReader.file(in: form))
        let kind = String(url.dropFirst(Self.host.count))
        // What VK's server returns is opaque; here it says which upload it was.
        let proof = JSONValue.string("\(kind):\(uploads.count)")
        return kind == "photo" ? ["server": 1, "photo": proof, "hash": "hash"] : ["file": proof]
    }

    /// VK's answer to a call about files or comments; `nil` for any other.
    mutating func response(to call: MemoryVK.RecordedCall) -> JSONValue? {
        switch call.method {
        case "photos.getMessagesUploadServer", "photos.getWallUploadServer": ["upload_url": .string(Self.host + "photo")]
        case "docs.getMessagesUploadServer": ["upload_url": .string(Self.host + (call.parameters["type"] ?? "doc"))]
        case "docs.getWallUploadServer": ["upload_url": .string(Self.host + "doc")]
        case "photos.saveMessagesPhoto", "photos.saveWallPhoto": [object(["sizes": []])]
        case "docs.save": document(call.parameters["file"] ?? "", title: call.parameters["title"] ?? "")
        case let method where method.hasSuffix(".createComment"): comment(call)
        default: nil
        }
    }

    private mutating func document(_ file: String, title: String) -> JSONValue {
        let type = String(file.prefix { $0 != ":" })
        return ["type": .string(type), type: object(["title": .string(title)])]
    }

    private mutating func object(_ fields: JSONObject) -> JSONValue {
        lastID += 1
        var object = fields
        (object["id"], object["owner_id"], object["access_key"]) = (.integer(lastID), .integer(-communityID), "key")
        return .object(object)
    }

    /// A repeated `guid` is the comment it was first.
    private mutating func comment(_ call: MemoryVK.RecordedCall) -> JSONValue {
        let guid = call.parameters["guid"]
        let earlier = guid == nil ? nil : comments.first { $0.method == call.method && $0.parameters["guid"] == guid }
        if earlier == nil {
            lastID += 1
            comments.append(TestComment(id: lastID, method: call.method, parameters: call.parameters))
        }
        let id = JSONValue.integer(earlier?.id ?? lastID)
        return call.method == "wall.createComment" ? ["comment_id": id, "parents_stack": []] : id
    }
}

/// Reads the one file of a form as our uploads write it.
private enum MultipartReader {
    static func file(in form: [UInt8]) -> TestUpload {
        guard let name = range(of: "filename=\"", in: form[...]), let blank = range(of: "\r\n\r\n", in: form[name.upperBound...]),
            let line = range(of: "\r\n", in: form[...])
        else { return TestUpload(name: "", bytes: form) }
        let title = form[name.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
        let end = "\r\n" + String(decoding: form[..<line.lowerBound], as: UTF8.self) + "--"
        let bytes = form[blank.upperBound...]
        return TestUpload(
            name: String(decoding: title, as: UTF8.self), bytes: Array(bytes[..<(range(of: end, in: bytes)?.lowerBound ?? bytes.endIndex)]))
    }

    private static func range(of text: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let pattern = Array(text.utf8)
        return bytes.indices.lazy.compactMap { start -> Range<Int>? in
            bytes[start...].starts(with: pattern) ? start..<(start + pattern.count) : nil
        }.first
    }
}

extension TestBot {
    /// The files the bot has uploaded, in order.
    public var uploads: [TestUpload] { vk.change { $0.media.uploads } }
    /// The comments the bot has written, in order.
    public var comments: [TestComment] { vk.change { $0.media.comments } }
}

extension TestPerson {
    /// Comments something of the community's and returns the comments that the bot wrote because of it.
    ///
    /// - Parameters:
    ///   - kind: which kind of thing: `.wallReplyNew`, `.photoCommentNew`, `.videoCommentNew`, `.boardPostNew`, `.marketCommentNew`.
    ///   - subject: the number of the post, photo, video, topic or item.
    @discardableResult
    public func comments(_ text: String, kind: UpdateType = .wallReplyNew, subject: Int = 1) async -> [TestComment] {
        let before = bot.comments.count
        let names: [UpdateType: (id: String, owner: String)] = [
            .wallReplyNew: ("post_id", "post_owner_id"), .photoCommentNew: ("photo_id", "photo_owner_id"),
            .videoCommentNew: ("video_id", "video_owner_id"), .boardPostNew: ("topic_id", "topic_owner_id"),
            .marketCommentNew: ("item_id", "market_owner_id"),
        ]
        var object: JSONObject = ["id": .integer(bot.nextEvent()), "from_id": .integer(id), "date": 1_767_270_000, "text": .string(text)]
        if let names = names[kind] {
            object[names.id] = .integer(subject)
            object[names.owner] = .integer(-bot.bot.communityID)
        }
        await bot.receive(kind, .object(object))
        return Array(bot.comments.dropFirst(before))
    }
}
