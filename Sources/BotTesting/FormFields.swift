// Govorun: `application/x-www-form-urlencoded`, read. SPDX-License-Identifier: MIT

enum FormFields {
    static func read(_ body: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            fields[text(parts[0])] = parts.count == 2 ? text(parts[1]) : ""
        }
        return fields
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let end = bytes.index(index, offsetBy: 3, limitedBy: bytes.endIndex)
            if bytes[index] == UInt8(ascii: "%"), let end,
                let byte = UInt8(String(decoding: bytes[(index + 1)..<end], as: UTF8.self), radix: 16)
            {
                result.append(byte)
                index = end
            } else {
                result.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
