// Govorun: kinds of events that a person's account alone has. SPDX-License-Identifier: MIT

extension UpdateType {
    /// The code of user long poll as a kind: `user_lp_52`.
    fileprivate static func code(_ code: Int) -> UpdateType { UpdateType(rawValue: "user_lp_\(code)") }
}

extension EventKind where Payload == MessageFlagsChange {
    /// A message's marks are these now.
    public static var messageFlagsReplaced: Self { Self(type: .code(1)) }
    /// A message got marks; deleted messages are told so.
    public static var messageFlagsSet: Self { Self(type: .code(2)) }
    /// A message lost marks.
    public static var messageFlagsCleared: Self { Self(type: .code(3)) }
}

extension EventKind where Payload == FriendPresence {
    /// A friend came online.
    public static var friendOnline: Self { Self(type: .code(8)) }
    /// A friend went.
    public static var friendOffline: Self { Self(type: .code(9)) }
}

extension EventKind where Payload == DialogFlagsChange {
    /// A conversation of a community lost marks.
    public static var dialogFlagsCleared: Self { Self(type: .code(10)) }
    /// The marks of a community's conversation are these now.
    public static var dialogFlagsReplaced: Self { Self(type: .code(11)) }
    /// A conversation of a community got marks.
    public static var dialogFlagsSet: Self { Self(type: .code(12)) }
}

extension EventKind where Payload == MessagesUpTo {
    /// All messages up to one were deleted.
    public static var messagesDeleted: Self { Self(type: .code(13)) }
    /// All messages up to one were restored.
    public static var messagesRestored: Self { Self(type: .code(14)) }
}

extension EventKind where Payload == ChatInfoChange {
    /// Something about a chat changed.
    public static var chatInfoChanged: Self { Self(type: .code(52)) }
}

extension EventKind where Payload == UnreadDialogs {
    /// The number of unread conversations changed.
    public static var unreadDialogs: Self { Self(type: .code(80)) }
}

extension EventKind where Payload == NotificationSettings {
    /// Notifications of a conversation were switched.
    public static var notificationsSwitched: Self { Self(type: .code(114)) }
}
