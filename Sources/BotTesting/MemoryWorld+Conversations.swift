// Govorun: conversations in the VK of a test. SPDX-License-Identifier: MIT
import BotKit

extension MemoryWorld {
    /// VK's answer to a call about conversations; `nil` for any other.
    mutating func conversationResponse(to call: MemoryVK.RecordedCall) -> JSONValue? {
        switch call.method {
        case "messages.pin":
            ["id": 0, "peer_id": .integer(call.number("peer_id")), "conversation_message_id": .integer(call.number("cmid"))]
        case "messages.unpin", "messages.sendReaction", "messages.deleteReaction", "messages.editChat", "messages.removeChatUser": 1
        case "messages.delete": delete(call)
        case "messages.isMessagesFromGroupAllowed": ["is_allowed": .integer(closed[call.number("user_id")] == nil ? 1 : 0)]
        case "messages.getConversationsById": ["count": 1, "items": .array(call.numbers("peer_ids").map(conversation))]
        case "messages.getConversationMembers": people(of: call.number("peer_id"))
        default: nil
        }
    }

    private mutating func delete(_ call: MemoryVK.RecordedCall) -> JSONValue {
        let peer = call.number("peer_id")
        return .array(
            call.numbers("cmids").map { number in
                guard let index = replies.firstIndex(where: { $0.peerID == peer && $0.conversationMessageID == number }) else {
                    return [
                        "peer_id": .integer(peer), "conversation_message_id": .integer(number),
                        "error": ["code": 924, "description": "it is not the bot's"],
                    ]
                }
                replies[index].isDeleted = true
                return ["peer_id": .integer(peer), "conversation_message_id": .integer(number), "response": 1]
            })
    }

    /// Why a bot that is no administrator of the chat may not (source: the reference, "Chats"); `nil` when it may.
    func missingRight(for call: MemoryVK.RecordedCall) -> VKErrorCode? {
        let peer = call.number("chat_id") > 0 ? 2_000_000_000 + call.number("chat_id") : call.number("peer_id")
        guard chatsWithoutRights.contains(peer) else { return nil }
        return switch call.method {
        case "messages.getConversationMembers": .messagesChatUserNoAccess
        case "messages.editChat", "messages.removeChatUser": .messagesChatNotAdmin
        case "messages.getInviteLink": .messagesCantSeeInviteLink
        default: nil
        }
    }

    private func conversation(_ peer: Int) -> JSONValue {
        var conversation: JSONObject = ["peer": ["id": .integer(peer), "type": .string(Peer(id: peer).isChat ? "chat" : "user")]]
        if let chat = Peer(id: peer).chatID {
            conversation["chat_settings"] = [
                "title": .string("Беседа \(chat)"), "members_count": .integer(members(of: peer).count), "state": "in",
            ]
        }
        return .object(conversation)
    }

    private func members(of peer: Int) -> [Int] {
        (chatAdmins[peer] ?? []).union(chatMembers[peer] ?? []).sorted()
    }

    private func people(of peer: Int) -> JSONValue {
        let admins = chatAdmins[peer] ?? []
        let everybody = members(of: peer)
        let items = everybody.map { id -> JSONValue in
            admins.contains(id) ? ["member_id": .integer(id), "is_admin": true] : ["member_id": .integer(id)]
        }
        let profiles = everybody.compactMap { id in names[id].map { ["id": .integer(id), "first_name": .string($0)] as JSONValue } }
        return ["count": .integer(items.count), "items": .array(items), "profiles": .array(profiles), "groups": []]
    }
}
