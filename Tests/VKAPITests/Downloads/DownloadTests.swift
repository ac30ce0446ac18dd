// Govorun: downloads of what people send. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import ScriptedVK
import Synchronization
import TapeJSON
import Testing
import VKAPI

@Suite("Downloads")
struct DownloadTests {
    private static let address = "https://sun1.userapi.com/a.jpg"

    private static func stage(
        api: String = "https://api.vk.ru",
        _ answer: @escaping @Sendable (ScriptedVK.Exchange) throws -> HTTPResponse = { _ in .text("content") }
    ) -> Stage {
        Stage(configure: { $0.api = api }, answer: { try answer($0) })
    }

    private static func failure(_ download: Download) async throws -> DownloadError {
        try #require(await #expect(throws: DownloadError.self) { _ = try await download.bytes() })
    }

    // MARK: What is fetched

    @Test("Of a photo the largest picture is fetched, by its sides and not by its letter")
    func largest() async throws {
        let sizes: JSONValue = [
            ["type": "w", "url": "https://userapi.com/small", "width": 10, "height": 10],
            ["type": "s", "url": "https://userapi.com/large", "width": 1280, "height": 853],
            ["type": "z", "url": "https://userapi.com/middle", "width": 800, "height": 600],
        ]
        #expect(try Self.photo(["sizes": sizes]).largestURL == "https://userapi.com/large")
        let original: JSONValue = ["type": "base", "url": "https://userapi.com/original", "width": 4000, "height": 3000]
        #expect(try Self.photo(["sizes": sizes, "orig_photo": original]).largestURL == "https://userapi.com/original")
        #expect(try Self.photo(["sizes": []]).largestURL == nil)
        let endless: JSONValue = ["type": "w", "url": "https://userapi.com/endless", "width": .integer(.max), "height": .integer(.max)]
        #expect(try Self.photo(["sizes": [endless]]).largestURL == "https://userapi.com/endless")
        #expect(try Self.photo(["sizes": sizes, "orig_photo": endless]).largestURL == "https://userapi.com/endless")
        let old: JSONValue = [["type": "s", "src": "https://userapi.com/s"], ["type": "y", "src": "https://userapi.com/y"]]
        #expect(try Self.photo(["sizes": old]).largestURL == "https://userapi.com/y")
        let stage = Self.stage()
        #expect(try await stage.client.downloads.photo(Self.photo(["sizes": sizes])).bytes() == Array("content".utf8))
        #expect(stage.vk.exchanges.map(\.request.url) == ["https://userapi.com/large"])
    }

    @Test("A document, a voice message, a graffiti and a story are fetched from where VK says")
    func others() async throws {
        let stage = Self.stage()
        let downloads = stage.client.downloads
        let link = { (name: String) in JSONValue("https://vk.com/\(name)") }
        let voice = MessagesAudioMessage(try Self.json(["link_ogg": link("ogg"), "link_mp3": link("mp3")]))
        let files: JSONValue = ["files": ["mp4_240": link("low"), "mp4_720": link("high"), "mp4_480": link("middle"), "hls": link("hls")]]
        let wanted: [Download] = [
            downloads.document(DocsDoc(try Self.json(["url": link("doc")]))), downloads.voice(voice), downloads.voice(voice, asMP3: true),
            downloads.voice(MessagesAudioMessage(try Self.json(["link_mp3": link("only-mp3")]))),
            downloads.graffiti(MessagesGraffiti(try Self.json(["url": link("graffiti")]))),
            downloads.story(StoriesStory(try Self.json(["photo": ["sizes": [["url": link("photo")]]]]))),
            downloads.story(StoriesStory(try Self.json(["video": files]))),
        ]
        for download in wanted { _ = try await download.bytes() }
        #expect(stage.vk.exchanges.map(\.name) == ["doc", "ogg", "mp3", "only-mp3", "graffiti", "photo", "high"])
        #expect(stage.vk.exchanges.allSatisfy { $0.request.method == .get && $0.request.headers.isEmpty && $0.request.streamsAnswer })
    }

    @Test("What has no address says so, unasked")
    func nothing() async throws {
        let stage = Self.stage()
        #expect(try await Self.failure(stage.client.downloads.document(DocsDoc(.absent))).code == .nothingThere)
        #expect(stage.vk.exchanges.isEmpty)
    }

    // MARK: From where

    @Test(
        "VK's hosts over https are asked, others never",
        arguments: [
            ("https://sun9-1.userapi.com/x.jpg", true), ("https://vk.com/doc1_2?hash=a", true), ("https://VK.RU/x", true),
            ("https://psv4.vkuser.net:8443/x", true), ("http://vk.com/x", false), ("https://evilvk.com/x", false),
            ("https://vk.com.evil.example/x", false), ("https://vk.com@evil.example/x", false), ("https://127.0.0.1/x", false),
            ("file:///etc/passwd", false), ("ftp://vk.com/x", false), ("vk.com/x", false), ("https://vk.com./x", false),
        ])
    func hosts(url: String, isAllowed: Bool) async throws {
        let stage = Self.stage()
        let download = stage.client.downloads.url(url)
        if isAllowed {
            _ = try await download.bytes()
        } else {
            #expect(try await Self.failure(download).code == .foreignHost)
        }
        #expect(stage.vk.exchanges.count == (isAllowed ? 1 : 0))
    }

