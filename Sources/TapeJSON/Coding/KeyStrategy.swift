// Govorun: how coding keys become JSON keys. SPDX-License-Identifier: MIT

/// How the names of coding keys become the keys of JSON.
public enum KeyStrategy: Sendable {
    /// Just as they are.
    case asWritten
    /// `peerID` and `peerId` as `peer_id`, as VK spells. Reading prefers a key written just like the coding key;
    /// the keys of a `[String: …]` are never changed.
    case snakeCase

    func jsonKey(_ name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: name.snakeCased
        }
    }
}

extension String {
    /// `peerID` → `peer_id`, `myURLValue` → `my_url_value`: a word begins at a capital after a small letter or digit, and at the
    /// last of several capitals when a small letter follows.
    package var snakeCased: String {
        var result = ""
        let letters = Array(unicodeScalars)
        for (position, letter) in letters.enumerated() {
            let isCapital = letter.properties.isUppercase
            if isCapital, position > 0, letters[position - 1] != "_" {
                let followsSmall = !letters[position - 1].properties.isUppercase
                let precedesSmall =
                    position + 1 < letters.count && letters[position + 1].properties.isLowercase
                    && !Self.endsPlural(letters, at: position + 1)
                if followsSmall || precedesSmall { result += "_" }
            }
            result += isCapital ? letter.properties.lowercaseMapping : String(letter)
        }
        return result
    }

    /// Whether the small letter at `position` is the s of several abbreviations: `userIDs` is `user_ids`.
    private static func endsPlural(_ letters: [Unicode.Scalar], at position: Int) -> Bool {
        letters[position] == "s" && position >= 2 && letters[position - 2].properties.isUppercase
            && (position + 1 == letters.count || letters[position + 1].properties.isUppercase)
    }

    /// `peer_id` → `peerId`; underscores at either end stay.
    var camelCased: String {
        let leading = prefix { $0 == "_" }
        if leading.endIndex == endIndex { return self }
        let trailing = String(reversed().prefix { $0 == "_" })
        let words = split(separator: "_")
        guard words.count > 1, let first = words.first else { return self }
        return leading + first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + trailing
    }
}
