// Govorun: text that is equal when its bytes are. SPDX-License-Identifier: MIT

/// A text compared and ordered by its UTF-8 bytes, as databases do it; `String` takes "é" and "e" with an accent for one.
struct ByteText: Hashable, Comparable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func hasPrefix(_ prefix: ByteText) -> Bool { bytes.starts(with: prefix.bytes) }

    static func < (left: ByteText, right: ByteText) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

extension Sequence<ByteText> {
    /// The page's names, in order.
    func names(of page: NamePage) -> [String] {
        let (prefix, last) = (ByteText(page.prefix), page.after.map(ByteText.init))
        let found = filter { text in text.hasPrefix(prefix) && (last.map { $0 < text } ?? true) }
        return found.sorted().prefix(page.limit).map(\.text)
    }
}
