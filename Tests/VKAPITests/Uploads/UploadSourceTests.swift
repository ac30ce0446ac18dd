// Govorun: where files of uploads come from, and what is wrong with some. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import ScriptedVK
import Testing
import VKAPI

@Suite("Sources of uploads")
struct UploadSourceTests {
    /// Lends a folder that is removed on every way out.
    private static func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let folder = NSTemporaryDirectory() + "govorun-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(folder)
    }

    @Test(
        "A file goes under its own name, or the one it is given",
        arguments: [(nil, "кот.gif"), ("пёс.gif", "пёс.gif")] as [(String?, String)])
    func fileName(name: String?, sent: String) async throws {
        try await Self.withFolder { folder in
            try Data("GIF89a on disk".utf8).write(to: URL(filePath: folder + "/кот.gif"))
            let host = UploadHost()
            _ = try await host.outcome(host.uploads.messagePhoto(.file(folder + "/кот.gif", name: name)))
            let part = try #require(try host.parts().first)
            #expect(part.head.contains("filename=\"\(sent)\""))
            #expect(part.content == "GIF89a on disk")
        }
    }

    @Test("What is no readable file says so, before VK is asked")
    func noFile() async throws {
        try await Self.withFolder { folder in
            let pipe = folder + "/pipe"
            mkfifo(pipe, 0o600)
            try Data().write(to: URL(filePath: folder + "/empty"))
            let host = UploadHost()
            for (path, code) in [
                (folder + "/none", UploadError.Code.cannotRead), (folder, .notAFile), (pipe, .notAFile), (folder + "/empty", .empty),
            ] {
                #expect(try await host.failure(host.uploads.messageDocument(.file(path))).code == code)
            }
            #expect(host.calls.isEmpty)
        }
    }

    @Test("A file above its kind's limit is refused here, and the error says what the limit is")
    func tooLarge() async throws {
        let host = UploadHost()
        var uploads = host.uploads
        uploads.settings.sizeLimits[.messagePhoto] = 10
        let error = try await host.failure(uploads.messagePhoto(UploadHost.picture))
        #expect(error.code == .tooLarge)
        #expect(error.description == "uploading message photo cat.gif: the file is too large: send a smaller one (at most 10 bytes)")
        #expect(host.calls.isEmpty)
    }

    @Test("VK's limits hold unless others are set", arguments: [(UploadKind.messagePhoto, 50), (.messageDocument, 200), (.storyPhoto, 10)])
    func limits(kind: UploadKind, megabytes: Int) { #expect(kind.sizeLimit == megabytes << 20) }

    @Test("Every error code has words of its own", arguments: UploadError.Code.allCases)
    func words(code: UploadError.Code) {
        let error = UploadError(code, kind: .voice, name: "a.ogg", detail: "detail")
        #expect(error.description.hasPrefix("uploading voice a.ogg: "))
        #expect(error.description.hasSuffix(" (detail)"))
        #expect(Set(UploadError.Code.allCases.map { UploadError($0, kind: .voice).description }).count == UploadError.Code.allCases.count)
    }

    @Test(
        "A source shows neither its bytes nor its link",
        arguments: [UploadSource.url("https://a.example/?key=secret"), .bytes([115, 101], name: "n")])
    func shown(source: UploadSource) {
        var dumped = ""
        dump(source, to: &dumped)
        #expect(!"\(source)\(dumped)".contains("secret") && !dumped.contains("115"))
    }
}

@Suite("Links to upload")
struct LinkTests {
    private static func host(_ page: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) -> UploadHost {
        UploadHost(other: { $0.request.url.contains("pictures.example") ? try page($0.request) : nil })
    }

    @Test("What it leads to is uploaded under the name in it, fetched within limits and from public hosts only")
    func fetched() async throws {
        let host = Self.host { _ in .text("GIF89a from afar") }
        _ = try await host.outcome(host.uploads.messagePhoto(.url("https://pictures.example/a/%D0%BA%D0%BE%D1%82?size=1")))
        let part = try #require(try host.parts().first)
        #expect(part.head.contains("filename=\"кот.gif\""))
        #expect(part.content == "GIF89a from afar")
        let request = try #require(host.vk.exchanges.first?.request)
        #expect(request.reachesPublicHostsOnly && request.followsRedirects && request.streamsAnswer)
        #expect(request.responseLimit == 50 << 20)
        #expect(request.timeout == .seconds(120))
        #expect(request.headers.isEmpty && request.body == nil)
    }

    @Test("The author's own link may lead anywhere")
    func ownLink() async throws {
        let host = Self.host { _ in .text("GIF89a") }
        _ = try await host.outcome(host.uploads.messagePhoto(.url("http://pictures.example/a", reach: .anyHost)))
        #expect(host.vk.exchanges.first?.request.reachesPublicHostsOnly == false)
    }

    @Test(
        "A link that is no web address is never asked for",
        arguments: [
            "file:///etc/passwd", "ftp://a.example/b", "gopher://a.example", "кот", "", "http://", "http:///etc/passwd", "http://a b/",
        ])
    func badLink(link: String) async throws {
        let host = UploadHost()
        #expect(try await host.failure(host.uploads.messagePhoto(.url(link))).code == .badLink)
        #expect(host.vk.exchanges.isEmpty)
    }

    @Test(
        "Each failure of a fetch has its code",
        arguments: [
            (HTTPError.Code.forbiddenAddress, UploadError.Code.privateAddress), (.tooLarge, .tooLarge), (.timedOut, .linkFailed),
            (.tooManyRedirects, .linkFailed), (.couldNotResolve, .linkFailed),
        ])
    func failures(cause: HTTPError.Code, code: UploadError.Code) async throws {
        let host = Self.host { _ in throw HTTPError(cause) }
        let error = try await host.failure(host.uploads.messagePhoto(.url("https://pictures.example/a.gif")))
        #expect(error.code == code)
        #expect(error.cause?.code == cause)
    }

    @Test("A page that is not there, or empty, is no file", arguments: [(404, "gone", UploadError.Code.linkFailed), (200, "", .empty)])
    func noPage(status: Int, body: String, code: UploadError.Code) async throws {
        let host = Self.host { _ in .text(body, status: status) }
        #expect(try await host.failure(host.uploads.messagePhoto(.url("https://pictures.example/a.gif"))).code == code)
        #expect(host.calls == ["a.gif"])
    }
}
