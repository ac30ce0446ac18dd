// Govorun: replies and forwards. SPDX-License-Identifier: MIT
import TapeJSON

/// Finds the messages that `reply_to`, `forward_messages` and `forward` name.
enum Quoting {
    static func read(_ call: MethodCall, peer: Int?, into draft: inout World.Draft, in world: World) throws(APIFailure) {
        let conversations = world[community: call.community].conversations
        if let id = try call.parameters.int("reply_to") {
            guard let peer, let message = conversations[peer]?.message(id: id) else { throw .parameter("reply_to") }
            draft.replyTo = message
        }
        if let ids = try call.parameters.ints("forward_messages", limit: 1000) {
            draft.forwards = try messages(ids, "forward_messages") { id in conversations.values.lazy.compactMap { $0.message(id: id) }.first
            }
        }
        guard let forward = try call.parameters.json("forward") else { return }
        let source = forward["peer_id"].int ?? peer
        guard forward.kind == .object, let source, let conversation = conversations[source] else { throw .parameter("forward") }
        let found = try messages(forward, in: conversation)
        guard forward["is_reply"].bool == true else { return draft.forwards += found }
        guard found.count == 1, source == peer else { throw .parameter("forward", "is_reply wants one message of the same peer") }
        draft.replyTo = found[0]
    }

    private static func messages(_ forward: JSON, in conversation: Conversation) throws(APIFailure) -> [Message] {
        let numbers = forward["conversation_message_ids"].exists ? forward["conversation_message_ids"] : forward["cmids"]
        if numbers.exists { return try messages(ids(numbers), "forward") { conversation[$0] } }
        return try messages(ids(forward["message_ids"]), "forward") { conversation.message(id: $0) }
    }

    private static func ids(_ list: JSON) throws(APIFailure) -> [Int] {
        let ids = list.items.map(\.int)
        guard list.kind == .array, !ids.isEmpty, !ids.contains(nil) else { throw .parameter("forward") }
        return ids.compactMap(\.self)
    }

    private static func messages(_ ids: [Int], _ parameter: String, find: (Int) -> Message?) throws(APIFailure) -> [Message] {
        guard ids.count <= 100 else { throw APIFailure(913, "Too many forwarded messages") }
        let found = ids.compactMap(find)
        guard found.count == ids.count else { throw .parameter(parameter, "names an unknown message") }
        return found
    }
}
