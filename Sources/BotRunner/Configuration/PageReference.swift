// Govorun: a person or a community as people write them. SPDX-License-Identifier: MIT

/// A page of VK: an id, a link or a short name; checked for form when the file is read, resolved when the bot starts.
public enum PageReference: Sendable, Hashable {
    /// A person's id.
    case user(Int)
    /// A community's id, positive.
    case community(Int)
    /// A short name that VK has to resolve.
    case name(String)

    /// Reads `1`, `-1`, `id1`, `club1`, `public1`, `event1`, `durov`, `@durov`, and each of these behind `vk.com/` or `vk.ru/`.
    public init?(_ text: String) {
        var rest = text[...]
        for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) { rest = rest.dropFirst(scheme.count) }
        for host in ["m.vk.com/", "m.vk.ru/", "vk.com/", "vk.ru/", "vk.me/"] where rest.lowercased().hasPrefix(host) {
            rest = rest.dropFirst(host.count)
        }
        if rest.first == "@" || rest.first == "*" { rest = rest.dropFirst() }
        if rest.last == "/" { rest = rest.dropLast() }
        if let number = Int(rest) {
            guard number != 0, number.magnitude <= Self.largestID else { return nil }
            self = number > 0 ? .user(number) : .community(-number)
            return
        }
        for (prefix, make) in Self.numbered where rest.lowercased().hasPrefix(prefix) {
            let digits = rest.dropFirst(prefix.count)
            guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { continue }
            // `id0` is nobody, not somebody's short name.
            guard let number = Int(digits), number > 0, number <= Self.largestID else { return nil }
            self = make(number)
            return
        }
        guard (2...64).contains(rest.count), rest.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") })
        else {
            return nil
        }
        self = .name(rest.lowercased())
    }

    /// VK's ids are 64-bit, and far from it; what is longer is a slip of the finger.
    private static let largestID = 999_999_999_999_999

    private static let numbered: [(String, @Sendable (Int) -> PageReference)] = [
        ("id", { .user($0) }), ("club", { .community($0) }), ("public", { .community($0) }), ("event", { .community($0) }),
    ]
}

extension PageReference: Decodable {
    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let page = PageReference(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "not a page of VK; write an id, id1, club1, a short name or a link")
        }
        self = page
    }
}
