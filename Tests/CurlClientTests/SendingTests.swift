// Govorun: what goes out and what comes back when all is well. SPDX-License-Identifier: MIT
import CurlClient
import Testing

@Suite("Sending")
struct SendingTests {
    @Test("An answer has status, headers and body", arguments: [200, 204, 301, 404, 500])
    func answer(status: Int) async throws {
        let server = try ScriptedServer.answering { _ in Reply(status == 204 ? "" : "hello", status: status, headers: [("X-Kind", "a")]) }
        let response = try await withClient { try await $0.send(HTTPRequest(server.url)) }
        #expect(response.status == status)
        #expect(response.headers["x-kind"] == "a")
        #expect(String(decoding: response.body, as: UTF8.self) == (status == 204 ? "" : "hello"))
    }

    @Test("Each verb arrives with its body", arguments: HTTPRequest.Method.allCases)
    func verbs(method: HTTPRequest.Method) async throws {
        let server = try ScriptedServer.answering { _ in Reply("") }
        let takesBody = method != .get && method != .head
        let request = HTTPRequest(
            server.url + "/a?b=c", method: method, body: takesBody ? Array("x=1".utf8) : nil, contentType: "text/plain")
        #expect(try await withClient { try await $0.send(request) }.status == 200)
        let received = try #require(server.requests.first)
        #expect(received.method == method.rawValue)
        #expect(received.target == "/a?b=c")
        #expect(received.body == Array((takesBody ? "x=1" : "").utf8))
        #expect(received.headers["content-type"] == (takesBody ? "text/plain" : nil))
    }
    @Test("Headers arrive in order and as given, an empty value too, after our own")
    func headers() async throws {
        let server = try ScriptedServer.answering { Reply($0.headers["accept-encoding"] ?? "") }
        var request = HTTPRequest(server.url)
        request.headers = [("X-A", "один"), ("X-Empty", ""), ("User-Agent", "mine"), ("Host", "other.example")]
        let response = try await withClient { try await $0.send(request) }
        let received = try #require(server.requests.first?.headers)
        #expect(received["x-a"] == "один")
        #expect(received["x-empty"] == "")
        #expect(received["user-agent"] == "mine")
        #expect(received["host"] == "other.example")
        #expect(String(decoding: response.body, as: UTF8.self).contains("gzip"))
    }

    @Test("The user agent is the configuration's")
    func userAgent() async throws {
        let server = try ScriptedServer.answering()
        var configuration = CurlClient.Configuration()
        configuration.userAgent = "Bot/1"
        _ = try await withClient(configuration) { try await $0.send(HTTPRequest(server.url)) }
        #expect(server.requests.first?.headers["user-agent"] == "Bot/1")
    }

    @Test("Path and query are sent as written", arguments: ["/a/../b", "/a//b/./c?x=%2e&y=[1]", "/?", "/%D0%B6?q=a+b"])
    func path(target: String) async throws {
        let server = try ScriptedServer.answering()
        _ = try await withClient { try await $0.send(HTTPRequest(server.url + target)) }
        #expect(server.requests.first?.target == target)
    }

    @Test("A body is sent without waiting to be asked for it", arguments: [3, 2 << 20], [HTTPRequest.Method.post, .put])
    func largeBody(size: Int, method: HTTPRequest.Method) async throws {
        let server = try ScriptedServer.answering()
        let request = HTTPRequest(server.url, method: method, body: [UInt8](repeating: 7, count: size))
        _ = try await withClient { try await $0.send(request) }
        let received = try #require(server.requests.first)
        #expect(received.body.count == size)
        #expect(
            received.headers["expect"] == nil && received.headers["transfer-encoding"] == nil && received.headers["content-type"] == nil)
    }

    @Test("A compressed answer comes decoded")
    func gzip() async throws {
        let server = try ScriptedServer.answering { _ in Reply(Gzip.zeros(100_000), headers: [("Content-Encoding", "gzip")]) }
        let response = try await withClient { try await $0.send(HTTPRequest(server.url)) }
        #expect(response.body == [UInt8](repeating: 0, count: 100_000))
    }

    @Test("An answer to HEAD has the headers of a body and none itself")
    func head() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
        }
        var request = HTTPRequest(server.url, method: .head)
        request.responseLimit = 10
        let response = try await withClient { try await $0.send(request) }
        #expect(response.body.isEmpty && response.headers["Content-Length"] == "100")
    }

    @Test("An interim answer is passed over")
    func interim() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n")
            try connection.send(Reply("late", headers: [("X-Late", "1")]))
        }
        let response = try await withClient { try await $0.send(HTTPRequest(server.url)) }
        #expect(response.status == 200 && response.headers["X-Early"] == nil && response.headers["X-Late"] == "1")
    }
}

/// Lends a client, and shuts it down on every way out.
func withClient<R>(
    _ configuration: CurlClient.Configuration = .init(), _ body: (CurlClient) async throws -> R
) async throws -> R {
    let client = try CurlClient(configuration)
    do {
        let result = try await body(client)
        await client.shutdown()
        return result
    } catch {
        await client.shutdown()
        throw error
    }
}
