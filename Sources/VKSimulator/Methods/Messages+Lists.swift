// Govorun: messages.getConversations, search, and marks of a conversation. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesGetConversations: SimulatedMethod {
    static let name = "messages.getConversations"
    static let right: TokenRight? = .messages

    private static let filters: Set = ["all", "archive", "important", "sorted_chats", "unanswered", "unread"]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let parameters = call.parameters
        let offset = try parameters.int("offset", in: 0...Int.max) ?? 0
        let count = try parameters.int("count", in: 0...200) ?? 20
        let filter = parameters.text("filter") ?? "all"
        guard filters.contains(filter) else { throw .parameter("filter") }
        let listed = world[community: call.community].conversations.values.filter { $0.lastExisting != nil && $0.passes(filter) }
        let order = listed.sorted { ($0.last?.version ?? 0) > ($1.last?.version ?? 0) }
        let page = Array(order.dropFirst(offset).prefix(count))
        return try ConversationList(page, total: order.count, unread: listed.count { $0.unread > 0 }, call, in: world)
    }
}

enum MessagesSearch: SimulatedMethod {
    static let name = "messages.search"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let words = try call.parameters.text(required: "q").lowercased()
        let count = try call.parameters.int("count", in: 0...100) ?? 20
        let offset = try call.parameters.int("offset", in: 0...Int.max) ?? 0
        let peer = try call.parameters.int("peer_id")
        if let peer { try world.checkView(of: call.community, peer) }
        let conversations = world[community: call.community].conversations.values.filter { peer == nil || $0.peerID == peer }
        let found = conversations.flatMap(\.existing).filter { $0.text.lowercased().contains(words) }.sorted { $0.version > $1.version }
        return try MessageList(Array(found.dropFirst(offset).prefix(count)), count: found.count, call, in: world)
    }
}

enum MessagesMarkAsAnsweredConversation: SimulatedMethod {
    static let name = "messages.markAsAnsweredConversation"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try world.conversationPeer(call)
        let isAnswered = try call.parameters.flag("answered") ?? true
        world[community: call.community].conversations[peer]?.isAnswered = isAnswered
        return 1
    }
}

enum MessagesMarkAsImportantConversation: SimulatedMethod {
    static let name = "messages.markAsImportantConversation"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try world.conversationPeer(call)
        let isImportant = try call.parameters.flag("important") ?? true
        world[community: call.community].conversations[peer]?.isImportant = isImportant
        return 1
    }
}

extension World {
    fileprivate func conversationPeer(_ call: MethodCall) throws(APIFailure) -> Int {
        let peer = try call.parameters.int(required: "peer_id")
        try checkView(of: call.community, peer)
        guard self[community: call.community].conversations[peer] != nil else { throw .parameter("peer_id") }
        return peer
    }
}

/// Conversations with their last messages.
private struct ConversationList: JSONWritable {
    private let items: [(conversation: JSONValue, last: Message?)]
    private let total: Int
    private let unread: Int
    private let authors: (profiles: JSONValue, groups: JSONValue)?

    init(_ page: [Conversation], total: Int, unread: Int, _ call: MethodCall, in world: World) throws(APIFailure) {
        items = page.compactMap { conversation in
            world.conversationJSON(conversation.peerID, call.community).map { ($0, conversation.lastExisting) }
        }
        self.total = total
        self.unread = unread
        authors = try world.authors(of: page, call)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("count", total)
            writer.member("unread_count", unread)
            writer.key("items")
            writer.array { writer in
                for item in items {
                    writer.object { writer in
                        writer.member("conversation", item.conversation)
                        if let last = item.last { writer.member("last_message", last) }
                    }
                }
            }
            if let authors {
                writer.member("profiles", authors.profiles)
                writer.member("groups", authors.groups)
            }
        }
    }
}

extension World {
    /// People and communities of these conversations, when `extended` asks for them.
    func authors(of page: [Conversation], _ call: MethodCall) throws(APIFailure) -> (profiles: JSONValue, groups: JSONValue)? {
        guard try call.parameters.flag("extended") == true else { return nil }
        let fields = Set(try call.parameters.list("fields") ?? [])
        let ids = Set(page.flatMap { [$0.peerID, $0.lastExisting?.authorID].compactMap(\.self) }).sorted()
        return pages(ids, fields: fields)
    }
}

extension Conversation {
    /// Whether a person had the last word and nobody marked it as answered.
    var isUnanswered: Bool { lastExisting?.isOutgoing == false && !isAnswered }

    fileprivate func passes(_ filter: String) -> Bool {
        switch filter {
        case "unread": unread > 0
        case "unanswered": isUnanswered
        case "important": isImportant
        case "archive": false
        case "sorted_chats": chat != nil
        default: true
        }
    }
}
