// Govorun: the random_id of what a handler sends. SPDX-License-Identifier: MIT

/// Derives `random_id` from what a send *is*, so that the same handler run again on the same update sends the same ids, and VK drops the
/// repeats. Not from the text: that may differ between runs (a dice, the time) while VK already shows the first.
enum RandomID {
    /// A positive number of 31 bits.
    ///
    /// - Parameter salt: counted up when VK has seen the number before, on another message.
    static func derive(
        bot: Int, event: String, plugin: String, handler: String, peer: Int, ordinal: Int, part: Int, salt: Int = 0
    ) -> Int {
        var hash = FNV1a()
        for field in [String(bot), event, plugin, handler, String(peer), String(ordinal), String(part)] { hash.add(field) }
        if salt > 0 { hash.add(String(salt)) }
        let folded = (hash.value ^ (hash.value >> 32)) & 0x7fff_ffff
        return folded == 0 ? 1 : Int(folded)
    }
}

/// The 64-bit FNV-1a hash: stable between runs and machines, unlike `Hasher`.
struct FNV1a {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds a field and a byte that no UTF-8 holds, so that two fields are never read as one.
    mutating func add(_ field: String) {
        for byte in field.utf8 { mix(byte) }
        mix(0xff)
    }

    private mutating func mix(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
}
