// Govorun: a dialog or chat of one community. SPDX-License-Identifier: MIT
import TapeJSON

/// The chat part of a conversation.
struct Chat: Sendable {
    struct Member: Sendable {
        let id: Int
        let invitedBy: Int
        let joinDate: Int
        var isAdmin: Bool
    }

    var title: String
    /// Where its photo is; nil for none.
    var photo: String?
    let ownerID: Int
    /// In the order they joined; the community is among them by its negative id.
    var members: [Member]
    var pinned: Int?
    /// How often its invitation link was made anew.
    var linkNumber = 0
    /// Whether the community gets every message, not only those meant for it.
    var hasFullAccess = true

    func contains(_ id: Int) -> Bool { members.contains { $0.id == id } }
    func isAdmin(_ id: Int) -> Bool { id == ownerID || members.contains { $0.id == id && $0.isAdmin } }
}

/// A conversation: its messages, the keyboard that stands there, and, for a chat, who is in it.
struct Conversation: Sendable {
    let peerID: Int
    var chat: Chat?
    /// The keyboard under the input field.
    var keyboard: Keyboard?
    /// Up to which message the person has read, and up to which the community has.
    var readByPerson = 0
    var readByCommunity = 0
    /// Reactions that may be given here; nil for all.
    var allowedReactions: Set<Int>?
    var isImportant = false
    /// Whether the community marked what people wrote last as answered.
    var isAnswered = false
    private var kept: [Message] = []
    /// Numbers below this one are forgotten.
    private var firstKept = 1

    init(peerID: Int, chat: Chat? = nil) {
        self.peerID = peerID
        self.chat = chat
    }

    /// The messages that are not deleted.
    var existing: [Message] { kept.filter { !$0.isDeleted } }
    var lastNumber: Int { firstKept + kept.count - 1 }
    var last: Message? { kept.last }
    /// The newest message that is not deleted.
    var lastExisting: Message? { kept.last { !$0.isDeleted } }

    /// How many messages of people the community has not read.
    var unread: Int { kept.suffix(max(0, lastNumber - readByCommunity)).count { !$0.isOutgoing && !$0.isDeleted } }

    /// The message of that number, nil when it never was, was deleted, or is forgotten.
    subscript(number: Int) -> Message? {
        get {
            guard number >= firstKept, kept.indices.contains(number - firstKept), !kept[number - firstKept].isDeleted else { return nil }
            return kept[number - firstKept]
        }
        set {
            guard let newValue, number >= firstKept, kept.indices.contains(number - firstKept) else { return }
            kept[number - firstKept] = newValue
        }
    }

    /// The message of that id; ids grow with the numbers.
    func message(id: Int) -> Message? {
        var low = 0
        var high = kept.count
        while low < high {
            let middle = (low + high) / 2
            if kept[middle].id < id { low = middle + 1 } else { high = middle }
        }
        guard low < kept.count, kept[low].id == id, id > 0, !kept[low].isDeleted else { return nil }
        return kept[low]
    }

    mutating func append(_ message: Message, limit: Int) {
        // Forgetting half at once keeps an append cheap.
        if kept.count >= 2 * limit {
            kept.removeFirst(kept.count - limit)
            firstKept = message.number - kept.count
        }
        kept.append(message)
        isAnswered = false
    }
}
