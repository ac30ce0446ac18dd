// Govorun: what a message says beyond its generated fields. SPDX-License-Identifier: MIT
public import TapeJSON

extension MessagesMessage {
    /// The number within the conversation, from 1; 0 when VK does not tell it. VK also calls it `cmid`.
    public var conversationMessageID: Int { json["conversation_message_id"].int ?? json["cmid"].int ?? 0 }
    /// The conversation; in shortened forms, which lack it, the writer's.
    public var peerID: Int { json["peer_id"].int ?? fromID }
    /// JSON text of the pressed button's payload.
    public var payload: String? {
        let payload = json["payload"]
        return payload.string ?? (payload.exists ? payload.rawText : nil)
    }
    /// What was done to the chat, if that is what the message tells.
    public var action: MessagesMessageAction? {
        json["action"].kind == .object ? MessagesMessageAction(json["action"]) : nil
    }
    /// The message this one answers.
    public var replyMessage: MessagesMessage? {
        json["reply_message"].kind == .object ? MessagesMessage(json["reply_message"]) : nil
    }
}

extension MessagesMessageAttachment {
    /// The attached object, whatever its type: VK puts it under the type's name.
    public var object: JSON { json[type.rawValue] }
}
