// Govorun: people comment on photos, videos, topics and goods. SPDX-License-Identifier: MIT
import TapeJSON

extension VKSimulator {
    /// Gives a community something to comment on.
    ///
    /// - Parameter id: nil takes the next free one.
    /// - Throws: ``SimulatorError``: no such community, an id that is taken.
    @discardableResult
    public func openThread(_ kind: CommentThread.Kind, of community: Int, id: Int? = nil) throws(SimulatorError) -> CommentThread {
        try change { world throws(SimulatorError) in try world.open(kind, of: community, id: id) }
    }

    /// A person comments, with the event of its kind.
    ///
    /// - Returns: the comment's number.
    /// - Throws: ``SimulatorError``: no such person, thread or comment to reply to; an empty text.
    @discardableResult
    public func comment(_ text: String, from person: Int, on thread: CommentThread, replyingTo: Int? = nil) throws(SimulatorError) -> Int {
        try change { world throws(SimulatorError) in
            guard world.people[person] != nil else { throw SimulatorError(.notFound, "person \(person)") }
            guard let discussion = world.discussions[thread] else {
                throw SimulatorError(.notFound, "\(thread.kind.rawValue) \(thread.id)")
            }
            guard !text.isEmpty else { throw SimulatorError(.invalid, "an empty comment") }
            if let replyingTo, discussion.place(of: replyingTo) == nil { throw SimulatorError(.notFound, "comment \(replyingTo)") }
            let date = world.configuration.time.unixSeconds()
            return world.add(text, from: person, to: thread, replyTo: replyingTo, at: date).id
        }
    }

    /// The author changes a comment, with the event.
    public func editComment(_ id: Int, text: String, on thread: CommentThread) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            guard !text.isEmpty else { throw SimulatorError(.invalid, "an empty comment") }
            guard let comment = world.change(id, of: thread, { $0.text = text }) else { throw SimulatorError(.notFound, "comment \(id)") }
            world.emit("\(thread.kind.family)_edit", to: thread.community) { $0.write(comment.json(in: thread)) }
        }
    }

    /// Somebody deletes a comment, or, with `isDeleted` false, restores it, with the event.
    public func deleteComment(
        _ id: Int, by person: Int, on thread: CommentThread, isDeleted: Bool = true
    ) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            guard world.setDeleted(isDeleted, id, of: thread, by: person) else { throw SimulatorError(.notFound, "comment \(id)") }
        }
    }

    /// The comments of a thread that are not deleted, oldest first.
    public func comments(on thread: CommentThread) -> [ThreadComment] {
        change { world in world.discussions[thread]?.comments.filter { !$0.isDeleted } ?? [] }
    }
}
