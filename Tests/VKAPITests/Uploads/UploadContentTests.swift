// Govorun: what a file is, is called and hashes to. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import Testing

@testable import VKAPI

@Suite("Files of uploads")
struct UploadContentTests {
    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(
        "The type is told by content, whatever the name says",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg", "jpg"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png", "png"),
            (ascii("GIF89a"), "image/gif", "gif"), (ascii("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 "), "image/webp", "webp"),
            (ascii("%PDF-1.7"), "application/pdf", "pdf"), (ascii("PK\u{3}\u{4}"), "application/zip", "zip"),
            (ascii("OggS\0\u{2}"), "audio/ogg", "ogg"), ([0, 0, 0, 0x18] + ascii("ftypisom"), "video/mp4", "mp4"),
            ([0, 0, 0, 0x14] + ascii("ftypqt  "), "video/quicktime", "mov"), ([0, 0, 0, 0x14] + ascii("ftyp3gp4"), "video/3gpp", "3gp"),
            (ascii("ID3\u{4}"), "audio/mpeg", "mp3"), ([0xFF, 0xFB, 0x90], "audio/mpeg", "mp3"),
            (ascii("RIFF\u{1}\u{2}\u{3}\u{4}WAVEfmt "), "audio/wav", "wav"),
            (ascii("RIFF\u{1}\u{2}\u{3}\u{4}AVI LIST"), "video/x-msvideo", "avi"),
            ([0x1A, 0x45, 0xDF, 0xA3], "video/webm", "webm"), (ascii("FLV\u{1}"), "video/x-flv", "flv"),
            ([0x00, 0x00, 0x01, 0xBA], "video/mpeg", "mpg"), ([0x1F, 0x8B, 8], "application/gzip", "gz"),
        ] as [([UInt8], String, String)])
    func byContent(head: [UInt8], mediaType: String, fileExtension: String) throws {
        let named = try UploadContent(.bytes(head), name: "thing.bin", hashing: false)
        #expect(named.mediaType == mediaType)
        #expect(named.name == "thing.bin")
        let bare = try UploadContent(.bytes(head), name: "thing", hashing: false)
        #expect(bare.name == "thing.\(fileExtension)")
    }

    @Test(
        "Else by the name's extension",
        arguments: [
            ("a.txt", "text/plain"), ("a.DOCX", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            ("a.svg", "image/svg+xml"), ("a.strange", "application/octet-stream"), ("a", "application/octet-stream"),
        ])
    func byName(name: String, mediaType: String) throws {
        #expect(try UploadContent(.bytes(Self.ascii("hello")), name: name, hashing: false).mediaType == mediaType)
    }

    @Test("A picture cut short is no other kind of file", arguments: [0, 1, 2])
    func shortHead(count: Int) {
        #expect(FileFormat(head: Array([0xFF, 0xD8, 0xFF].prefix(count))) == nil)
    }

    @Test(
        "An extension is added only where there is none",
        arguments: [
            ("", "file.jpg"), ("кот", "кот.jpg"), ("кот.jpg", "кот.jpg"), ("a.png", "a.png"), ("отчёт v1.2", "отчёт v1.2.jpg"),
            (".hidden", ".hidden.jpg"), ("a.", "a..jpg"), ("a.7z", "a.7z"), ("конец.документ", "конец.документ.jpg"),
        ])
    func completed(name: String, result: String) { #expect(FileName.completed(name, "jpg") == result) }

    @Test(
        "A name stays between its quotes, all else is UTF-8 as it came",
        arguments: [
            ("отчёт за июль.pdf", "отчёт за июль.pdf"), ("наклейка 🐈.png", "наклейка 🐈.png"), (#"a"b.txt"#, "a%22b.txt"),
            ("a\r\nX-Evil: 1", "a%0D%0AX-Evil: 1"), ("a\nb", "a%0Ab"), (#"a\"#, "a%5C"), ("a\0b", "a%00b"), ("a\u{7F}", "a%7F"),
            ("100%.txt", "100%.txt"),
        ])
    func quoted(name: String, result: String) throws {
        #expect(MultipartForm.quoted(name) == result)
        var form = MultipartForm()
        form.append(try UploadContent(.bytes([1]), name: name, hashing: false), name: "file")
        let text = String(decoding: try form.body.bytes(), as: UTF8.self)
        #expect(text.contains("filename=\"\(FileName.completed(result, nil))\"\r\n"))
        #expect(text.components(separatedBy: "\r\n").count == 7)
    }

    @Test("A file is hashed as its bytes are")
    func fileHash() throws {
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0) }
        let file = try BodyFile(temporaryIn: NSTemporaryDirectory())
        try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        let (inMemory, onDisk) = (UploadContent.Store.bytes(bytes), UploadContent.Store.file(file, count: bytes.count))
        #expect(try inMemory.digest() == onDisk.digest())
    }
}
