// Govorun: what user long poll alone tells. SPDX-License-Identifier: MIT
public import TapeJSON

// Layouts of version 3 (source: the reference, "User long poll"). Codes that a later version adds 10000 to have others that nobody documents.

/// A code of user long poll as `updates: user-long-poll` hands it on: `{"code": CODE, "values": […]}`.
public protocol UserLongPollObject: VKObject {}

extension UserLongPollObject {
    /// VK's code.
    public var code: Int { json["code"].int ?? 0 }
    fileprivate func int(_ place: Int) -> Int? { json["values"][place].int }
}

/// Codes 1, 2, 3: marks of a message were replaced, set or taken off.
public struct MessageFlagsChange: UserLongPollObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// What a message can be marked as, VK's bits.
    public struct Flags: OptionSet, Sendable, Hashable {
        /// The sum of VK's bits.
        public let rawValue: Int
        /// Marks by the sum of their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Not read yet.
        public static let unread = Flags(rawValue: 1)
        /// Written by the page itself.
        public static let outgoing = Flags(rawValue: 2)
        /// Answered.
        public static let answered = Flags(rawValue: 4)
        /// Marked as important.
        public static let important = Flags(rawValue: 8)
        /// Marked as spam.
        public static let spam = Flags(rawValue: 64)
        /// Deleted, for the page itself.
        public static let deleted = Flags(rawValue: 128)
        /// Deleted for all.
        public static let deletedForAll = Flags(rawValue: 131_072)
        /// Not delivered.
        public static let notDelivered = Flags(rawValue: 262_144)
    }

    /// The message, by the page's own numbers.
    public var messageID: Int { int(0) ?? 0 }
    /// Those that were set or taken off; of code 1, all that it has now.
    public var flags: Flags { Flags(rawValue: int(1) ?? 0) }
    /// The conversation, where VK names it.
    public var peerID: Int? { int(2) }
}

/// Codes 8, 9: a friend came online, or went.
public struct FriendPresence: UserLongPollObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// Who: VK writes it negative.
    public var userID: Int { abs(int(0) ?? 0) }
    /// Whether the friend came.
    public var isOnline: Bool { code == 8 }
    /// Of who came: VK's number of the platform.
    public var platform: Int? { isOnline ? int(1) : nil }
    /// Of who went: whether just nothing was heard for long.
    public var isTimeout: Bool { !isOnline && int(1) == 1 }
    /// Unix seconds.
    public var time: Int? { int(2) }
    /// Of who came: the app.
    public var appID: Int? { isOnline ? int(3) : nil }
}

/// Codes 10, 11, 12: marks of a community's conversation were taken off, replaced or set.
public struct DialogFlagsChange: UserLongPollObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The conversation.
    public var peerID: Int { int(0) ?? 0 }
    /// Whether the mark "important" is among them.
    public var isImportant: Bool { (int(1) ?? 0) & 1 != 0 }
    /// Whether the mark "unanswered" is among them.
    public var isUnanswered: Bool { (int(1) ?? 0) & 2 != 0 }
}

/// Codes 13, 14: all messages up to one were deleted, or restored.
public struct MessagesUpTo: UserLongPollObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The conversation.
    public var peerID: Int { int(0) ?? 0 }
    /// The last of them, by VK's local id.
    public var localID: Int { int(1) ?? 0 }
}

/// Code 52: something about a chat changed.
public struct ChatInfoChange: UserLongPollObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// What it was, VK's numbers.
    public enum Kind: Int, Sendable, CaseIterable {
        /// The title.
        case title = 1
        /// The photo.
        case photo
        /// Somebody was made an administrator.
        case administratorAdded
        /// A message was pinned.
        case pinned
        /// Somebody came.
        case joined
        /// Somebody left.
        case left
        /// Somebody was removed.
        case removed
        /// Somebody is no administrator any more.
        case administratorRemoved
    }

    /// What changed; `nil` for a number that VK does not document.
    public var kind: Kind? { Kind(rawValue: int(0) ?? 0) }
    /// The chat.
    public var peerID: Int { int(1) ?? 0 }
    /// Whom it is about, for the kinds about people; else 0 or VK's own.
    public var info: Int { int(2) ?? 0 }
}

/// Code 80: how many conversations are unread.
public struct UnreadDialogs: UserLongPollObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The count.
    public var count: Int { int(0) ?? 0 }
}

/// Code 114: notifications of a conversation were switched.
public struct NotificationSettings: UserLongPollObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    private var settings: JSON { json["values"][0] }
    /// The conversation.
    public var peerID: Int { settings["peer_id"].int ?? 0 }
    /// Whether there is a sound.
    public var hasSound: Bool { settings["sound"].int == 1 }
    /// Until when they are off, in Unix seconds; -1 for ever, 0: they are on.
    public var disabledUntil: Int { settings["disabled_until"].int ?? 0 }
}
