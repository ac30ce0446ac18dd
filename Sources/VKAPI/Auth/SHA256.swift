// Govorun: SHA-256 of a short text (FIPS 180-4). SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension CodeProof {
    /// The digest behind `S256`; texts are short, so nothing is streamed.
    enum SHA256 {
        /// The fractions of the square roots of the first 8 primes, as the standard defines them.
        private static let initial = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
        /// The fractions of the cube roots of the first 64 primes.
        private static let constants = primes.map { fraction(cbrt(Double($0))) }
        private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }

        /// The first 32 bits behind the point.
        private static func fraction(_ root: Double) -> UInt32 { UInt32(truncatingIfNeeded: UInt64(root * 4_294_967_296)) }

        /// The 32 bytes of the digest.
        static func digest(of message: [UInt8]) -> [UInt8] {
            var state = initial
            let bits = UInt64(message.count) * 8
            var padded = message + [0x80]
            padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
            padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
            for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<start + 64], into: &state) }
            return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
        }

        private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
            var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
                block[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }
            for index in 16..<64 {
                let (old, young) = (words[index - 15], words[index - 2])
                let first = rotated(old, 7) ^ rotated(old, 18) ^ old >> 3
                let second = rotated(young, 17) ^ rotated(young, 19) ^ young >> 10
                words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
            }
            var work = state
            for index in 0..<64 {
                let choice = work[4] & work[5] ^ ~work[4] & work[6]
                let majority = work[0] & work[1] ^ work[0] & work[2] ^ work[1] & work[2]
                let mixed = rotated(work[4], 6) ^ rotated(work[4], 11) ^ rotated(work[4], 25)
                let first = work[7] &+ mixed &+ choice &+ constants[index] &+ words[index]
                let second = (rotated(work[0], 2) ^ rotated(work[0], 13) ^ rotated(work[0], 22)) &+ majority
                work = [first &+ second] + work[0..<3] + [work[3] &+ first] + work[4..<7]
            }
            for index in 0..<8 { state[index] &+= work[index] }
        }

        private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    }
}