    @Test("Other hosts may be added, and the API's own is always one")
    func ownHosts() async throws {
        let stage = Self.stage(api: "http://127.0.0.1:8421")
        var downloads = stage.client.downloads
        _ = try await downloads.url("http://127.0.0.1:8421/file/1").bytes()
        #expect(try await Self.failure(downloads.url("https://files.example/1")).code == .foreignHost)
        downloads.hosts.append("files.example")
        _ = try await downloads.url("https://a.files.example/1").bytes()
        #expect(try await Self.failure(downloads.url("http://files.example/1")).code == .foreignHost)
    }

    @Test(
        "A redirection is followed to VK's hosts only",
        arguments: [("https://vk.com/b", nil), ("http://10.0.0.1/b", .foreignHost)] as [(String, DownloadError.Code?)])
    func redirected(target: String, code: DownloadError.Code?) async throws {
        let stage = Self.stage { exchange in
            guard exchange.request.url == Self.address else { return .text("there") }
            var answer = HTTPResponse.text("", status: 302)
            answer.redirection = target
            return answer
        }
        let download = stage.client.downloads.url(Self.address)
        if let code {
            #expect(try await Self.failure(download).code == code)
        } else {
            #expect(try await download.bytes() == Array("there".utf8))
        }
        #expect(stage.vk.exchanges.allSatisfy { !$0.request.followsRedirects })
        #expect(stage.vk.exchanges.count == (code == nil ? 2 : 1))
    }

    @Test("An address that leads on and on is given up")
    func endless() async throws {
        let stage = Self.stage { _ in
            var answer = HTTPResponse.text("", status: 302)
            answer.redirection = Self.address
            return answer
        }
        #expect(try await Self.failure(stage.client.downloads.url(Self.address)).code == .tooManyRedirects)
        #expect(stage.vk.exchanges.count == 6)
    }

    // MARK: Failures

    @Test("Another status than 200 is no file", arguments: [204, 403, 404, 500])
    func status(status: Int) async throws {
        let stage = Self.stage { _ in .text("", status: status) }
        let error = try await Self.failure(stage.client.downloads.url(Self.address + "?hash=secret"))
        #expect(error.code == .notFound)
        #expect(!error.description.contains("secret"))
    }

    @Test(
        "A failure of the network has its code", arguments: [(HTTPError.Code.tooLarge, DownloadError.Code.tooLarge), (.cutAnswer, .lost)])
    func network(cause: HTTPError.Code, code: DownloadError.Code) async throws {
        let stage = Self.stage { _ in throw HTTPError(cause) }
        let error = try await Self.failure(stage.client.downloads.url(Self.address))
        #expect(error.code == code && error.cause?.code == cause)
    }

    @Test("The limit is fifty megabytes, the setting's, or the download's own")
    func limit() async throws {
        let stage = Self.stage()
        var downloads = stage.client.downloads
        _ = try await downloads.url(Self.address).bytes()
        downloads.limit = 1_000
        _ = try await downloads.url(Self.address).bytes()
        _ = try await downloads.url(Self.address).limit(10).bytes()
        #expect(stage.vk.exchanges.map(\.request.responseLimit) == [50 << 20, 1_000, 10])
    }

    // MARK: Where to

    @Test("Progress begins, grows and ends at its total")
    func progress() async throws {
        let steps = Mutex<[RequestProgress]>([])
        let stage = Self.stage { _ in
            HTTPResponse(status: 200, headers: HTTPHeaders([("Content-Length", "7")]), body: Array("content".utf8))
        }
        let download = stage.client.downloads.url(Self.address).progress { step in steps.withLock { $0.append(step) } }
        _ = try await download.bytes()
        #expect(steps.withLock { $0.map(\.received) } == [0, 7, 7])
        #expect(steps.withLock { $0.map(\.total) } == [7, 7, 7])
    }

    @Test("A saved file is whole, and replaces what stood there")
    func saved() async throws {
        try await Self.withFolder { folder in
            let path = folder + "/a.jpg"
            try Data("old and longer content".utf8).write(to: URL(filePath: path))
            #expect(try await Self.stage().client.downloads.url(Self.address).save(to: path) == 7)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "content")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.jpg"])
        }
    }

    @Test("A failed download leaves nothing behind, and what stood there as it was")
    func partial() async throws {
        try await Self.withFolder { folder in
            let path = folder + "/a.jpg"
            try Data("old".utf8).write(to: URL(filePath: path))
            let stage = Self.stage { _ in throw HTTPError(.cutAnswer) }
            await #expect(throws: DownloadError.self) { try await stage.client.downloads.url(Self.address).save(to: path) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.jpg"])
        }
    }

    @Test("A folder that cannot be written to says so")
    func unwritable() async throws {
        let stage = Self.stage()
        let error = await #expect(throws: DownloadError.self) {
            try await stage.client.downloads.url(Self.address).save(to: "/nowhere/at/all.jpg")
        }
        #expect(error?.code == .cannotWrite)
        #expect(stage.vk.exchanges.isEmpty)
    }

    // MARK: Things

    private static func json(_ value: JSONValue) throws -> JSON { try JSONDocument(value.bytes).root }
    private static func photo(_ value: JSONValue) throws -> PhotosPhoto { PhotosPhoto(try json(value)) }

    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "govorun-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }
}
