// Govorun: where a plugin works. SPDX-License-Identifier: MIT

/// One item of a plugin's `in:` list.
public enum Place: Sendable, Hashable {
    /// Dialogs with one person.
    case `private`
    /// All group chats.
    case chats
    /// One conversation by VK's `peer_id`; `chat N` is 2 000 000 000 + N.
    case peer(Int)

    /// Reads `private`, `chats`, `chat 3` or a peer id; `nil` when it is none of these.
    public init?(_ text: String) {
        let words = text.lowercased().split(separator: " ")
        if words == ["private"] {
            self = .private
        } else if words == ["chats"] {
            self = .chats
        } else if words.count == 2, words[0] == "chat", let number = Int(words[1]), (1...100_000_000).contains(number) {
            self = .peer(Peer.firstChat - 1 + number)
        } else if words.count == 1, let id = Int(words[0]), id != 0 {
            self = .peer(id)
        } else {
            return nil
        }
    }

    func covers(_ peer: Peer) -> Bool {
        switch self {
        case .private: peer.isPrivate
        case .chats: peer.isChat
        case .peer(let id): peer.id == id
        }
    }

    /// How `bots.yaml` names one conversation.
    public static func written(_ peer: Peer) -> String { peer.chatID.map { "chat \($0)" } ?? String(peer.id) }
}
