// Govorun: when an answer quotes what it answers. SPDX-License-Identifier: MIT

/// When `message.reply` quotes the message: `quote:` in `bots.yaml`, or `reply(…, quoting: .always)` for one.
public enum Quoting: String, Sendable, Hashable, CaseIterable {
    /// In group chats, where an answer without a quotation is lost among others'.
    case chats
    /// In private, too.
    case always
    /// Nowhere.
    case never

    /// Whether a reply in `peer` quotes.
    func applies(in peer: Peer) -> Bool {
        switch self {
        case .chats: peer.isChat
        case .always: true
        case .never: false
        }
    }
}
