// Govorun: comments to photos, videos, topics and goods. SPDX-License-Identifier: MIT
import TapeJSON

/// Something of a community's that people comment on; posts on walls have comments of their own.
public struct CommentThread: Sendable, Hashable {
    /// What it is.
    public enum Kind: String, Sendable, CaseIterable {
        /// A photo: `photo_comment_new` and its kin.
        case photo
        /// A video: `video_comment_new`.
        case video
        /// A topic of the discussion board: `board_post_new`.
        case topic
        /// An item of the shop: `market_comment_new`.
        case product = "market"

        /// What the names of its events begin with.
        var family: String { self == .topic ? "board_post" : "\(rawValue)_comment" }
        /// VK's name for its id in events and parameters.
        var idName: String { self == .product ? "item_id" : "\(rawValue)_id" }
        /// VK's name for its owner in events.
        var ownerName: String { "\(rawValue)_owner_id" }
        /// What ids of the kind look like: one above this is the first.
        var lastID: Int {
            switch self {
            case .photo: 457_240_000
            case .video: 456_239_000
            case .topic: 49_110_000
            case .product: 7_710_000
            }
        }
    }

    /// What it is.
    public let kind: Kind
    /// Whose it is.
    public let community: Int
    /// Its number among the community's things of that kind.
    public let id: Int

    /// Names one; ``VKSimulator/openThread(_:of:id:)`` makes it.
    public init(kind: Kind, community: Int, id: Int) { (self.kind, self.community, self.id) = (kind, community, id) }
}

/// A comment as it stands.
public struct ThreadComment: Sendable {
    /// Its number in the thread.
    public let id: Int
    /// Who wrote: positive a person, negative the community.
    public let authorID: Int
    /// Unix seconds.
    public let date: Int
    /// The text.
    public internal(set) var text: String
    /// The comment it answers.
    public let replyTo: Int?
    /// Whether it is deleted; it can be restored.
    public internal(set) var isDeleted = false
    let attachments: [JSONValue]
    /// What its author's program knows a repeat by.
    let guid: String?

    /// As events show it (protocol reference, section 7).
    func json(in thread: CommentThread) -> JSONValue {
        var json: JSONObject = ["id": JSONValue(id), "from_id": JSONValue(authorID), "date": JSONValue(date), "text": JSONValue(text)]
        if let replyTo { json["reply_to_comment"] = JSONValue(replyTo) }
        if !attachments.isEmpty { json["attachments"] = .array(attachments) }
        let kind = thread.kind
        let names: [(String, Int)] = [(kind.idName, thread.id), (kind.ownerName, -thread.community)]
        // Of goods VK writes the owner first.
        for (name, value) in kind == .product ? names.reversed() : names { json[name] = JSONValue(value) }
        return .object(json)
    }

    /// That it was deleted; of a topic VK does not say by whom.
    func deletion(by deleter: Int, in thread: CommentThread) -> JSONValue {
        let (kind, owner) = (thread.kind, JSONValue(-thread.community))
        if kind == .topic { return [kind.ownerName: owner, kind.idName: JSONValue(thread.id), "id": JSONValue(id)] }
        return [
            "owner_id": owner, "id": JSONValue(id), "user_id": JSONValue(authorID), "deleter_id": JSONValue(deleter),
            kind.idName: JSONValue(thread.id),
        ]
    }
}

/// A thread with its comments, which are numbered from 1.
struct Discussion: Sendable {
    var comments: [ThreadComment] = []
    var lastID = 0

    /// Where a comment stands; nil for one that never was.
    func place(of id: Int) -> Int? { comments.firstIndex { $0.id == id } }
}
