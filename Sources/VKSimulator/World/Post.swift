// Govorun: posts on walls and their comments. SPDX-License-Identifier: MIT
import TapeJSON

/// A post on a wall.
struct Post: Sendable {
    struct Comment: Sendable {
        let id: Int
        let authorID: Int
        let date: Int
        let text: String
        let replyTo: Int?
        let attachments: [JSONValue]
        /// What its author's program knows a repeat by.
        var guid: String?
    }

    let id: Int
    let ownerID: Int
    let authorID: Int
    /// The person who wrote in the community's name.
    let creatorID: Int?
    let date: Int
    var text: String
    var attachments: [JSONValue]
    var isClosed = false
    var comments: [Comment] = []

    /// The post as events and attachments show it.
    var json: JSONValue {
        var json: JSONObject = [
            "inner_type": "wall_wallpost", "id": JSONValue(id), "owner_id": JSONValue(ownerID), "from_id": JSONValue(authorID),
        ]
        if let creatorID { json["created_by"] = JSONValue(creatorID) }
        let rest: JSONObject = [
            "date": JSONValue(date), "post_type": "post", "text": JSONValue(text), "marked_as_ads": 0, "attachments": .array(attachments),
            "comments": ["count": JSONValue(comments.count)], "likes": ["can_like": 1, "count": 0, "user_likes": 0],
            "reposts": ["count": 0, "user_reposted": 0], "is_favorite": false,
        ]
        for (key, value) in rest { json[key] = value }
        return .object(json)
    }

    func json(of comment: Comment) -> JSONValue {
        var json: JSONObject = [
            "id": JSONValue(comment.id), "from_id": JSONValue(comment.authorID), "date": JSONValue(comment.date),
            "text": JSONValue(comment.text), "post_id": JSONValue(id), "post_owner_id": JSONValue(ownerID), "owner_id": JSONValue(ownerID),
        ]
        if let replyTo = comment.replyTo { json["reply_to_comment"] = JSONValue(replyTo) }
        if !comment.attachments.isEmpty { json["attachments"] = .array(comment.attachments) }
        return .object(json)
    }
}

extension World {
    /// Where posts are kept, by their wall and number.
    struct PostKey: Hashable, Sendable {
        let ownerID: Int
        let id: Int
    }

    mutating func publish(_ post: Post) {
        posts.remember(post, for: PostKey(ownerID: post.ownerID, id: post.id))
        media.add(MediaObject(kind: "wall", ownerID: post.ownerID, id: post.id, accessKey: nil, content: post.json))
        guard post.ownerID < 0 else { return }
        noteComments(of: -post.ownerID)
        emit("wall_post_new", to: -post.ownerID) { $0.write(post.json) }
    }

    mutating func add(_ comment: Post.Comment, to post: Post) {
        var post = post
        post.comments.append(comment)
        posts.remember(post, for: PostKey(ownerID: post.ownerID, id: post.id))
        guard post.ownerID < 0 else { return }
        noteComments(of: -post.ownerID)
        emit("wall_reply_new", to: -post.ownerID) { $0.write(post.json(of: comment)) }
    }
}
