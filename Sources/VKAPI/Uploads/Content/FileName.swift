// Govorun: names of files in a form. SPDX-License-Identifier: MIT

/// What VK takes from a file's name is its extension, and for a document its title.
enum FileName {
    /// `name` with `fileExtension` where it has none of its own; `file` in place of an empty one.
    static func completed(_ name: String, _ fileExtension: String?) -> String {
        let name = name.isEmpty ? "file" : name
        guard Self.fileExtension(of: name) == nil, let fileExtension else { return name }
        return "\(name).\(fileExtension)"
    }

    /// The extension in lower case: one to five letters and digits, at least one letter among them, so that `v1.2` has none.
    static func fileExtension(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let tail = name[dot...].dropFirst()
        guard (1...5).contains(tail.utf8.count), tail.utf8.allSatisfy({ isLetter($0) || isDigit($0) }), tail.utf8.contains(where: isLetter)
        else { return nil }
        return tail.lowercased()
    }

    /// The last part of a path.
    static func last(ofPath path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
