// Govorun: HMAC-SHA256. SPDX-License-Identifier: MIT

extension SHA256 {
    /// The 32 bytes by which whoever knows `key` recognises `message` (RFC 2104).
    package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? digest(of: key) : key
        block += [UInt8](repeating: 0, count: 64 - block.count)
        let inner = digest(of: block.map { $0 ^ 0x36 } + message)
        return digest(of: block.map { $0 ^ 0x5c } + inner)
    }
}
