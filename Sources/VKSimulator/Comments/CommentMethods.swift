// Govorun: photos.createComment, video.createComment, board.createComment, market.createComment. SPDX-License-Identifier: MIT
import TapeJSON

// VK gives these to people's tokens alone (source: VK's JSON schema 5.199, `access_token_type`).

enum PhotosCreateComment: SimulatedMethod {
    static let name = "photos.createComment"
    static let callers: Set<Caller.Kind> = [.person]
    static let scope = TokenRight.photos.rawValue

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try CommentWriting(call, .photo, in: world).perform(in: &world)
    }
}

enum VideoCreateComment: SimulatedMethod {
    static let name = "video.createComment"
    static let callers: Set<Caller.Kind> = [.person]
    static let scope = UserScope.video

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try CommentWriting(call, .video, in: world).perform(in: &world)
    }
}

enum MarketCreateComment: SimulatedMethod {
    static let name = "market.createComment"
    static let callers: Set<Caller.Kind> = [.person]
    static let scope = UserScope.market

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try CommentWriting(call, .product, in: world).perform(in: &world)
    }
}

enum BoardCreateComment: SimulatedMethod {
    static let name = "board.createComment"
    static let callers: Set<Caller.Kind> = [.person]
    static let scope = TokenRight.manage.rawValue

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try CommentWriting(call, .topic, in: world).perform(in: &world)
    }
}

enum BoardDeleteComment: SimulatedMethod {
    static let name = "board.deleteComment"
    static let callers = Caller.pages
    static let scope = TokenRight.manage.rawValue

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world.setDeletedOnBoard(true, call)
    }
}

enum BoardRestoreComment: SimulatedMethod {
    static let name = "board.restoreComment"
    static let callers = Caller.pages
    static let scope = TokenRight.manage.rawValue

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world.setDeletedOnBoard(false, call)
    }
}

/// A comment as a call of `createComment` gives it.
private struct CommentWriting {
    private let thread: CommentThread
    private let author: Int
    private let text: String
    private let attachments: [JSONValue]
    private let replyTo: Int?
    private let guid: String?
    private let date: Int

    init(_ call: MethodCall, _ kind: CommentThread.Kind, in world: World) throws(APIFailure) {
        let parameters = call.parameters
        let owner = try kind == .topic ? -parameters.int(required: "group_id", in: 1...Int.max) : Self.owner(call, kind)
        thread = CommentThread(kind: kind, community: -owner, id: try parameters.int(required: kind.idName, in: 0...Int.max))
        guard owner < 0, let discussion = world.discussions[thread] else { throw .parameter(kind.idName, "names nothing that is there") }
        author = try parameters.flag("from_group") == true ? try call.page(owner, in: world) : call.caller.page
        text = parameters.text("message") ?? ""
        attachments =
            try parameters.text("attachments").map { (names) throws(APIFailure) in
                try world.attachments(names, for: call.caller.page)
            } ?? []
        let sticker = try parameters.int("sticker_id", in: 0...Int.max)
        guard !text.isEmpty || !attachments.isEmpty || sticker != nil else { throw .parameter("message", "is empty") }
        replyTo = kind == .topic ? nil : try parameters.int("reply_to_comment")
        if let replyTo, discussion.place(of: replyTo) == nil { throw .parameter("reply_to_comment") }
        guid = parameters.text("guid")
        date = call.date
    }

    /// Goods always name it, the others may leave out the caller.
    private static func owner(_ call: MethodCall, _ kind: CommentThread.Kind) throws(APIFailure) -> Int {
        kind == .product ? try call.parameters.int(required: "owner_id") : try call.parameters.int("owner_id") ?? call.caller.page
    }

    /// - Returns: the comment's number, which is all that VK answers.
    func perform(in world: inout World) -> Int {
        world.add(text, attachments, from: author, to: thread, replyTo: replyTo, guid: guid, at: date).id
    }
}

extension World {
    /// By the community itself, or by one of its moderators.
    fileprivate mutating func setDeletedOnBoard(_ isDeleted: Bool, _ call: MethodCall) throws(APIFailure) -> Int {
        let community = try call.parameters.int(required: "group_id", in: 1...Int.max)
        let thread = CommentThread(
            kind: .topic, community: community, id: try call.parameters.int(required: "topic_id", in: 0...Int.max))
        let id = try call.parameters.int(required: "comment_id", in: 0...Int.max)
        let isAllowed = call.community == community || (call.caller.page > 0 && isOfficer(call.caller.page, .moderator, of: community))
        guard isAllowed else { throw APIFailure(15, "Access denied: only moderators of the community may") }
        guard discussions[thread]?.place(of: id) != nil else { throw .parameter("comment_id", "names nothing that is there") }
        _ = setDeleted(isDeleted, id, of: thread, by: call.caller.page)
        return 1
    }
}
