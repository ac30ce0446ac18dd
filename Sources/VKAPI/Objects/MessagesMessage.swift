// Govorun: a message as VK sends it (source: the reference, "Message object"). SPDX-License-Identifier: MIT
public import TapeJSON

/// VK's `messages_message`, also in the shortened forms of replies and forwards.
public struct MessagesMessage: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The id; 0 in chats for a community, where only `conversationMessageID` names a message.
    public var id: Int { json["id"].int ?? 0 }
    /// The number within the conversation, from 1.
    public var conversationMessageID: Int { json["conversation_message_id"].int ?? json["cmid"].int ?? 0 }
    /// The conversation.
    public var peerID: Int { json["peer_id"].int ?? fromID }
    /// Who wrote it; negative for a community.
    public var fromID: Int { json["from_id"].int ?? 0 }
    /// Unix seconds.
    public var date: Int { json["date"].int ?? 0 }
    /// What was written; empty when only attachments were sent.
    public var text: String { json["text"].string ?? "" }
    /// Whether the token's owner sent it.
    public var out: Bool { json["out"].bool ?? false }
    /// JSON text of the pressed button's payload.
    public var payload: String? {
        let payload = json["payload"]
        return payload.string ?? (payload.exists ? payload.rawText : nil)
    }
    /// What was done to the chat, if that is what the message tells.
    public var action: MessagesMessageAction? {
        json["action"].kind == .object ? MessagesMessageAction(json["action"]) : nil
    }
    /// What is attached.
    public var attachments: VKList<MessagesMessageAttachment> { VKList(json["attachments"]) }
    /// The forwarded messages.
    public var fwdMessages: VKList<MessagesMessage> { VKList(json["fwd_messages"]) }
    /// The message this one answers.
    public var replyMessage: MessagesMessage? {
        json["reply_message"].kind == .object ? MessagesMessage(json["reply_message"]) : nil
    }
    /// Whether VK shortened it; the whole is read with `messages.getByConversationMessageId`.
    public var isCropped: Bool { json["is_cropped"].bool ?? false }
    /// The `ref` of the link that the writer came by.
    public var ref: String? { json["ref"].string }
    /// The administrator who wrote for the community.
    public var adminAuthorID: Int? { json["admin_author_id"].int }
}

/// What was done to a chat.
public struct MessagesMessageAction: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// VK's word: `chat_invite_user`, `chat_kick_user` …
    public var type: String { json["type"].string ?? "" }
    /// Whom it was done to; negative for a community.
    public var memberID: Int? { json["member_id"].int }
    /// The chat's new title.
    public var text: String? { json["text"].string }
}

/// One attachment: a type, and the object under that name.
public struct MessagesMessageAttachment: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// VK's word: `photo`, `doc`, `sticker` …
    public var type: String { json["type"].string ?? "" }
    /// The attached object.
    public var object: JSON { json[type] }
}

/// One peer's outcome of `messages.send` with `peer_ids`.
public struct MessagesSendUserIDsResponseItem: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The conversation.
    public var peerID: Int { json["peer_id"].int ?? 0 }
    /// The message's id; 0 in chats.
    public var messageID: Int { json["message_id"].int ?? 0 }
    /// The message's number within the conversation.
    public var conversationMessageID: Int { json["conversation_message_id"].int ?? 0 }
    /// Why this peer got nothing.
    public var error: MessagesSendError? { json["error"].kind == .object ? MessagesSendError(json["error"]) : nil }
}

/// Why one peer of several got nothing.
public struct MessagesSendError: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// VK's code.
    public var code: VKErrorCode { VKErrorCode(rawValue: json["code"].int ?? 0) }
    /// VK's words.
    public var description: String { json["description"].string ?? "" }
}
