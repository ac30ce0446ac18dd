// Govorun: eight bytes of a string at a glance. SPDX-License-Identifier: MIT

/// Eight bytes of a string, in the order of the text whatever the machine's.
struct EightBytes {
    let word: UInt64

    @inline(__always) init(at address: UnsafePointer<UInt8>) {
        word = UInt64(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt64.self))
    }

    private static let each: UInt64 = 0x0101_0101_0101_0101
    private static let topBits: UInt64 = 0x8080_8080_8080_8080

    /// How many bytes come before the first quote, backslash or control character; 8 when there is none.
    @inline(__always) var plainCount: Int { (marks & ~word & Self.topBits).trailingZeroBitCount >> 3 }

    /// As `plainCount`, but a byte outside ASCII stops as well.
    @inline(__always) var plainASCIICount: Int { ((marks | word) & Self.topBits).trailingZeroBitCount >> 3 }

    /// Whether these are four letters with the leads 0xd0 and 0xd1, the Russian alphabet: any continuation byte may follow them.
    @inline(__always) var areCyrillic: Bool { word & 0xc0fe_c0fe_c0fe_c0fe == 0x80d0_80d0_80d0_80d0 }

    /// The top bit of an ASCII byte that needs a look is set.
    ///
    /// A borrow may mark bytes above such a byte wrongly, and the top bit of others means nothing; only the first mark is used.
    @inline(__always) private var marks: UInt64 {
        let quote = word ^ Self.each &* 0x22
        let backslash = word ^ Self.each &* 0x5c
        return (quote &- Self.each) | (backslash &- Self.each) | (word &- Self.each &* 0x20)
    }
}
