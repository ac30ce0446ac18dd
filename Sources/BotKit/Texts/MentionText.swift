// Govorun: text that must not become a mention. SPDX-License-Identifier: MIT

/// Takes the meaning out of what VK would read as a mention; people see no difference.
enum MentionText {
    /// Zero-width space: VK offers no way to escape, and no mention goes on across it.
    static let breaker: Unicode.Scalar = "\u{200B}"

    /// `text` in which nothing mentions anybody, also when letters stand right before it or come right after.
    ///
    /// - Parameter previous: what `text` will stand behind: an `@` there must not find its name here.
    static func escaped(_ text: String, after previous: Unicode.Scalar? = nil) -> String {
        guard needsCare(text, previous) else { return text }
        var result = String.UnicodeScalarView()
        var last = previous
        var opener = previous.flatMap { opens($0) ? $0 : nil }
        for scalar in text.unicodeScalars {
            if let opener, continues(opener, scalar) { result.append(breaker) }
            result.append(scalar)
            opener = opens(scalar, after: last) ? scalar : nil
            last = scalar
        }
        // What comes next is not known yet.
        if opener != nil { result.append(breaker) }
        return String(result)
    }

    /// Most texts hold none of the signs.
    private static func needsCare(_ text: String, _ previous: Unicode.Scalar?) -> Bool {
        if let previous, opens(previous) { return true }
        return text.utf8.contains {
            $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "&")
        }
    }

    private static func opens(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "[" || scalar == "@" || scalar == "*" || scalar == "&"
    }

    /// An `@` or `*` after a letter or digit begins no mention: it stands in a mail address or a product.
    private static func opens(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Bool {
        guard opens(scalar) else { return false }
        guard scalar == "@" || scalar == "*", let last else { return true }
        return !isWord(last)
    }

    /// What makes a mention of an opener: a name, which begins with a letter; of `&`, VK's numeric entities (`&#91;` is a bracket).
    private static func continues(_ opener: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Bool {
        opener == "&" ? scalar == "#" : scalar == "_" || scalar.properties.isAlphabetic
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
