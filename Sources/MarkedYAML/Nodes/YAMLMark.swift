// Govorun: a place in a YAML file. SPDX-License-Identifier: MIT

/// A place in a file, as an editor shows it.
public struct YAMLMark: Sendable, Hashable, Comparable {
    /// The line, from 1. Lines end with LF, CRLF or CR.
    public let line: Int
    /// The column, from 1, in Unicode scalars: a Cyrillic letter, a tab or a plain emoji is one.
    public let column: Int
    /// How many Unicode scalars stand before this place; a byte order mark is not counted.
    public let offset: Int

    /// A place made by hand, for problems that no parser found.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// The very beginning of a file.
    public static let start = YAMLMark(line: 1, column: 1, offset: 0)

    /// Earlier in the file is less.
    public static func < (left: YAMLMark, right: YAMLMark) -> Bool {
        left.offset < right.offset
    }
}
