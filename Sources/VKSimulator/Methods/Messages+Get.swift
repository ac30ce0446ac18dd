// Govorun: messages.getById, getByConversationMessageId, getHistory. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesGetByConversationMessageID: SimulatedMethod {
    static let name = "messages.getByConversationMessageId"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try call.parameters.int(required: "peer_id")
        guard let numbers = try call.parameters.ints("conversation_message_ids", limit: 100) else {
            throw .missing("conversation_message_ids")
        }
        try world.checkView(of: call.community, peer)
        let conversation = world[community: call.community].conversations[peer]
        let found = numbers.compactMap { conversation?[$0] }
        return try MessageList(found, count: found.count, call, in: world)
    }
}

enum MessagesGetByID: SimulatedMethod {
    static let name = "messages.getById"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let community = world[community: call.community]
        if let ids = try call.parameters.ints("message_ids", limit: 100) {
            let found = ids.compactMap { community.message(id: $0) }
            return try MessageList(found, count: found.count, call, in: world)
        }
        let peer = try call.parameters.int(required: "peer_id")
        guard let numbers = try call.parameters.ints("cmids", limit: 100) else { throw .missing("message_ids") }
        try world.checkView(of: call.community, peer)
        let found = numbers.compactMap { community.conversations[peer]?[$0] }
        return try MessageList(found, count: found.count, call, in: world)
    }
}

enum MessagesGetHistory: SimulatedMethod {
    static let name = "messages.getHistory"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let parameters = call.parameters
        let user = try parameters.int("user_id")
        guard let peer = try parameters.int("peer_id") ?? user else { throw .missing("peer_id") }
        try world.checkView(of: call.community, peer)
        let count = try parameters.int("count", in: 0...200) ?? 20
        let offset = try parameters.int("offset", in: 0...Int.max) ?? 0
        let isOldestFirst = try parameters.flag("rev") == true
        let messages = world[community: call.community].conversations[peer]?.existing ?? []
        var order = isOldestFirst ? messages : messages.reversed()
        if let first = try parameters.int("start_message_id", in: 1...Int.max) {
            order = order.filter { isOldestFirst ? $0.id >= first : $0.id <= first }
        }
        return try MessageList(Array(order.dropFirst(offset).prefix(count)), count: messages.count, call, in: world)
    }
}

/// `{count, items}`, with the authors when `extended` asks for them.
struct MessageList: JSONWritable {
    private let messages: [Message]
    private let count: Int
    private let authors: (profiles: JSONValue, groups: JSONValue)?

    init(_ messages: [Message], count: Int, _ call: MethodCall, in world: World) throws(APIFailure) {
        self.messages = messages
        self.count = count
        guard try call.parameters.flag("extended") == true else {
            authors = nil
            return
        }
        let fields = Set(try call.parameters.list("fields") ?? [])
        authors = world.pages(Set(messages.map(\.authorID)).sorted(), fields: fields)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("count", count)
            writer.member("items", messages)
            if let authors {
                writer.member("profiles", authors.profiles)
                writer.member("groups", authors.groups)
            }
        }
    }
}

extension World {
    /// People and communities of these ids, as `extended` answers list them.
    func pages(_ ids: [Int], fields: Set<String> = []) -> (profiles: JSONValue, groups: JSONValue) {
        (
            .array(ids.compactMap { people[$0]?.json(fields: fields) }),
            .array(ids.compactMap { $0 < 0 ? communities[-$0]?.json : nil })
        )
    }
}
