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
