// Govorun: the hash that recognises files and codes. SPDX-License-Identifier: MIT
import Testing

@testable import CurlClient

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "Known texts have the hashes of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (String(repeating: "a", count: 100_000), "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
        ])
    func hash(text: String, digest: String) {
        var whole = SHA256()
        Array(text.utf8).withUnsafeBytes { whole.update($0) }
        #expect(whole.finish().description == digest)
        var pieces = SHA256()
        for piece in stride(from: 0, to: text.utf8.count, by: 37) {
            Array(text.utf8)[piece..<min(piece + 37, text.utf8.count)].withUnsafeBytes { pieces.update($0) }
        }
        #expect(pieces.finish().description == digest)
    }

    @Test("The hash is the same wherever a piece ends", arguments: 54...66)
    func padding(count: Int) {
        let bytes = (0..<count).map { UInt8($0) }
        let digests = (0...count).map { cut in
            var hash = SHA256()
            bytes[..<cut].withUnsafeBytes { hash.update($0) }
            bytes[cut...].withUnsafeBytes { hash.update($0) }
            return hash.finish()
        }
        #expect(Set(digests).count == 1)
    }
}
