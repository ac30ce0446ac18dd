// Govorun: which addresses belong to the open Internet. SPDX-License-Identifier: MIT
import Glibc

/// Tells public addresses from those of this machine, its networks and reserved blocks.
///
/// Source: IANA's registries of special-purpose IPv4 and IPv6 addresses (RFC 6890 and its updates).
enum PublicAddress {
    /// Blocks of IPv4 that are not public: first address, bits of the prefix.
    private static let reserved: [(block: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12), (0xC000_0000, 24),
        (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24),
        (0xE000_0000, 3),
    ]

    /// Whether a socket address is public; of another family than IPv4 and IPv6 it is not.
    static func includes(_ address: UnsafePointer<sockaddr>) -> Bool {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { includes(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr)) }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { includes(v6: Array($0)) }
            }
        default: false
        }
    }

    static func includes(v4 address: UInt32) -> Bool {
        !reserved.contains { address >> (32 - $0.bits) == $0.block >> (32 - $0.bits) }
    }

    /// - Parameter bytes: the 16 bytes of the address.
    static func includes(v6 bytes: [UInt8]) -> Bool {
        let embedded = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        // IPv4 in IPv6: mapped (::ffff:0:0/96) and translated by NAT64 (64:ff9b::/96).
        if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
            || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
        {
            return includes(v4: embedded)
        }
        guard bytes[0] & 0xE0 == 0x20 else { return false }  // 2000::/3 is all that is handed out
        let isSpecial = bytes.starts(with: [0x20, 0x01]) && bytes[2] < 2  // 2001::/23: Teredo and other protocols' own
        let isTunnel = bytes.starts(with: [0x20, 0x02])  // 6to4 leads to an IPv4 address of the sender's choice
        let isExample = bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) || (bytes.starts(with: [0x3F, 0xFF]) && bytes[2] < 0x10)
        return !(isSpecial || isTunnel || isExample)
    }
}
