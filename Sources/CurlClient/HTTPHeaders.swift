// Govorun: header fields of an answer, read on demand. SPDX-License-Identifier: MIT

/// The header fields of an answer, kept as the bytes that came: most answers are never asked for one.
public struct HTTPHeaders: Sendable {
    /// Lines as on the wire, each ending in LF, without the status line.
    private var lines: [UInt8]

    /// Takes lines as they came over the wire.
    init(lines: [UInt8]) { self.lines = lines }

    /// Makes fields from pairs; for fakes in tests.
    public init(_ fields: [(name: String, value: String)] = []) {
        lines = fields.flatMap { "\($0.name): \($0.value)\r\n".utf8 }
    }

    /// The value of the first field of that name in any letter case, without white space around it.
    public subscript(name: String) -> String? {
        let wanted = Array(name.utf8)
        return lines.split(separator: newline).lazy.compactMap { value(of: wanted, in: $0) }.first
    }

    /// The values of all fields of that name in any letter case, in the order they came.
    public func all(_ name: String) -> [String] {
        let wanted = Array(name.utf8)
        return lines.split(separator: newline).compactMap { value(of: wanted, in: $0) }
    }

    /// All fields, in the order they came, names as the server wrote them.
    public var fields: [(name: String, value: String)] {
        lines.split(separator: newline).compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return (String(decoding: line[..<colon], as: UTF8.self), text(line[(colon + 1)...]))
        }
    }

    private var newline: UInt8 { UInt8(ascii: "\n") }

    private func value(of name: [UInt8], in line: ArraySlice<UInt8>) -> String? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon - line.startIndex == name.count,
            zip(line, name).allSatisfy({ lowercase($0) == lowercase($1) })
        else { return nil }
        return text(line[(colon + 1)...])
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") }
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private func lowercase(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// The names only: a value may be a secret.
    public var description: String { fields.map(\.name).joined(separator: ", ") }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
