// Govorun: comments coming, changing and going. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// Begins a thread that was not there.
    mutating func open(_ kind: CommentThread.Kind, of community: Int, id: Int?) throws(SimulatorError) -> CommentThread {
        guard communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
        lastThreads[kind, default: kind.lastID] += 1
        let thread = CommentThread(kind: kind, community: community, id: id ?? lastThreads[kind, default: 0])
        guard thread.id > 0 else { throw SimulatorError(.invalid, "\(kind.rawValue) \(thread.id)") }
        guard discussions[thread] == nil else { throw SimulatorError(.taken, "\(kind.rawValue) \(thread.id)") }
        discussions.remember(Discussion(), for: thread)
        noteComments(of: community)
        return thread
    }

    /// Adds a comment, with its event.
    mutating func add(
        _ text: String, _ attachments: [JSONValue] = [], from author: Int, to thread: CommentThread, replyTo: Int? = nil,
        guid: String? = nil,
        at date: Int
    ) -> ThreadComment {
        var discussion = discussions[thread] ?? Discussion()
        // A repeat of the same author's is the comment it was first.
        if let guid, let earlier = discussion.comments.first(where: { $0.guid == guid && $0.authorID == author }) { return earlier }
        discussion.lastID += 1
        let comment = ThreadComment(
            id: discussion.lastID, authorID: author, date: date, text: text, replyTo: replyTo, attachments: attachments, guid: guid)
        discussion.comments.append(comment)
        discussions.remember(discussion, for: thread)
        noteComments(of: thread.community)
        emit("\(thread.kind.family)_new", to: thread.community) { $0.write(comment.json(in: thread)) }
        return comment
    }

    /// Changes a comment; nil when there is none of that number.
    mutating func change(_ id: Int, of thread: CommentThread, _ body: (inout ThreadComment) -> Void) -> ThreadComment? {
        guard var discussion = discussions[thread], let place = discussion.place(of: id) else { return nil }
        body(&discussion.comments[place])
        discussions.remember(discussion, for: thread)
        noteComments(of: thread.community)
        return discussion.comments[place]
    }

    /// Deletes a comment, or restores it, with the event.
    ///
    /// - Returns: whether there was one to be deleted or restored.
    mutating func setDeleted(_ isDeleted: Bool, _ id: Int, of thread: CommentThread, by person: Int) -> Bool {
        let before = discussions[thread]?.comments.first { $0.id == id }
        guard before?.isDeleted == !isDeleted, let comment = change(id, of: thread, { $0.isDeleted = isDeleted }) else { return false }
        let object = isDeleted ? comment.deletion(by: person, in: thread) : comment.json(in: thread)
        emit("\(thread.kind.family)_\(isDeleted ? "delete" : "restore")", to: thread.community) { $0.write(object) }
        return true
    }
}
