// Govorun: messages.getConversationsById, getConversationMembers. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesGetConversationsByID: SimulatedMethod {
    static let name = "messages.getConversationsById"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard let peers = try call.parameters.ints("peer_ids", limit: 100) else { throw .missing("peer_ids") }
        let items = peers.compactMap { world.conversationJSON($0, call.community) }
        var answer: JSONObject = ["count": JSONValue(items.count), "items": .array(items)]
        let found = peers.compactMap { world[community: call.community].conversations[$0] }
        if let authors = try world.authors(of: found, call) { (answer["profiles"], answer["groups"]) = authors }
        return answer
    }
}

enum MessagesGetConversationMembers: SimulatedMethod {
    static let name = "messages.getConversationMembers"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try call.parameters.int(required: "peer_id")
        let offset = try call.parameters.int("offset", in: 0...Int.max) ?? 0
        let count = try call.parameters.int("count", in: 0...1000) ?? 1000
        let fields = Set(try call.parameters.list("fields") ?? [])
        try world.checkView(of: call.community, peer)
        let members = try items(peer, call, in: world)
        let pages = world.pages(
            members.compactMap { $0["member_id"].flatMap { if case .integer(let id) = $0 { id } else { nil } } }, fields: fields)
        return [
            "count": JSONValue(members.count), "items": .array(Array(members.dropFirst(offset).prefix(count))), "profiles": pages.profiles,
            "groups": pages.groups,
        ] as JSONValue
    }

    private static func items(_ peer: Int, _ call: MethodCall, in world: World) throws(APIFailure) -> [JSONValue] {
        guard let chat = world[community: call.community].conversations[peer]?.chat else {
            guard world.people[peer] != nil else { throw .parameter("peer_id") }
            return [["member_id": JSONValue(peer)], ["member_id": JSONValue(-call.community)]]
        }
        guard chat.isAdmin(-call.community) else { throw APIFailure(917, "You don't have access to this chat") }
        return chat.members.map { member in
            var item: JSONObject = [
                "member_id": JSONValue(member.id), "invited_by": JSONValue(member.invitedBy), "join_date": JSONValue(member.joinDate),
            ]
            if member.isAdmin { item["is_admin"] = true }
            if member.id == chat.ownerID { item["is_owner"] = true }
            return .object(item)
        }
    }
}

extension World {
    /// A conversation as VK describes it; nil for one that is not there.
    func conversationJSON(_ peer: Int, _ community: Int) -> JSONValue? {
        let state = self[community: community]
        guard let conversation = state.conversations[peer] else { return nil }
        let type = Self.isChat(peer) ? "chat" : "user"
        let local = Self.isChat(peer) ? peer - Self.firstChat : peer
        var object: JSONObject = [
            "peer": ["id": JSONValue(peer), "type": JSONValue(type), "local_id": JSONValue(local)],
            "last_message_id": JSONValue(conversation.last?.id ?? 0),
            "in_read": JSONValue(conversation.id(of: conversation.readByCommunity)),
            "out_read": JSONValue(conversation.id(of: conversation.readByPerson)),
            "in_read_cmid": JSONValue(conversation.readByCommunity), "out_read_cmid": JSONValue(conversation.readByPerson),
            "last_conversation_message_id": JSONValue(conversation.lastNumber), "important": JSONValue(conversation.isImportant),
            "unanswered": JSONValue(conversation.isUnanswered), "is_marked_unread": false, "can_write": canWrite(peer, community),
            "sort_id": ["major_id": 0, "minor_id": JSONValue(conversation.last?.version ?? 0)],
            "version": JSONValue(conversation.last?.version ?? 0),
        ]
        if conversation.unread > 0 { object["unread_count"] = JSONValue(conversation.unread) }
        if let chat = conversation.chat {
            object["chat_settings"] = [
                "title": JSONValue(chat.title), "members_count": JSONValue(chat.members.count), "owner_id": JSONValue(chat.ownerID),
                "state": chat.contains(-community) ? "in" : "kicked",
                "admin_ids": .array(chat.members.filter(\.isAdmin).map { JSONValue($0.id) }),
            ]
        }
        return .object(object)
    }

    private func canWrite(_ peer: Int, _ community: Int) -> JSONValue {
        do {
            try checkAccess(of: community, to: peer)
            return ["allowed": true]
        } catch {
            return ["allowed": false, "reason": JSONValue(error.code)]
        }
    }
}

extension Conversation {
    fileprivate func id(of number: Int) -> Int { self[number]?.id ?? 0 }
}
