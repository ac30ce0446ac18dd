// Govorun: what counts as space. SPDX-License-Identifier: MIT

extension Character {
    /// Whether it is nothing but white space. `isWhitespace` looks at its first scalar only, and an accent may sit on a space.
    var isBlank: Bool {
        let scalars = unicodeScalars
        guard scalars.count > 1 else { return isWhitespace }
        return scalars.allSatisfy(\.properties.isWhitespace)
    }
}

extension StringProtocol {
    /// Whether there is nothing to see.
    var isBlank: Bool { allSatisfy(\.isBlank) }
}

extension Substring {
    /// Without space at either end.
    var trimmed: Substring {
        if hasPlainEdges { return self }
        var copy = drop(while: \.isBlank)
        while let last = copy.last, last.isBlank { copy.removeLast() }
        return copy
    }

    /// Whether it begins and ends with a printable ASCII sign or a Russian letter, as nearly all texts do: then there is no space to find.
    private var hasPlainEdges: Bool {
        guard let first = utf8.first, let last = utf8.last else { return true }
        let lead = last < 0x80 ? 0 : utf8.dropLast().last ?? 0
        let isPlainStart = (0x21...0x7e).contains(first) || first == 0xd0 || first == 0xd1
        let isPlainEnd = (0x21...0x7e).contains(last) || lead == 0xd0 || lead == 0xd1
        return isPlainStart && isPlainEnd
    }
}
