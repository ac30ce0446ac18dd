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

    /// Whether there is nothing to hide.
    public var isEmpty: Bool { value.isEmpty }

    /// Always `<secret>`.
    public var description: String { "<secret>" }
    /// Always `<secret>`.
    public var debugDescription: String { description }
    /// Shows no children, so `dump` prints nothing of the value.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// `text` with every occurrence of this secret replaced by `<secret>`, also where it stands percent-encoded.
    ///
    /// For texts that come from outside: a server may quote the form it was sent.
    public func redacting(_ text: String) -> String {
        let bare = text.replacingBytes(of: Array(value.utf8), with: description)
        let encoded = FormEncoding.encoded(value)
        return encoded.elementsEqual(value.utf8) ? bare : bare.replacingBytes(of: encoded, with: description)
    }
}

extension String {
    /// This text with each place where the bytes `needle` stand replaced; itself when there is none.
    fileprivate func replacingBytes(of needle: [UInt8], with replacement: String) -> String {
        guard let first = needle.first else { return self }
        let bytes = Array(utf8)
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index + needle.count <= bytes.count {
            guard bytes[index] == first, bytes[index..<index + needle.count].elementsEqual(needle) else {
                index += 1
                continue
            }
            result += bytes[copied..<index]
            result += replacement.utf8
            index += needle.count
            copied = index
        }
        return copied == 0 ? self : String(decoding: result + bytes[copied...], as: UTF8.self)
    }
}
