// Govorun: chats by method: pin, unpin, rename, remove, link. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

enum MessagesPin: SimulatedMethod {
    static let name = "messages.pin"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try call.chatPeer(in: world)
        try world.checkAdmin(of: call.community, in: peer)
        guard let message = try MessagesEdit.find(call, peer, in: world) else { throw .parameter("cmid", "names an unknown message") }
        guard message.action == nil else { throw .parameter("cmid", "names a service message") }
        world.change(peer, of: call.community) { $0.pinned = message.number }
        world.announcePin(message, isPinned: true, call)
        return PinnedMessage(message: message)
    }
}

enum MessagesUnpin: SimulatedMethod {
    static let name = "messages.unpin"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try call.chatPeer(in: world)
        try world.checkAdmin(of: call.community, in: peer)
        let conversation = world[community: call.community].conversations[peer]
        guard let message = conversation?.chat?.pinned.flatMap({ conversation?[$0] }) else { return 1 }
        world.change(peer, of: call.community) { $0.pinned = nil }
        world.announcePin(message, isPinned: false, call)
        return 1
    }
}

enum MessagesEditChat: SimulatedMethod {
    static let name = "messages.editChat"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try call.chat()
        let title = try call.parameters.text(required: "title")
        try world.checkAdmin(of: call.community, in: peer)
        world.change(peer, of: call.community) { $0.title = title }
        world.announce(["type": "chat_title_update", "text": JSONValue(title)], in: peer, call)
        return 1
    }
}

enum MessagesRemoveChatUser: SimulatedMethod {
    static let name = "messages.removeChatUser"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try call.chat()
        let user = try call.parameters.int("user_id")
        guard let member = try call.parameters.int("member_id") ?? user else { throw .missing("member_id") }
        guard world.name(of: member) != nil else { throw APIFailure(936, "Contact not found") }
        // Leaving is everybody's right.
        if member == -call.community {
            try world.checkAccess(of: call.community, to: peer)
        } else {
            try world.checkAdmin(of: call.community, in: peer)
        }
        guard let chat = world[community: call.community].conversations[peer]?.chat, chat.contains(member) else {
            throw APIFailure(935, "User not found in chat")
        }
        guard member != chat.ownerID else { throw APIFailure(15, "Access denied: can't remove the owner of the chat") }
        world.change(peer, of: call.community) { chat in chat.members.removeAll { $0.id == member } }
        world.announce(["type": "chat_kick_user", "member_id": JSONValue(member)], in: peer, call)
        return 1
    }
}

enum MessagesGetInviteLink: SimulatedMethod {
    static let name = "messages.getInviteLink"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try call.chatPeer(in: world)
        let isReset = try call.parameters.flag("reset") == true
        try world.checkAccess(of: call.community, to: peer)
        guard world[community: call.community].conversations[peer]?.chat?.isAdmin(-call.community) == true else {
            throw isReset
                ? APIFailure(931, "You can't change invite link for this chat") : APIFailure(919, "You can't see invite link for this chat")
        }
        if isReset { world.change(peer, of: call.community) { $0.linkNumber += 1 } }
        let number = world[community: call.community].conversations[peer]?.chat?.linkNumber ?? 0
        let secret = SHA256.digest(of: Array("link \(call.community) \(peer) \(number) \(world.salt)".utf8)).hex.prefix(22)
        return ["link": JSONValue("https://vk.me/join/\(secret)")] as JSONValue
    }
}

enum MessagesCreateChat: SimulatedMethod {
    static let name = "messages.createChat"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let people = try call.parameters.ints("user_ids") ?? []
        let title = try call.parameters.text(required: "title")
        for person in people where world.people[person] == nil { throw APIFailure(936, "Contact not found") }
        let added = people.filter { world[community: call.community].permissions[$0] == .allowed }
        let peer = world.createChat(title, with: added, of: call.community, at: call.date)
        return ["chat_id": JSONValue(peer - World.firstChat), "peer_ids": .array(added.map { JSONValue($0) })] as JSONValue
    }
}

/// The shorter form in which a pinned message is answered.
private struct PinnedMessage: JSONWritable {
    let message: Message

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", message.id)
            writer.member("date", message.date)
            writer.member("from_id", message.authorID)
            writer.member("peer_id", message.peerID)
            writer.member("conversation_message_id", message.number)
            writer.member("text", message.text)
            writer.member("attachments", message.attachments)
            writer.member("fwd_messages", message.forwards)
            writer.member("important", false)
            if let geo = message.geo { writer.member("geo", geo) }
            if let reply = message.reply { writer.member("reply_message", reply) }
        }
    }
}

extension MethodCall {
    /// The peer id of the chat that `chat_id` names.
    fileprivate func chat() throws(APIFailure) -> Int { World.firstChat + (try parameters.int(required: "chat_id", in: 1...100_000_000)) }

    /// `peer_id`, which must be a chat's.
    fileprivate func chatPeer(in world: World) throws(APIFailure) -> Int {
        let peer = try parameters.int(required: "peer_id")
        guard World.isChat(peer) else { throw .parameter("peer_id", "is no chat") }
        guard world[community: community].conversations[peer] != nil else { throw APIFailure(927, "Chat does not exist") }
        return peer
    }
}

extension World {
    /// The community announces what it did.
    fileprivate mutating func announce(_ action: JSONObject, in peer: Int, _ call: MethodCall) {
        var draft = Draft()
        draft.action = .object(action)
        append(draft, from: -call.community, to: peer, in: call.community, at: call.date)
    }

    fileprivate mutating func announcePin(_ message: Message, isPinned: Bool, _ call: MethodCall) {
        var action: JSONObject = [
            "type": isPinned ? "chat_pin_message" : "chat_unpin_message", "member_id": JSONValue(-call.community),
            "conversation_message_id": JSONValue(message.number),
        ]
        if isPinned { action["message"] = JSONValue(message.text) }
        announce(action, in: message.peerID, call)
    }
}
