// Govorun: control of comments. SPDX-License-Identifier: MIT
import TapeJSON

extension ControlEndpoint {
    /// A post, which keeps its comments itself; its author alone changes them.
    private static let wall = "wall"

    static let commentActions: [String: Action] = [
        "thread": { (simulator, body) throws(SimulatorError) in
            if try body.text("kind") == wall {
                return ["id": JSONValue(try simulator.post(try body.text("text"), onWallOf: try body.int("community")))]
            }
            let thread = try simulator.openThread(try body.threadKind(), of: try body.int("community"), id: try body.intIfAny("id"))
            return ["id": JSONValue(thread.id)]
        },
        "comment": { (simulator, body) throws(SimulatorError) in
            if try body.text("kind") == wall {
                let id = try simulator.comment(
                    try body.text("text"), from: try body.int("person"), onPost: try body.int("id"), of: try body.int("community"),
                    replyingTo: try body.intIfAny("reply_to"))
                return ["id": JSONValue(id)]
            }
            let id = try simulator.comment(
                try body.text("text"), from: try body.int("person"), on: try body.thread(), replyingTo: try body.intIfAny("reply_to"))
            return ["id": JSONValue(id)]
        },
        "edit-comment": { (simulator, body) throws(SimulatorError) in
            try simulator.editComment(try body.int("comment"), text: try body.text("text"), on: try body.thread())
            return done
        },
        "delete-comment": { (simulator, body) throws(SimulatorError) in
            try simulator.deleteComment(
                try body.int("comment"), by: try body.int("person"), on: try body.thread(),
                isDeleted: try body.flag("deleted", default: true))
            return done
        },
    ]
}

extension ControlBody {
    fileprivate func threadKind() throws(SimulatorError) -> CommentThread.Kind {
        let name = try text("kind")
        guard let kind = CommentThread.Kind(rawValue: name) else { throw SimulatorError(.invalid, "kind \(name)") }
        return kind
    }

    fileprivate func thread() throws(SimulatorError) -> CommentThread {
        CommentThread(kind: try threadKind(), community: try int("community"), id: try int("id"))
    }
}
