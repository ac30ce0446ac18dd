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
        var copy = drop(while: \.isBlank)
        while let last = copy.last, last.isBlank { copy.removeLast() }
        return copy
    }
}
