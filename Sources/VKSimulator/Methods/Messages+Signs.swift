// Govorun: typing, reading, permission. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesSetActivity: SimulatedMethod {
    static let name = "messages.setActivity"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let user = try call.parameters.int("user_id")
        guard let peer = try call.parameters.int("peer_id") ?? user else { throw .missing("peer_id") }
        let state = call.parameters.text("type") ?? "typing"
        guard ["typing", "audiomessage", "photo", "video", "file"].contains(state) else { throw .parameter("type") }
        try world.checkAccess(of: call.community, to: peer)
        world.noteTyping(from: -call.community, peer, in: call.community, state: state)
        return 1
    }
}

enum MessagesMarkAsRead: SimulatedMethod {
    static let name = "messages.markAsRead"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let ids = try call.parameters.ints("message_ids") ?? []
        let named = ids.first.flatMap { world[community: call.community].message(id: $0)?.peerID }
        guard let peer = try call.parameters.int("peer_id") ?? named else { throw .missing("peer_id") }
        try world.checkView(of: call.community, peer)
        guard let conversation = world[community: call.community].conversations[peer] else { throw .parameter("peer_id") }
        let number = try lastRead(call, conversation)
        let read = max(conversation.readByCommunity, min(number, conversation.lastNumber))
        world[community: call.community].conversations[peer]?.readByCommunity = read
        world.tellAccountsOfReading(read, of: peer, in: call.community, by: -call.community)
        world.journal.note("read") { writer in
            writer.member("community", call.community)
            writer.member("peer", peer)
            writer.member("cmid", read)
        }
        return 1
    }

    /// The number up to which is read; without one, all is.
    private static func lastRead(_ call: MethodCall, _ conversation: Conversation) throws(APIFailure) -> Int {
        if let number = try call.parameters.int("up_to_cmid", in: 1...Int.max) { return number }
        let start = try call.parameters.int("start_message_id", in: 1...Int.max)
        let listed = try call.parameters.ints("message_ids") ?? []
        let ids = start.map { [$0] } ?? listed
        guard !ids.isEmpty else { return conversation.lastNumber }
        guard let number = ids.compactMap({ conversation.message(id: $0)?.number }).max() else {
            throw .parameter(start == nil ? "message_ids" : "start_message_id", "names an unknown message")
        }
        return number
    }
}

enum MessagesIsMessagesFromGroupAllowed: SimulatedMethod {
    static let name = "messages.isMessagesFromGroupAllowed"
    static let callers: Set<Caller.Kind> = [.community, .person]
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard try call.parameters.int("group_id") != nil else { throw .missing("group_id") }
        let community = try call.anyGroup(in: world)
        let person = try call.parameters.int(required: "user_id")
        guard world.people[person] != nil else { throw APIFailure(113, "Invalid user id") }
        return ["is_allowed": world[community: community].permissions[person] == .allowed ? 1 : 0] as JSONValue
    }
}

enum MessagesAllowMessagesFromGroup: SimulatedMethod {
    static let name = "messages.allowMessagesFromGroup"
    static let callers: Set<Caller.Kind> = [.person]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let key = call.parameters.text("key") ?? ""
        guard key.unicodeScalars.count <= 256 else { throw .parameter("key", "is too long") }
        try perform(call, in: &world) { (world, person, community) throws(SimulatorError) in try world.allow(person, community, key: key) }
        return 1
    }

    /// What a person's own token does to a community.
    static func perform(
        _ call: MethodCall, in world: inout World, _ action: (inout World, Int, Int) throws(SimulatorError) -> Void
    ) throws(APIFailure) {
        let community = try call.anyGroup(in: world)
        guard case .person(let person) = call.caller else { return }
        do { try action(&world, person, community) } catch { throw APIFailure(15, "Access denied: \(error.description)") }
    }
}

enum MessagesDenyMessagesFromGroup: SimulatedMethod {
    static let name = "messages.denyMessagesFromGroup"
    static let callers: Set<Caller.Kind> = [.person]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try MessagesAllowMessagesFromGroup.perform(call, in: &world) { (world, person, community) throws(SimulatorError) in
            try world.deny(person, community)
        }
        return 1
    }
}
