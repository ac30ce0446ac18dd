// Govorun: what files say about themselves. SPDX-License-Identifier: MIT
import Testing

@testable import VKSimulator

@Suite("File formats")
struct FileFormatTests {
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
