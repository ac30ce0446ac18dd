// Govorun: mentions of people and communities in a text. SPDX-License-Identifier: MIT

/// A mention: who, and the name it is shown by (source: the reference, "Mentions and chats").
public struct Mention: Sendable, Hashable {
    /// What is mentioned.
    public enum Target: Sendable, Hashable {
        /// A person, or a community by its negative id.
        case page(Int)
        /// A page by its short name, in lower case; who that is only VK knows.
        case shortName(String)
        /// A link into VK that is shown as a text.
        case link(String)
        /// Everyone in the chat.
        case everyone
        /// Everyone in the chat who is online.
        case online
    }

    /// What is mentioned.
    public let target: Target
    /// The name it is shown by; empty where the page's own is shown.
    public let name: String

    /// A mention of `target`, shown as `name`.
    public init(_ target: Target, as name: String = "") {
        self.target = target
        self.name = name
    }

    /// A mention of a person, or of a community by its negative id.
    public init(of page: Int, as name: String = "") { self.init(.page(page), as: name) }

    /// The person, or the community as a negative number; `nil` where only VK knows, or where it is no page.
    public var pageID: Int? { if case .page(let id) = target { id } else { nil } }

    /// As VK reads it. Brackets in the name become parentheses, since nothing can escape them, and line breaks become spaces.
    public var written: String {
        let shown = String(name.map { Self.harmless[$0] ?? ($0.isNewline ? " " : $0) })
        switch target {
        case .page(let id):
            let page = (id < 0 ? "club" : "id") + String(id.magnitude)
            return shown.isBlank ? "@" + page : "[\(page)|\(shown)]"
        case .shortName(let name): return shown.isBlank ? "@" + name : "@\(name) (\(shown))"
        case .link(let link): return shown.isBlank ? link : "[\(link)|\(shown)]"
        case .everyone: return "@all"
        case .online: return "@online"
        }
    }

    private static let harmless: [Character: Character] = ["[": "(", "]": ")"]
}
