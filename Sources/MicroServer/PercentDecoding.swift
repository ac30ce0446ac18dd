// Govorun: percent escapes of paths, queries and forms. SPDX-License-Identifier: MIT

/// A path with its escapes resolved.
///
/// - Returns: nil for a broken escape, bytes that are not UTF-8, or a NUL: such a path names nothing, and guessing is how
///   servers hand out files they should not.
func decodedPath(_ raw: Substring) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.utf8.count)
    var rest = raw.utf8.makeIterator()
    while let byte = rest.next() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let high = hexDigit(rest.next()), let low = hexDigit(rest.next()) else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
}

/// The fields of `application/x-www-form-urlencoded` text, as the WHATWG URL standard parses it: `+` is a space, a broken
/// escape stays as it is, bytes that are not UTF-8 become U+FFFD, empty pieces are skipped.
func decodedForm(_ bytes: some Collection<UInt8>) -> FieldList {
    var fields = FieldList()
    for piece in bytes.split(separator: UInt8(ascii: "&")) {
        let split = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
        let value = split == piece.endIndex ? piece[split...] : piece[piece.index(after: split)...]
        fields.append(decodedFormText(piece[..<split]), decodedFormText(value))
    }
    return fields
}

private func decodedFormText(_ bytes: some Collection<UInt8>) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index != bytes.endIndex {
        let byte = bytes[index]
        index = bytes.index(after: index)
        guard byte == UInt8(ascii: "%") else {
            decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            continue
        }
        var escape = bytes[index...].prefix(2).makeIterator()
        if let high = hexDigit(escape.next()), let low = hexDigit(escape.next()) {
            decoded.append(high << 4 | low)
            index = bytes.index(index, offsetBy: 2)
        } else {
            decoded.append(byte)
        }
    }
    return String(decoding: decoded, as: UTF8.self)
}

private func hexDigit(_ byte: UInt8?) -> UInt8? {
    guard let byte else { return nil }
    return switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
}
