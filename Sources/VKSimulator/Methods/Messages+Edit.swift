// Govorun: messages.edit. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesEdit: SimulatedMethod {
    static let name = "messages.edit"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try Outgoing.check(call, in: world)
        let peer = try call.parameters.int(required: "peer_id")
        try world.checkAccess(of: call.community, to: peer)
        guard var message = try find(call, peer, in: world) else { throw .parameter("message_id", "names an unknown message") }
        guard message.authorID == -call.community, message.action == nil else {
            throw APIFailure(920, "Can't edit this kind of message")
        }
        guard call.date - message.date <= 86_400 else { throw APIFailure(909, "Can't edit this message, because it's too old") }
        let draft = try Outgoing.draft(call, peer: peer, in: world)
        message.take(draft, keepsForwards: try call.parameters.flag("keep_forward_messages") == true)
        world.replace(&message, in: call.community, at: call.date)
        world[community: call.community].conversations[peer]?.place(draft.keyboard)
        if draft.keyboard?.isInline == false { world.noteKeyboard(of: peer, in: call.community) }
        return 1
    }

    static func find(_ call: MethodCall, _ peer: Int, in world: World) throws(APIFailure) -> Message? {
        let conversation = world[community: call.community].conversations[peer]
        if let number = try call.parameters.int("cmid") { return conversation?[number] }
        if let number = try call.parameters.int("conversation_message_id") { return conversation?[number] }
        return conversation?.message(id: try call.parameters.int(required: "message_id"))
    }
}

extension Message {
    /// What an edit leaves out is removed; the reply stays.
    fileprivate mutating func take(_ draft: World.Draft, keepsForwards: Bool) {
        text = draft.text
        attachments = draft.attachments
        keyboard = draft.keyboard.flatMap { $0.isInline ? $0 : nil }
        template = draft.template
        formatData = draft.formatData
        geo = draft.geo
        if !keepsForwards { forwards = [] }
    }
}
