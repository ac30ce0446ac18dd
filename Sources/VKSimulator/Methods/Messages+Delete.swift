// Govorun: messages.delete. SPDX-License-Identifier: MIT
import TapeJSON

/// Without `delete_for_all` VK hides a message from the community alone; here everybody sees one history, so that nothing changes.
enum MessagesDelete: SimulatedMethod {
    static let name = "messages.delete"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let isForAll = try call.parameters.flag("delete_for_all") == true
        if let ids = try call.parameters.ints("message_ids", limit: 1000) {
            return JSONValue.array(
                ids.map { id in
                    let message = world[community: call.community].message(id: id)
                    return result(of: message, ["message_id": JSONValue(id)], isForAll, call, in: &world)
                })
        }
        let peer = try call.parameters.int(required: "peer_id")
        guard let numbers = try call.parameters.ints("cmids", limit: 100) else { throw .missing("message_ids") }
        try world.checkAccess(of: call.community, to: peer)
        return JSONValue.array(
            numbers.map { number in
                let message = world[community: call.community].conversations[peer]?[number]
                return result(
                    of: message, ["peer_id": JSONValue(peer), "conversation_message_id": JSONValue(number)], isForAll, call, in: &world)
            })
    }

    private static func result(
        of message: Message?, _ name: JSONObject, _ isForAll: Bool, _ call: MethodCall, in world: inout World
    ) -> JSONValue {
        var item = name
        do throws(APIFailure) {
            guard let message else { throw APIFailure(104, "Not found") }
            if isForAll {
                try check(message, call, in: world)
                world.delete(message.number, of: message.peerID, in: call.community)
            }
            item["response"] = 1
        } catch {
            item["error"] = error.item
        }
        return .object(item)
    }

    /// For all: own messages of the last day, or any as the chat's administrator.
    private static func check(_ message: Message, _ call: MethodCall, in world: World) throws(APIFailure) {
        let chat = world[community: call.community].conversations[message.peerID]?.chat
        let isAllowed = message.authorID == -call.community || chat?.isAdmin(-call.community) == true
        guard isAllowed, call.date - message.date <= 86_400 else { throw APIFailure(924, "Can't delete this message for everybody") }
    }
}

extension CommunityState {
    /// The message of a private dialog with that id.
    func message(id: Int) -> Message? { conversations.values.lazy.compactMap { $0.message(id: id) }.first }
}
