// Govorun: answers whose bodies are read while they come. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import Testing

@Suite("Streamed answers")
struct StreamedAnswerTests {
    @Test("The pieces are the body, none of them empty", arguments: [0, 1, 100_000, 3 << 20])
    func pieces(size: Int) async throws {
        let content = StreamedBodyTests.pattern(size)
        let server = try ScriptedServer.answering { _ in Reply(content, headers: [("X-Kind", "a")]) }
        try await withClient { client in
            let response = try await client.send(Self.request(server.url))
            #expect(response.status == 200 && response.headers["x-kind"] == "a" && response.body.isEmpty)
            let received = try await Self.all(response)
            #expect(received == content)
        }
    }

    @Test("The head is there with the body's first byte, while the rest is still to come")
    func early() async throws {
        let more = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na")
            more.wait()
            try connection.send("b")
        }
        try await withClient { client in
            let stream = try #require(try await client.send(Self.request(server.url)).stream)
            #expect(try await stream.next() == Array("a".utf8))
            more.signal()
            #expect(try await stream.next() == Array("b".utf8))
            #expect(try await stream.next() == nil)
            #expect(try await stream.next() == nil)
        }
    }

    @Test("A slow reader gets everything, in order, through many pauses")
    func slow() async throws {
        let content = StreamedBodyTests.pattern(4 << 20)
        let server = try ScriptedServer.answering { _ in Reply(content) }
        try await withClient { client in
            var received: [UInt8] = []
            let stream = try #require(try await client.send(Self.request(server.url)).stream)
            for try await piece in stream {
                received += piece
                for _ in 0..<20 { await Task.yield() }
            }
            #expect(received == content)
        }
    }

    @Test("It comes as the server sends it: a bomb stays folded")
    func folded() async throws {
        let bomb = Gzip.zeros(50 << 20, hasChecksum: false)
        let server = try ScriptedServer.answering { _ in Reply(bomb, headers: [("Content-Encoding", "gzip")]) }
        try await withClient { client in
            let received = try await Self.all(try await client.send(Self.request(server.url)))
            #expect(received == bomb)
        }
        #expect(server.requests.first?.headers["accept-encoding"] == nil)
    }

    @Test("The cap holds to the last byte", arguments: [(100_000, true), (99_999, false)])
    func cap(limit: Int, isTaken: Bool) async throws {
        let server = try ScriptedServer.answering { _ in Reply([UInt8](repeating: 1, count: 100_000)) }
        var request = Self.request(server.url)
        request.responseLimit = limit
        let code = try await Self.ending(of: request)
        #expect(code == (isTaken ? nil : .tooLarge))
    }

    @Test("A body that is cut off says so after what came")
    func cut() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        }
        #expect(try await Self.ending(of: Self.request(server.url)) == .cutAnswer)
    }

    @Test("A failure before the first byte is thrown by the request itself")
    func refused() async throws {
        let request = Self.request("http://127.0.0.1:\(try Sockets.refusedPort())/")
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .couldNotConnect)
    }

    @Test("Of a followed redirection only the last answer is seen")
    func redirected() async throws {
        let server = try ScriptedServer.answering { request in
            request.target == "/a" ? Reply("moved", status: 302, headers: [("Location", "/b")]) : Reply("here")
        }
        var request = Self.request(server.url + "/a")
        request.followsRedirects = true
        try await withClient { client in
            let response = try await client.send(request)
            #expect(response.status == 200 && response.redirection == nil)
            let received = try await Self.all(response)
            #expect(received == Array("here".utf8))
        }
    }

    @Test("A redirection that is not followed names where it leads", arguments: [("/b?c=d", "/b?c=d"), ("b", "/x/b")])
    func redirection(location: String, target: String) async throws {
        let server = try ScriptedServer.answering { _ in Reply("moved", status: 302, headers: [("Location", location)]) }
        let response = try await withClient { try await $0.send(HTTPRequest(server.url + "/x/a")) }
        #expect(response.redirection == server.url + target)
    }

    @Test("A stream that is dropped ends its connection")
    func dropped() async throws {
        let server = try Self.endless()
        try await withClient { client in
            _ = try await client.send(Self.request(server.url)).stream?.next()
            await server.endedConnections(reach: 1)
        }
    }

    @Test("A cancelled reader ends the connection")
    func cancelled() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\na")
            try connection.hold()
        }
        try await withClient { client in
            let stream = try #require(try await client.send(Self.request(server.url)).stream)
            _ = try await stream.next()
            let task = Task { try await stream.next() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await server.endedConnections(reach: 1)
        }
    }

    @Test("A client that is shut down ends the reader")
    func shutDown() async throws {
        let server = try Self.endless()
        let client = try CurlClient()
        let stream = try #require(try await client.send(Self.request(server.url)).stream)
        await client.shutdown()
        let error = await #expect(throws: HTTPError.self) { while try await stream.next() != nil {} }
        #expect(error?.code == .closed)
    }

    @Test("Many streams at once, each its own")
    func many() async throws {
        let server = try ScriptedServer.answering { Reply([UInt8](repeating: UInt8($0.target.dropFirst()) ?? 0, count: 600_000)) }
        try await withClient { client in
            try await withThrowingTaskGroup { group in
                for number in 1...20 {
                    group.addTask {
                        let bytes = try await Self.all(try await client.send(Self.request("\(server.url)/\(number)")))
                        return bytes == [UInt8](repeating: UInt8(number), count: 600_000)
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }

    private static func request(_ url: String) -> HTTPRequest {
        var request = HTTPRequest(url)
        request.streamsAnswer = true
        request.responseLimit = 64 << 20
        request.timeout = .seconds(60)
        return request
    }

    private static func endless() throws -> ScriptedServer {
        try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try connection.send([UInt8](repeating: 65, count: 65_536)) }
        }
    }

    private static func all(_ response: HTTPResponse) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in try #require(response.stream) {
            #expect(!piece.isEmpty)
            bytes += piece
        }
        return bytes
    }

    /// How reading the whole answer fails; `nil` when it does not.
    private static func ending(of request: HTTPRequest) async throws -> HTTPError.Code? {
        do {
            _ = try await withClient { try await all(try await $0.send(request)) }
            return nil
        } catch let error as HTTPError {
            return error.code
        }
    }
}
