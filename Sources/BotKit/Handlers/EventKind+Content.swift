// Govorun: kinds of events about posts, media, comments and likes. SPDX-License-Identifier: MIT

extension EventKind where Payload == MediaNew {
    /// A photo was added.
    public static var photoNew: Self { Self(type: .photoNew) }
    /// A piece of music was added.
    public static var audioNew: Self { Self(type: .audioNew) }
    /// A video was added.
    public static var videoNew: Self { Self(type: .videoNew) }
}

extension EventKind where Payload == CommentEvent {
    /// A comment to a photo was written.
    public static var photoCommentNew: Self { Self(type: .photoCommentNew) }
    /// A comment to a photo was edited.
    public static var photoCommentEdit: Self { Self(type: .photoCommentEdit) }
    /// A comment to a photo was restored.
    public static var photoCommentRestore: Self { Self(type: .photoCommentRestore) }
    /// A comment to a video was written.
    public static var videoCommentNew: Self { Self(type: .videoCommentNew) }
    /// A comment to a video was edited.
    public static var videoCommentEdit: Self { Self(type: .videoCommentEdit) }
    /// A comment to a video was restored.
    public static var videoCommentRestore: Self { Self(type: .videoCommentRestore) }
    /// A comment to goods was written.
    public static var marketCommentNew: Self { Self(type: .marketCommentNew) }
    /// A comment to goods was edited.
    public static var marketCommentEdit: Self { Self(type: .marketCommentEdit) }
    /// A comment to goods was restored.
    public static var marketCommentRestore: Self { Self(type: .marketCommentRestore) }
    /// A comment to a post was written.
    public static var wallReplyNew: Self { Self(type: .wallReplyNew) }
    /// A comment to a post was edited.
    public static var wallReplyEdit: Self { Self(type: .wallReplyEdit) }
    /// A comment to a post was restored.
    public static var wallReplyRestore: Self { Self(type: .wallReplyRestore) }
    /// Something was written in a topic.
    public static var boardPostNew: Self { Self(type: .boardPostNew) }
    /// What was written in a topic was edited.
    public static var boardPostEdit: Self { Self(type: .boardPostEdit) }
    /// What was written in a topic was restored.
    public static var boardPostRestore: Self { Self(type: .boardPostRestore) }
}

extension EventKind where Payload == CommentDeleted {
    /// A comment to a photo was deleted.
    public static var photoCommentDelete: Self { Self(type: .photoCommentDelete) }
    /// A comment to a video was deleted.
    public static var videoCommentDelete: Self { Self(type: .videoCommentDelete) }
    /// A comment to goods was deleted.
    public static var marketCommentDelete: Self { Self(type: .marketCommentDelete) }
    /// A comment to a post was deleted.
    public static var wallReplyDelete: Self { Self(type: .wallReplyDelete) }
    /// What was written in a topic was deleted.
    public static var boardPostDelete: Self { Self(type: .boardPostDelete) }
}

extension EventKind where Payload == WallPost {
    /// A post was published or suggested.
    public static var wallPostNew: Self { Self(type: .wallPostNew) }
    /// Somebody repeated a post of the community's.
    public static var wallRepost: Self { Self(type: .wallRepost) }
    /// A post waits to be published; by Callback API only.
    public static var wallSchedulePostNew: Self { Self(type: .wallSchedulePostNew) }
}

extension EventKind where Payload == WallPostDeleted {
    /// A post that waited to be published was deleted; by Callback API only.
    public static var wallSchedulePostDelete: Self { Self(type: .wallSchedulePostDelete) }
}

extension EventKind where Payload == LikeEvent {
    /// Somebody likes something.
    public static var likeAdd: Self { Self(type: .likeAdd) }
    /// Somebody likes something no more.
    public static var likeRemove: Self { Self(type: .likeRemove) }
}
