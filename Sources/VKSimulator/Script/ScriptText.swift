// Govorun: texts searched byte for byte. SPDX-License-Identifier: MIT

extension String {
    /// Where another text begins in this one, compared byte for byte: composed and decomposed letters are different.
    func position(of other: String) -> String.Index? { position(of: other.utf8, from: utf8.startIndex) }

    /// The parts between the places where a separator stands; the scalars when the separator is empty.
    func parts(between separator: String) -> [String] {
        guard !separator.isEmpty else { return unicodeScalars.map { String($0) } }
        var parts: [String] = []
        var start = utf8.startIndex
        while let end = position(of: separator.utf8, from: start) {
            parts.append(String(self[start..<end]))
            start = utf8.index(end, offsetBy: separator.utf8.count)
        }
        return parts + [String(self[start...])]
    }

    private func position(of other: String.UTF8View, from start: String.Index) -> String.Index? {
        guard let first = other.first else { return start }
        var rest = utf8[start...]
        while let found = rest.firstIndex(of: first) {
            rest = rest[found...]
            if rest.starts(with: other) { return found }
            rest = rest.dropFirst()
        }
        return nil
    }
}
