// Govorun: TLS with authorities and pins of our own. SPDX-License-Identifier: MIT
import CurlClient
import Testing

@Suite("TLS", .enabled(if: TLSServer.isAvailable, "the openssl or timeout command is not installed"))
struct TLSTests {
    @Test("An unknown authority is refused, and nothing was sent")
    func unknownAuthority() async throws {
        let server = try TLSServer()
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(HTTPRequest(server.url)) } }
        #expect(error?.code == .tlsFailed)
        #expect(error?.description.contains("the server's certificate is not trusted") == true)
        #expect(error?.mayHaveBeenPerformed == false)
    }

    @Test("An authority of our own is trusted")
    func ownAuthority() async throws {
        let server = try TLSServer()
        var request = HTTPRequest(server.url)
        request.route.caFile = server.certificate
        #expect(try await withClient { try await $0.send(request) }.status == 200)
    }

    @Test("A certificate for another host is refused")
    func otherHost() async throws {
        let server = try TLSServer(names: "DNS:other.invalid")
        var request = HTTPRequest(server.url)
        request.route.caFile = server.certificate
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .tlsFailed)
    }

    @Test("A CA file that is not there is refused")
    func missingFile() async throws {
        let server = try TLSServer()
        var request = HTTPRequest(server.url)
        request.route.caFile = "/nonexistent/ca.pem"
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .tlsFailed)
    }

    @Test("A pinned key is accepted in either spelling, alone or among others", arguments: ["", "sha256//"])
    func pinned(prefix: String) async throws {
        let server = try TLSServer()
        var request = HTTPRequest(server.url)
        request.route = HTTPRoute(caFile: server.certificate, pins: [Self.otherKey, prefix + (try server.pin())])
        #expect(try await withClient { try await $0.send(request) }.status == 200)
    }

    @Test("Another key than the pinned one is refused, also after an answer without pins")
    func notPinned() async throws {
        let server = try TLSServer()
        try await withClient { client in
            var request = HTTPRequest(server.url)
            request.route.caFile = server.certificate
            let status = try await client.send(request).status
            #expect(status == 200)
            request.route.pins = [Self.otherKey]
            let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
            #expect(error?.code == .pinMismatch)
            #expect(error?.mayHaveBeenPerformed == false)
        }
    }

    @Test("A pin does not replace the authority")
    func pinWithoutAuthority() async throws {
        let server = try TLSServer()
        var request = HTTPRequest(server.url)
        request.route.pins = [try server.pin()]
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .tlsFailed)
    }

    @Test("TLS goes through a proxy's tunnel, with pins")
    func tunnel() async throws {
        let server = try TLSServer()
        let port = server.port
        let proxy = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 Connected\r\nX-Proxy: 1\r\n\r\n")
            try connection.tunnel(to: port)
        }
        var request = HTTPRequest(server.url)
        request.route = HTTPRoute(proxy: proxy.url, caFile: server.certificate, pins: [try server.pin()])
        let response = try await withClient { try await $0.send(request) }
        #expect(response.status == 200)
        #expect(response.headers["X-Proxy"] == nil)
    }

    /// The base64 of 32 zero bytes: the key of nobody.
    private static let otherKey = String(repeating: "A", count: 43) + "="
}
