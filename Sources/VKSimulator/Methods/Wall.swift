// Govorun: wall.post, createComment, closeComments, openComments. SPDX-License-Identifier: MIT
import TapeJSON

enum WallPost: SimulatedMethod {
    static let name = "wall.post"
    static let callers: Set<Caller.Kind> = [.person]
    static let scope = UserScope.wall

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard case .person(let person) = call.caller else { return .null as JSONValue }
        let owner = try call.parameters.int("owner_id") ?? person
        guard world.name(of: owner) != nil else {
            throw APIFailure(100, "One of the parameters specified was missing or invalid: owner_id")
        }
        let isOfficial = try call.parameters.flag("from_group") == true
        let mayWrite = owner == person || (owner < 0 && world.isOfficer(person, isOfficial ? .editor : .moderator, of: -owner))
        guard mayWrite else { throw APIFailure(214, "Access to adding post denied") }
        let text = call.parameters.text("message") ?? ""
        let attachments =
            try call.parameters.text("attachments").map { (names) throws(APIFailure) in
                try world.attachments(names, for: person)
            } ?? []
        guard !text.isEmpty || !attachments.isEmpty else { throw .parameter("message", "is empty") }
        let id = world.media.nextID("wall")
        world.publish(
            Post(
                id: id, ownerID: owner, authorID: isOfficial ? owner : person, creatorID: isOfficial ? person : nil, date: call.date,
                text: text,
                attachments: attachments))
        return ["post_id": JSONValue(id)] as JSONValue
    }
}

enum WallCreateComment: SimulatedMethod {
    static let name = "wall.createComment"
    static let callers = Caller.pages
    static let scope = UserScope.wall

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let post = try world.post(call)
        guard !post.isClosed else { throw APIFailure(213, "Access to status replies denied: comments are closed") }
        let replyTo = try call.parameters.int("reply_to_comment")
        guard replyTo.map({ id in post.comments.contains { $0.id == id } }) ?? true else { throw .parameter("reply_to_comment") }
        let text = call.parameters.text("message") ?? ""
        let attachments =
            try call.parameters.text("attachments").map { (names) throws(APIFailure) in
                try world.attachments(names, for: call.caller.page)
            } ?? []
        let sticker = try call.parameters.int("sticker_id", in: 1...Int.max)
        guard !text.isEmpty || !attachments.isEmpty || sticker != nil else { throw .parameter("message", "is empty") }
        let author = try call.parameters.int("from_group").map { -abs($0) } ?? call.caller.page
        let stack = replyTo.map { [JSONValue($0)] } ?? []
        let guid = call.parameters.text("guid").flatMap { $0.isEmpty ? nil : $0 }
        // A repeat of the same author's is the comment it was first.
        if let guid, let earlier = post.comments.first(where: { $0.guid == guid && $0.authorID == author }) {
            return ["comment_id": JSONValue(earlier.id), "parents_stack": .array(stack)] as JSONValue
        }
        let id = world.media.nextID("wall")
        var comment = Post.Comment(
            id: id, authorID: try call.page(author, in: world), date: call.date, text: text, replyTo: replyTo, attachments: attachments)
        comment.guid = guid
        world.add(comment, to: post)
        return ["comment_id": JSONValue(id), "parents_stack": .array(stack)] as JSONValue
    }
}

enum WallCloseComments: SimulatedMethod {
    static let name = "wall.closeComments"
    static let callers = Caller.pages
    static let scope = UserScope.wall

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world.setComments(isClosed: true, call)
    }
}

enum WallOpenComments: SimulatedMethod {
    static let name = "wall.openComments"
    static let callers = Caller.pages
    static let scope = UserScope.wall

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world.setComments(isClosed: false, call)
    }
}

extension World {
    /// The post that `owner_id` and `post_id` name.
    fileprivate func post(_ call: MethodCall) throws(APIFailure) -> Post {
        let owner = try call.parameters.int("owner_id") ?? call.caller.page
        let id = try call.parameters.int(required: "post_id", in: 0...Int.max)
        guard let post = posts[PostKey(ownerID: owner, id: id)] else { throw .parameter("post_id", "names an unknown post") }
        return post
    }

    fileprivate mutating func setComments(isClosed: Bool, _ call: MethodCall) throws(APIFailure) -> Int {
        var post = try post(call)
        _ = try call.page(post.ownerID, in: self)
        post.isClosed = isClosed
        posts.remember(post, for: PostKey(ownerID: post.ownerID, id: post.id))
        if post.ownerID < 0 { noteComments(of: -post.ownerID) }
        return 1
    }
}
