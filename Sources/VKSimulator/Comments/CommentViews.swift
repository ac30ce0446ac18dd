// Govorun: what people comment on, as the control API shows it. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

extension ControlEndpoint {
    static let comments: View = { (simulator, query) throws(SimulatorError) in
        guard let community = query.first(named: "community").flatMap({ Int($0) }) else {
            throw SimulatorError(.invalid, "a request without community")
        }
        return simulator.change { $0.commentsJSON(of: community) }
    }
}

extension World {
    /// Tells those who watch that the comments of a community are other now.
    mutating func noteComments(of community: Int) { journal.note("comments") { $0.member("community", community) } }

    /// The posts and whatever else is commented on, the newest last, each with its comments.
    func commentsJSON(of community: Int) -> JSONFragment {
        let walls = posts.entries { $0.ownerID == -community }.map { entry -> JSONValue in
            let post = entry.value
            return [
                "kind": "wall", "id": JSONValue(post.id), "text": JSONValue(post.text), "closed": JSONValue(post.isClosed),
                "comments": .array(post.comments.map { post.json(of: $0) }),
            ]
        }
        let threads = discussions.entries { $0.community == community }.map { entry -> JSONValue in
            let shown = entry.value.comments.map { comment -> JSONValue in
                guard comment.isDeleted, case .object(var json) = comment.json(in: entry.key) else { return comment.json(in: entry.key) }
                json["deleted"] = true
                return .object(json)
            }
            return ["kind": JSONValue(entry.key.kind.rawValue), "id": JSONValue(entry.key.id), "comments": .array(shown)]
        }
        return JSONFragment { $0.write(["threads": .array(walls + threads)] as JSONValue) }
    }
}

// MARK: Walls

extension VKSimulator {
    /// A community writes on its wall, with `wall_post_new`.
    ///
    /// - Returns: the post's number.
    /// - Throws: ``SimulatorError``: no such community; an empty text.
    @discardableResult
    public func post(_ text: String, onWallOf community: Int) throws(SimulatorError) -> Int {
        try change { world throws(SimulatorError) in
            guard world.communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
            guard !text.isEmpty else { throw SimulatorError(.invalid, "an empty post") }
            let id = world.media.nextID("wall")
            let date = world.configuration.time.unixSeconds()
            world.publish(
                Post(id: id, ownerID: -community, authorID: -community, creatorID: nil, date: date, text: text, attachments: []))
            return id
        }
    }

    /// A person comments on a post of a community's wall, with `wall_reply_new`.
    ///
    /// - Returns: the comment's number.
    /// - Throws: ``SimulatorError``: no such person, post or comment to reply to; comments that are closed; an empty text.
    @discardableResult
    public func comment(
        _ text: String, from person: Int, onPost id: Int, of community: Int, replyingTo: Int? = nil
    ) throws(SimulatorError) -> Int {
        try change { world throws(SimulatorError) in
            guard world.people[person] != nil else { throw SimulatorError(.notFound, "person \(person)") }
            guard let post = world.posts[World.PostKey(ownerID: -community, id: id)] else { throw SimulatorError(.notFound, "wall \(id)") }
            guard !post.isClosed else { throw SimulatorError(.refused, "comments of wall \(id) are closed") }
            guard !text.isEmpty else { throw SimulatorError(.invalid, "an empty comment") }
            if let replyingTo, !post.comments.contains(where: { $0.id == replyingTo }) {
                throw SimulatorError(.notFound, "comment \(replyingTo)")
            }
            let comment = Post.Comment(
                id: world.media.nextID("wall"), authorID: person, date: world.configuration.time.unixSeconds(), text: text,
                replyTo: replyingTo, attachments: [])
            world.add(comment, to: post)
            return comment.id
        }
    }
}
