// Govorun: what tells one call of a run from another. SPDX-License-Identifier: MIT

/// A short form of what is called: the method, and a hash of everything it is called with.
package struct CallDigest: Sendable, Hashable {
    /// What is called, without what it is called with.
    let name: String
    let contentHash: UInt64

    package init(_ name: String, content: [String]) {
        self.name = name
        var hash = FNV1a()
        for part in content { hash.add(part) }
        contentHash = hash.value
    }

    /// A call's; a token is no parameter yet and takes no part.
    init(of call: Call) {
        self.init(call.method, content: call.parameters.items.sorted { $0.name < $1.name }.flatMap { [$0.name, $0.value] })
    }

    /// As it is kept: the name, a zero, eight bytes.
    var bytes: [UInt8] { Array(name.utf8) + [0] + (0..<8).map { UInt8(truncatingIfNeeded: contentHash >> ($0 * 8)) } }

    /// A `random_id` of it: positive, 31 bits.
    package var randomID: Int { max(1, Int(truncatingIfNeeded: contentHash >> 33)) }

    /// Reads the kept form; `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 9, bytes[bytes.count - 9] == 0 else { return nil }
        name = String(decoding: bytes.dropLast(9), as: UTF8.self)
        contentHash = bytes.suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
