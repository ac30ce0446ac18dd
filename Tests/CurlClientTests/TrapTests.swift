// Govorun: what libcurl does on its own unless it is kept from it. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import CurlClient

// One measured trap has no test here: with Debian's CAPATH left set, each TLS connection costs 320–376 KB and 8 ms of CPU
// instead of 65–75 KB and 0.9 ms. See `CurlLibrary.hasAuthorityFile`.

@Suite("libcurl's traps")
struct TrapTests {
    @Test("Calls and polls never share a connection, nor do polls of different pools")
    func separatePools() async throws {
        let server = try ScriptedServer.answering()
        try await withClient { client in
            for traffic in [HTTPRequest.Traffic.call, .poll(key: 1), .call, .poll(key: 1)] {
                var request = HTTPRequest(server.url)
                request.traffic = traffic
                let status = try await client.send(request).status
                #expect(status == 200)
            }
        }
        #expect(server.connectionCount == 2)
    }

    /// Answers the first request of each connection and dies on the second; a new connection works again.
    private static func dyingOnReuse() throws -> ScriptedServer {
        try ScriptedServer { connection in
            guard try connection.nextRequest() != nil else { return }
            try connection.send(Reply("ok"))
            _ = try connection.nextRequest()
        }
    }

    @Test("A POST lost on a kept connection is sent again, unless it may be sent only once")
    func repeatedPost() async throws {
        let server = try Self.dyingOnReuse()
        try await withClient { client in
            var request = HTTPRequest(server.url, method: .post, body: Array("x=1".utf8))
            _ = try await client.send(request)
            #expect(try await client.send(request).status == 200)
            #expect(server.requests.count == 3, "libcurl itself sends the lost one again")
            request.sendsOnce = true
            let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
            #expect([.connectionLost, .emptyAnswer].contains(error?.code))
            #expect(error?.mayHaveBeenPerformed == true)
        }
        #expect(server.requests.count == 4)
    }

    @Test("A request without a body is sent once too", arguments: [HTTPRequest.Method.get, .post, .delete])
    func repeatedWithoutBody(method: HTTPRequest.Method) async throws {
        let server = try ScriptedServer { connection in
            guard let first = try connection.nextRequest() else { return }
            guard first.target == "/warm" else { return }
            try connection.send(Reply("ok"))
            _ = try connection.nextRequest()
        }
        try await withClient { client in
            _ = try await client.send(HTTPRequest(server.url + "/warm"))
            var request = HTTPRequest(server.url + "/once", method: method)
            request.sendsOnce = true
            let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
            #expect(error?.mayHaveBeenPerformed == true)
        }
        #expect(server.requests.filter { $0.target == "/once" }.count == 1)
    }

    @Test("A request sent once follows redirections")
    func redirectedOnce() async throws {
        let server = try ScriptedServer.answering { request in
            request.target == "/c" ? Reply("here") : Reply("", status: 307, headers: [("Location", request.target == "/a" ? "/b" : "/c")])
        }
        var request = HTTPRequest(server.url + "/a", method: .post, body: Array("x=1".utf8))
        (request.sendsOnce, request.followsRedirects) = (true, true)
        let answer = try await withClient { try await $0.send(request) }
        #expect(answer.status == 200)
        #expect(server.requests.map(\.target) == ["/a", "/b", "/c"])
        #expect(server.requests.allSatisfy { $0.body == request.body })
    }

    @Test("A body sent once arrives whole, whatever its size", arguments: [1, 65_536, 300_000])
    func wholeBody(size: Int) async throws {
        let server = try ScriptedServer.answering()
        var request = HTTPRequest(server.url, method: .post, body: (0..<size).map { UInt8(truncatingIfNeeded: $0) })
        request.sendsOnce = true
        _ = try await withClient { try await $0.send(request) }
        #expect(server.requests.first?.body == request.body)
    }

    @Test("A decompression bomb is stopped at the cap", arguments: [true, false])
    func bomb(isAnnounced: Bool) async throws {
        let bomb = Gzip.zeros(50 << 20, hasChecksum: false)
        #expect(bomb.count < 400_000)
        let server = try ScriptedServer.answering { _ in Reply(bomb, headers: isAnnounced ? [("Content-Encoding", "gzip")] : []) }
        var request = HTTPRequest(server.url)
        request.responseLimit = isAnnounced ? 8 << 20 : 300_000
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .tooLarge)
        #expect(error?.context.status == 200)
    }

    @Test("The cap counts decoded bytes and allows exactly itself", arguments: [(10_000, true), (9_999, false), (0, false)])
    func cap(limit: Int, isTaken: Bool) async throws {
        let server = try ScriptedServer.answering { _ in Reply(Gzip.zeros(10_000), headers: [("Content-Encoding", "gzip")]) }
        var request = HTTPRequest(server.url)
        request.responseLimit = limit
        let answer = try? await withClient { try await $0.send(request) }
        #expect(answer?.body == (isTaken ? [UInt8](repeating: 0, count: 10_000) : nil))
    }

    @Test("An endless answer is stopped at the cap")
    func endless() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try connection.send([UInt8](repeating: 65, count: 65_536)) }
        }
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(HTTPRequest(server.url)) } }
        #expect(error?.code == .tooLarge)
    }

    @Test("Endless headers are stopped too")
    func endlessHeaders() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 OK\r\n")
            while true { try connection.send("X-Padding: \(String(repeating: "a", count: 1_000))\r\n") }
        }
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(HTTPRequest(server.url)) } }
        #expect(error.map { [.tooLarge, .cutAnswer].contains($0.code) } == true)
    }

    @Test("Environment variables of a proxy do not reach libcurl")
    func environment() async throws {
        await #expect(processExitsWith: .success) {
            for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:1", 1) }
            let server = try ScriptedServer.answering()
            let response = try await withClient { try await $0.send(HTTPRequest(server.url)) }
            exit(response.status == 200 ? 0 : 1)
        }
    }
}
