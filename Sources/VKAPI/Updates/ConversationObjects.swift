// Govorun: views of reading, typing and reactions (source: the reference, "Event types"). SPDX-License-Identifier: MIT
public import TapeJSON

/// `message_read`: somebody read what the community wrote.
public struct MessageRead: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `message_read`.
    public init(_ json: JSON) { self.json = json }

    /// Who read.
    public var fromID: Int { json["from_id"].int ?? 0 }
    /// Where.
    public var peerID: Int { json["peer_id"].int ?? 0 }
    /// The last message read.
    public var readMessageID: Int { json["read_message_id"].int ?? 0 }
    /// Its number within the conversation.
    public var conversationMessageID: Int { json["conversation_message_id"].int ?? 0 }
}

/// `message_typing_state`: somebody is writing, or doing something that takes as long.
public struct MessageTypingState: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `message_typing_state`.
    public init(_ json: JSON) { self.json = json }

    /// `typing`, `audiomessage`, `photo`, `video` or `file`.
    public var state: String { json["state"].string ?? "" }
    /// Who writes; negative for the community.
    public var fromID: Int { json["from_id"].int ?? 0 }
    /// Whom they write to: the community, negative; a person when the community writes.
    public var toID: Int { json["to_id"].int ?? 0 }
    /// The conversation, which VK does not name to communities: with the community it is the person, in a chat the chat.
    public var peerID: Int { json["peer_id"].int ?? (toID > 0 ? toID : fromID) }
}

/// `message_reaction_event`: somebody set a reaction to a message, or took it back.
public struct MessageReaction: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `message_reaction_event`.
    public init(_ json: JSON) { self.json = json }

    /// Who.
    public var reactedID: Int { json["reacted_id"].int ?? 0 }
    /// Where.
    public var peerID: Int { json["peer_id"].int ?? 0 }
    /// The message's number within the conversation.
    public var conversationMessageID: Int { json["cmid"].int ?? 0 }
    /// The reaction; `nil` when it was taken back.
    public var reactionID: Int? { json["reaction_id"].int }
}
