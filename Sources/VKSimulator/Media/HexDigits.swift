// Govorun: bytes as digits. SPDX-License-Identifier: MIT

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte.
    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
