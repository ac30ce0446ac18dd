// Govorun: views of what updates are about (source: the reference, "Event types"). SPDX-License-Identifier: MIT
public import TapeJSON

/// `message_new`: somebody wrote to the community, or something happened in a chat it is in.
public struct MessageNew: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `message_new`.
    public init(_ json: JSON) { self.json = json }

    /// The message; before version 5.103 the object itself.
    public var message: MessagesMessage {
        let message = json["message"]
        return MessagesMessage(message.kind == .object ? message : json)
    }
    /// What the writer's client can show.
    public var clientInfo: ClientInfo { ClientInfo(json["client_info"]) }
}

/// What a client can show; every field may be missing, then it is assumed to be unable.
public struct ClientInfo: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `client_info`.
    public init(_ json: JSON) { self.json = json }

    /// The button actions it supports: `text`, `callback` …
    public var buttonActions: [String] { json["button_actions"].items.compactMap(\.string) }
    /// Whether it shows keyboards.
    public var keyboard: Bool { json["keyboard"].bool ?? false }
    /// Whether it shows keyboards inside messages.
    public var inlineKeyboard: Bool { json["inline_keyboard"].bool ?? false }
    /// Whether it shows carousels.
    public var carousel: Bool { json["carousel"].bool ?? false }
    /// The writer's language, numbered as VK's `lang`.
    public var langID: Int? { json["lang_id"].int }
}

/// `message_event`: a callback button was pressed.
public struct MessageEvent: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `message_event`.
    public init(_ json: JSON) { self.json = json }

    /// Who pressed.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// Where.
    public var peerID: Int { json["peer_id"].int ?? 0 }
    /// What the answer must name; valid for a minute. Not the envelope's `event_id`.
    public var eventID: String { json["event_id"].text ?? "" }
    /// The button's payload.
    public var payload: JSON { json["payload"] }
    /// The message with the button; `nil` for a keyboard under the input field.
    public var conversationMessageID: Int? { json["conversation_message_id"].int }
}

/// `group_join`: somebody joined, or asked to.
public struct GroupJoin: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `group_join`.
    public init(_ json: JSON) { self.json = json }

    /// Who.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// `join`, `unsure`, `accepted`, `approved` or `request`.
    public var joinType: String { json["join_type"].string ?? "" }
    /// Whether this only asks to be let in.
    public var isRequest: Bool { joinType == "request" }
}

/// `group_leave`: somebody left or was removed.
public struct GroupLeave: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `group_leave`.
    public init(_ json: JSON) { self.json = json }

    /// Who.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// Whether of their own will.
    public var isOwnWill: Bool { json["self"].bool ?? false }
}

/// `message_allow` and `message_deny`: somebody allowed or forbade messages from the community.
public struct MessagePermission: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `message_allow` or `message_deny`.
    public init(_ json: JSON) { self.json = json }

    /// Who.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// With `message_allow`: the key that the page passed on.
    public var key: String? { json["key"].string }
}
