// Govorun: messages.searchConversations, getHistoryAttachments, getImportantMessages, getIntentUsers. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesSearchConversations: SimulatedMethod {
    static let name = "messages.searchConversations"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let count = try call.parameters.int("count", in: 1...255) ?? 20
        let words = call.parameters.text("q")?.lowercased() ?? ""
        let all = world[community: call.community].conversations.values.filter { conversation in
            let title = conversation.chat?.title ?? world.name(of: conversation.peerID) ?? ""
            return !words.isEmpty && title.lowercased().contains(words)
        }
        let page = Array(all.sorted { $0.peerID < $1.peerID }.prefix(count))
        let items = page.compactMap { world.conversationJSON($0.peerID, call.community) }
        var answer: JSONObject = ["count": JSONValue(all.count), "items": .array(items)]
        if let authors = try world.authors(of: page, call) { (answer["profiles"], answer["groups"]) = authors }
        return answer
    }
}

enum MessagesGetHistoryAttachments: SimulatedMethod {
    static let name = "messages.getHistoryAttachments"
    static let right: TokenRight? = .messages

    /// VK's words for kinds (source: VK's JSON schema 5.199).
    private static let types: Set = [
        "app_action_games", "app_action_mini_apps", "audio", "audio_message", "clip", "doc", "graffiti", "link", "market", "photo", "share",
        "video", "wall",
    ]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let parameters = call.parameters
        let peer = try parameters.int(required: "peer_id")
        try world.checkView(of: call.community, peer)
        let wanted = try parameters.list("attachment_types") ?? [parameters.text("media_type") ?? "photo"]
        guard types.isSuperset(of: wanted) else { throw .parameter("media_type") }
        let count = try parameters.int("count", in: 0...200) ?? 30
        let offset = try parameters.int("offset", in: -200...200) ?? 0
        let start = parameters.text("start_from").flatMap { Int($0) } ?? 0
        _ = try parameters.int("max_forwards_level", in: 0...45)
        let first = try parameters.int("cmid", in: 0...Int.max) ?? .max
        let messages = (world[community: call.community].conversations[peer]?.existing ?? []).reversed().filter { $0.number <= first }
        let found = messages.flatMap { message in message.attachments.filter { Self.isOne(of: wanted, $0) }.map { (message, $0) } }
        let page = found.dropFirst(start + max(offset, 0)).prefix(count)
        var answer: JSONObject = ["items": .array(page.map { Self.item($0, $1) })]
        if start + max(offset, 0) + page.count < found.count {
            answer["next_from"] = JSONValue(String(start + max(offset, 0) + page.count))
        }
        if try parameters.flag("extended") == true {
            let fields = Set(try parameters.list("fields") ?? [])
            (answer["profiles"], answer["groups"]) = world.pages(Set(page.map(\.0.authorID)).sorted(), fields: fields)
        }
        return answer
    }

    private static func isOne(of types: [String], _ attachment: JSONValue) -> Bool {
        attachment.view["type"].string.map { types.contains($0) } ?? false
    }

    private static func item(_ message: Message, _ attachment: JSONValue) -> JSONValue {
        [
            "message_id": JSONValue(message.id), "cmid": JSONValue(message.number), "from_id": JSONValue(message.authorID),
            "date": JSONValue(message.date), "attachment": attachment,
        ]
    }
}

enum MessagesGetImportantMessages: SimulatedMethod {
    static let name = "messages.getImportantMessages"
    static let right: TokenRight? = .messages

    /// No method of a community's marks a message, so that there is never one.
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        for (name, range) in [("count", 0...200), ("offset", 0...Int.max), ("start_message_id", 0...Int.max)] {
            _ = try call.parameters.int(name, in: range)
        }
        var answer: JSONObject = ["messages": ["count": 0, "items": []]]
        if try call.parameters.flag("extended") == true {
            for key in ["profiles", "groups", "conversations"] { answer[key] = [] }
        }
        return answer
    }
}

enum MessagesGetIntentUsers: SimulatedMethod {
    static let name = "messages.getIntentUsers"
    static let right: TokenRight? = .messages

    private static let intents: Set = ["confirmed_notification", "non_promo_newsletter", "promo_newsletter"]

    /// Nobody subscribes here: the buttons for it are not simulated.
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard intents.contains(try call.parameters.text(required: "intent")) else { throw .parameter("intent") }
        for (name, range) in [("subscribe_id", 0...100), ("offset", 0...Int.max), ("count", 0...200)] {
            _ = try call.parameters.int(name, in: range)
        }
        var answer: JSONObject = ["count": 0, "items": []]
        if try call.parameters.flag("extended") == true { answer["profiles"] = [] }
        return answer
    }
}
