// Govorun: messages.send. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesSend: SimulatedMethod {
    static let name = "messages.send"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try Outgoing.check(call, in: world)
        let randomID = try randomID(of: call)
        if let peers = try call.parameters.ints("peer_ids", limit: 100) {
            let draft = try Outgoing.draft(call, peer: peers.count == 1 ? peers[0] : nil, in: world)
            return JSONValue.array(peers.map { item($0, draft, randomID, call, in: &world) })
        }
        let peer = try Outgoing.peer(of: call, in: world)
        let draft = try Outgoing.draft(call, peer: peer, in: world)
        return try send(draft, to: peer, randomID, call, in: &world).id
    }

    private static func randomID(of call: MethodCall) throws(APIFailure) -> Int {
        let range = Int(Int32.min)...Int(Int32.max)
        guard call.version >= APIVersion(major: 5, minor: 90) else { return try call.parameters.int("random_id", in: range) ?? 0 }
        return try call.parameters.int(required: "random_id", in: range)
    }

    private static func item(
        _ peer: Int, _ draft: World.Draft, _ randomID: Int, _ call: MethodCall, in world: inout World
    ) -> JSONValue {
        do {
            let sent = try send(draft, to: peer, randomID, call, in: &world)
            return ["peer_id": JSONValue(peer), "message_id": JSONValue(sent.id), "conversation_message_id": JSONValue(sent.number)]
        } catch {
            return ["peer_id": JSONValue(peer), "message_id": 0, "conversation_message_id": 0, "error": error.item]
        }
    }

    /// A repeat of a `random_id` is not performed and answered as the first was.
    private static func send(
        _ draft: World.Draft, to peer: Int, _ randomID: Int, _ call: MethodCall, in world: inout World
    ) throws(APIFailure) -> CommunityState.Sent {
        try world.checkAccess(of: call.community, to: peer)
        let scope = world.configuration.randomIDScope == .peer ? peer : 0
        let key = CommunityState.RandomKey(peerID: scope, randomID: randomID)
        if randomID != 0, let earlier = world[community: call.community].sent[key] { return earlier }
        var draft = draft
        draft.randomID = randomID
        let message = world.append(draft, from: -call.community, to: peer, in: call.community, at: call.date)
        let sent = CommunityState.Sent(id: message.id, number: message.number)
        if randomID != 0 { world[community: call.community].sent.remember(sent, for: key) }
        return sent
    }
}
