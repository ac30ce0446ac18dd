// Govorun: a value that must never be shown. SPDX-License-Identifier: MIT

/// A token, a password or a key: prints `<secret>` wherever it is described, mirrored or interpolated.
///
/// `reveal()` is the only way to the value; it is called where bytes leave the process and nowhere else.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// Hides `value` from here on.
    public init(_ value: String) { self.value = value }

    /// The value itself, for the bytes of a request.
    public func reveal() -> String { value }

    /// Whether there is anything to hide.
    public var isEmpty: Bool { value.isEmpty }

    /// Always `<secret>`.
    public var description: String { "<secret>" }
    /// Always `<secret>`.
    public var debugDescription: String { description }
    /// Shows no children, so `dump` prints nothing of the value.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// `text` with every occurrence of this secret replaced by `<secret>`; for texts that come from outside (a server's error message).
    public func redacting(_ text: String) -> String {
        guard !value.isEmpty else { return text }
        var rest = Substring(text)
        var result = ""
        while let found = rest.firstRange(of: value) {
            result += rest[..<found.lowerBound] + description
            rest = rest[found.upperBound...]
        }
        return result.isEmpty && rest.count == text.count ? text : result + rest
    }
}

extension Substring {
    /// The first place where `needle` stands, byte for byte.
    fileprivate func firstRange(of needle: String) -> Range<Index>? {
        let haystack = utf8
        let wanted = Array(needle.utf8)
        var start = haystack.startIndex
        while start != haystack.endIndex {
            if haystack[start...].starts(with: wanted) {
                return start..<haystack.index(start, offsetBy: wanted.count)
            }
            start = haystack.index(after: start)
        }
        return nil
    }
}
