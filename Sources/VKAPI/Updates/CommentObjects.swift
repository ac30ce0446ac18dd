// Govorun: views of comments, wall posts and likes (source: the reference, "Event types"). SPDX-License-Identifier: MIT
public import TapeJSON

/// `…_comment_new`, `wall_reply_new`, `board_post_new` and their `_edit` and `_restore`: a comment to something of the community's.
public struct CommentEvent: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of such an event.
    public init(_ json: JSON) { self.json = json }

    /// The comment's id.
    public var id: Int { json["id"].int ?? 0 }
    /// Its author; negative for a community.
    public var fromID: Int { json["from_id"].int ?? 0 }
    /// Unix seconds.
    public var date: Int { json["date"].int ?? 0 }
    /// What was written; empty when only attachments were sent.
    public var text: String { json["text"].string ?? "" }
    /// What is attached.
    public var attachments: VKList<MessagesMessageAttachment> { VKList(json["attachments"]) }
    /// What it is a comment to: the id of the photo, video, post, topic or item.
    public var subjectID: Int { first("photo_id", "video_id", "post_id", "topic_id", "item_id") }
    /// Whose the commented thing is; negative for the community.
    public var subjectOwnerID: Int { first("photo_owner_id", "video_owner_id", "post_owner_id", "topic_owner_id", "market_owner_id") }
    /// The comment this one answers, if it answers one.
    public var replyToComment: Int? { json["reply_to_comment"].int }
    /// The author of the comment this one answers.
    public var replyToUser: Int? { json["reply_to_user"].int }

    private func first(_ keys: StaticString...) -> Int { keys.lazy.compactMap { json[$0].int }.first ?? 0 }
}

/// `…_comment_delete`, `wall_reply_delete` and `board_post_delete`: a comment was deleted.
public struct CommentDeleted: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of such an event.
    public init(_ json: JSON) { self.json = json }

    /// The comment's id.
    public var id: Int { json["id"].int ?? 0 }
    /// Whose the commented thing is; negative for the community.
    public var ownerID: Int { json["owner_id"].int ?? json["topic_owner_id"].int ?? 0 }
    /// The comment's author, where VK says it.
    public var authorID: Int? { json["user_id"].int }
    /// Who deleted it, where VK says it.
    public var deleterID: Int? { json["deleter_id"].int }
    /// What it was a comment to: the id of the photo, video, post, topic or item.
    public var subjectID: Int {
        let keys: [StaticString] = ["photo_id", "video_id", "post_id", "topic_id", "item_id"]
        return keys.lazy.compactMap { json[$0].int }.first ?? 0
    }
}

/// `wall_post_new`, `wall_repost` and `wall_schedule_post_new`: a post; `ownerID` and `id` together are its stable key.
public struct WallPost: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of such an event.
    public init(_ json: JSON) { self.json = json }

    /// The id on its wall.
    public var id: Int { json["id"].int ?? 0 }
    /// Whose wall; negative for the community.
    public var ownerID: Int { json["owner_id"].int ?? json["to_id"].int ?? 0 }
    /// Its author; negative for the community.
    public var fromID: Int { json["from_id"].int ?? 0 }
    /// Who published it.
    public var createdBy: Int? { json["created_by"].int }
    /// Unix seconds.
    public var date: Int { json["date"].int ?? 0 }
    /// What was written.
    public var text: String { json["text"].string ?? "" }
    /// `post`, `suggest`, `postpone` …
    public var postType: String { json["post_type"].string ?? "" }
    /// What is attached.
    public var attachments: VKList<MessagesMessageAttachment> { VKList(json["attachments"]) }
    /// The posts it repeats, the nearest first.
    public var copyHistory: VKList<WallPost> { VKList(json["copy_history"]) }
}

/// `wall_schedule_post_delete`: a post that waited to be published was deleted.
public struct WallPostDeleted: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `wall_schedule_post_delete`.
    public init(_ json: JSON) { self.json = json }

    /// The id on its wall.
    public var id: Int { json["id"].int ?? 0 }
    /// Whose wall; negative for the community.
    public var ownerID: Int { json["owner_id"].int ?? 0 }
}

/// `like_add` and `like_remove`.
public struct LikeEvent: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `like_add` or `like_remove`.
    public init(_ json: JSON) { self.json = json }

    /// Who.
    public var likerID: Int { json["liker_id"].int ?? 0 }
    /// `post`, `photo`, `video`, `comment`, `market` …
    public var objectType: String { json["object_type"].string ?? "" }
    /// Whose the liked thing is; negative for the community.
    public var objectOwnerID: Int { json["object_owner_id"].int ?? 0 }
    /// Its id.
    public var objectID: Int { json["object_id"].int ?? 0 }
    /// For a comment: its post; else 0.
    public var postID: Int { json["post_id"].int ?? 0 }
    /// For a comment in a thread: the comment it stands under.
    public var threadReplyID: Int? { json["thread_reply_id"].int }
}
