// Govorun: the ways to name a page of VK. SPDX-License-Identifier: MIT

/// A person or a community as somebody typed it (source: the reference, "Ids and peers", "Mentions and chats").
enum PageName: Sendable, Hashable {
    /// A person, or a community by its negative id.
    case id(Int)
    /// A short name in lower case; who that is VK must be asked.
    case shortName(String)

    /// Reads `1`, `id1`, `club1`, `@durov`, `*id1`, `vk.com/id1`, `https://vk.ru/durov`; `nil` when it is none of these.
    init?(_ word: String) {
        var text = word[...]
        if text.first == "@" || text.first == "*" { text = text.dropFirst() }
        if let path = Self.path(of: text) { text = path }
        if let id = MentionReader.pageID(text) {
            self = .id(id)
        } else if let id = Int(text), id != 0, text.first != "+" {
            self = .id(id)
        } else if Self.isShortName(text) {
            self = .shortName(text.lowercased())
        } else {
            return nil
        }
    }

    /// What a mention points at; `nil` for `@all`.
    init?(_ mention: Mention) {
        switch mention.target {
        case .page(let id): self = .id(id)
        case .shortName(let name): self = .shortName(name)
        case .link(let link): self.init(link)
        case .everyone, .online: return nil
        }
    }

    /// Letters, digits, dots and low lines, the first of them a letter, as VK allows.
    static func isShortName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first), (2...32).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

    private static let hosts = ["m.vk.com/", "m.vk.ru/", "www.vk.com/", "vk.com/", "vk.ru/", "vk.me/"]

    /// What stands behind VK's host, up to a query.
    private static func path(of text: Substring) -> Substring? {
        var link = text
        for scheme in ["https://", "http://"] where link.lowercased().hasPrefix(scheme) { link = link.dropFirst(scheme.count) }
        guard let host = hosts.first(where: { link.lowercased().hasPrefix($0) }) else { return nil }
        return link.dropFirst(host.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }
}
