// Govorun: messages.restore, deleteConversation. SPDX-License-Identifier: MIT
import TapeJSON

/// Brings back what the community had deleted for itself. Everybody sees one history here, so such a message never went: there is nothing to
/// do. One that was deleted for all is not there any more.
enum MessagesRestore: SimulatedMethod {
    static let name = "messages.restore"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        _ = try call.anyGroup(in: world)
        if let id = try call.parameters.int("message_id", in: 0...Int.max), id > 0 {
            guard world[community: call.community].message(id: id) != nil else { throw .parameter("message_id") }
            return 1
        }
        guard let number = try call.parameters.int("cmid", in: 0...Int.max), number > 0 else { throw .missing("message_id") }
        let peer = try call.parameters.int(required: "peer_id")
        try world.checkAccess(of: call.community, to: peer)
        guard world[community: call.community].conversations[peer]?[number] != nil else { throw .parameter("cmid") }
        return 1
    }
}

/// Empties a conversation for the community: as with a message, nothing changes, since everybody sees one history here.
enum MessagesDeleteConversation: SimulatedMethod {
    static let name = "messages.deleteConversation"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        _ = try call.anyGroup(in: world)
        let (named, person) = (try call.parameters.int("peer_id"), try call.parameters.int("user_id"))
        guard let peer = named ?? person else { throw .missing("peer_id") }
        guard let conversation = world[community: call.community].conversations[peer] else { throw APIFailure(936, "Contact not found") }
        return ["last_deleted_id": JSONValue(conversation.lastExisting?.id ?? 0)] as JSONValue
    }
}
