// Govorun: what files say about themselves. SPDX-License-Identifier: MIT
import Testing

@testable import VKSimulator

@Suite("File formats")
struct FileFormatTests {
    @Test(
        "SHA-256 hashes as FIPS 180-4 does",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha(text: String, hash: String) { #expect(SHA256.hash(Array(text.utf8)).hex == hash) }

    @Test("A hash does not depend on where the pieces are cut", arguments: [1, 63, 64, 65, 200])
    func pieces(size: Int) {
        let bytes = (0..<1000).map { UInt8($0 & 255) }
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: size) {
            Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { hash.update($0) }
        }
        #expect(hash.digest() == SHA256.hash(bytes))
    }

    @Test("Sizes stand in the heads of PNG, GIF and JPEG, there also after other segments")
    func pictures() {
        #expect(PictureHeader(SampleFile.png(300, 200)) == PictureHeader(.png, width: 300, height: 200))
        let gif = Array("GIF89a".utf8) + [0x2c, 1, 0xc8, 0, 0, 0, 0]
        #expect(PictureHeader(gif) == PictureHeader(.gif, width: 300, height: 200))
        let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 0, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 0xc8, 1, 0x2c, 3]
        #expect(PictureHeader(jpeg) == PictureHeader(.jpg, width: 300, height: 200))
    }

    @Test(
        "What is cut short or no picture has no size",
        arguments: [
            [], [0x89, 0x50], Array(SampleFile.png(1, 1).prefix(20)), SampleFile.png(0, 5), Array("GIF89a".utf8),
            [0xff, 0xd8, 0xff, 0xe0, 0, 4], [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0], [0xff, 0xd8, 0xff, 0xd9], Array("text".utf8),
        ] as [[UInt8]])
    func none(bytes: [UInt8]) { #expect(PictureHeader(bytes) == nil) }

    @Test("A voice file tells its length by its last page", arguments: [1, 4, 300])
    func voice(seconds: Int) { #expect(VoiceHeader(SampleFile.voice(seconds: seconds))?.seconds == seconds) }

    @Test("What is no Ogg Opus is no voice", arguments: ["", "OggS", "OggS but no opus", String(repeating: "x", count: 200)])
    func noVoice(text: String) { #expect(VoiceHeader(Array(text.utf8)) == nil) }

    @Test("Base64 for addresses has no padding", arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("fo~?>", "Zm9-Pz4")])
    func base64(text: String, expected: String) { #expect(Array(text.utf8).base64URL == expected) }

    @Test("A photo has VK's sizes, none larger than itself")
    func sizes() {
        func sizes(_ width: Int, _ height: Int) -> [PhotoSize] {
            PhotoSize.all(width: width, height: height)
        }
        #expect(sizes(1920, 1280).map(\.letter) == ["s", "m", "x", "y", "z", "w"])
        #expect(sizes(1920, 1280).last == PhotoSize(letter: "w", width: 1920, height: 1280))
        #expect(sizes(604, 403).map(\.letter) == ["s", "m", "x"])
        #expect(sizes(50, 40) == ["s", "m", "x"].map { PhotoSize(letter: $0, width: 50, height: 40) })
        #expect(sizes(14_000, 1).allSatisfy { $0.height == 1 })
    }
}
