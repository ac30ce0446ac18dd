// Govorun: each way a request can fail has its code. SPDX-License-Identifier: MIT
import CurlClient
import Testing

@Suite("Failures")
struct FailureTests {
    /// A server's misbehaviour after it has read a request.
    enum Fault: CaseIterable, Sendable {
        case closes, resets, cutsHead, cutsBody, cutsChunks, resetsInBody, speaksGibberish, speaksOldHTTP, sendsBadGzip

        func perform(on connection: Connection) throws {
            switch self {
            case .closes: break
            case .resets: connection.resetOnClose()
            case .cutsHead: try connection.send("HTTP/1.1 200 OK\r\nContent-Le")
            case .cutsBody: try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            case .cutsChunks: try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal")
            case .resetsInBody:
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
                connection.resetOnClose()
            case .speaksGibberish: try connection.send("SSH-2.0-OpenSSH_9\r\n\r\n")
            case .speaksOldHTTP: try connection.send("<html>hello</html>")
            case .sendsBadGzip: try connection.send(Reply("not gzip", headers: [("Content-Encoding", "gzip")]))
            }
        }

        var codes: [HTTPError.Code] {
            switch self {
            case .closes: [.emptyAnswer]
            case .resets: [.connectionLost]
            case .cutsHead: [.cutAnswer]
            case .cutsBody, .cutsChunks: [.cutAnswer]
            case .resetsInBody: [.cutAnswer, .connectionLost]  // the reset may overtake the first half
            case .speaksGibberish, .speaksOldHTTP, .sendsBadGzip: [.badAnswer]
            }
        }
    }

    @Test("What a server does wrong has a code, and may have been acted upon", arguments: Fault.allCases)
    func faults(fault: Fault) async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try fault.perform(on: connection)
        }
        let request = HTTPRequest(server.url + "/method?token=t0ken", method: .post, body: Array("token=t0ken".utf8))
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(fault.codes.contains(try #require(error?.code)))
        #expect(error?.mayHaveBeenPerformed == true)
        #expect(error?.context.url?.description == server.url + "/method")
        #expect(server.requests.count == 1)
    }

    @Test("A refused connection is known not to have been acted upon")
    func refused() async throws {
        let request = HTTPRequest("http://user:t0ken@127.0.0.1:\(try Sockets.refusedPort())/a?token=t0ken")
        let error = try #require(await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } })
        #expect(error.code == .couldNotConnect)
        #expect(!error.mayHaveBeenPerformed)
        #expect(!"\(error)".contains("t0ken") && !String(reflecting: error).contains("t0ken"))
    }

    @Test("A request that left and was then refused on its second way may have been acted upon")
    func refusedOnRepeat() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send(Reply("ok"))
            _ = try connection.nextRequest()
        }
        try await withClient { client in
            _ = try await client.send(HTTPRequest(server.url))
            server.stopListening()
            let error = await #expect(throws: HTTPError.self) { try await client.send(HTTPRequest(server.url)) }
            #expect(error?.mayHaveBeenPerformed == true)
        }
    }

    @Test("A name that no name server can know does not resolve")
    func unresolvable() async throws {
        // A label above 63 characters is refused by the C library without asking anybody.
        let request = HTTPRequest("http://\(String(repeating: "a", count: 64)).example/")
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .couldNotResolve)
        #expect(error?.mayHaveBeenPerformed == false)
    }

    @Test(
        "A URL that cannot be meant is refused unsent",
        arguments: [
            "", "example.org", "/path", "http://", "http:///path", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org",
            "http://example.org/a b", "http://example.org/\r\nX-Evil: 1", "http://example.org/\u{0}", "http://exam\nple.org/",
            "http://a:99999/",
            "javascript:alert(1)", "http://[::1/",
        ])
    func badURL(url: String) async throws {
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(HTTPRequest(url)) } }
        #expect(error?.code == .badURL)
    }

    @Test(
        "A header that would change the request is refused unsent",
        arguments: [
            ("X-A", "a\r\nX-Evil: 1"), ("X-A", "a\nb"), ("X-A", "a\u{0}"), ("X-A\r\nX-Evil", "1"), ("X A", "1"), ("", "1"), ("X:A", "1"),
            ("Ж", "1"),
            ("Content-Length", "5"), ("transfer-encoding", "chunked"),
        ])
    func badHeader(name: String, value: String) async throws {
        let server = try ScriptedServer.answering()
        var request = HTTPRequest(server.url)
        request.headers = [(name, value)]
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .badHeader)
        #expect(server.connectionCount == 0)
    }

    @Test("A content type that would change the request is refused unsent", arguments: ["a\r\nX-Evil: 1", ""])
    func badContentType(type: String) async throws {
        let request = HTTPRequest("http://127.0.0.1:1", method: .post, body: [], contentType: type)
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .badHeader)
    }

    @Test("An option that cannot hold is refused, and named")
    func rejectedOptions() async throws {
        let cases: [(String, @Sendable (inout HTTPRequest) -> Void)] = [
            ("body", { $0.body = [1] }),
            ("responseLimit", { $0.responseLimit = -1 }),
            ("proxy", { $0.route.proxy = "127.0.0.1:3128" }),
            ("proxy", { $0.route.proxy = "socks4://127.0.0.1:1080" }),
            ("pins", { $0.route.pins = ["sha256//short"] }),
            ("pins", { $0.route.pins = [String(repeating: "A", count: 43) + "="] }),
            ("caFile", { $0.route.caFile = "" }),
            ("unixSocket", { $0.route.unixSocket = "/a\u{0}b" }),
        ]
        try await withClient { client in
            for (option, spoil) in cases {
                var request = HTTPRequest("http://127.0.0.1:1/")
                spoil(&request)
                let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
                #expect(error?.code == .rejectedOption)
                #expect(error?.context.option == option)
            }
        }
    }

    @Test("A configuration below its least values is refused")
    func badConfiguration() throws {
        var configuration = CurlClient.Configuration()
        configuration.pollShards = 0
        let error = #expect(throws: HTTPError.self) { try CurlClient(configuration) }
        #expect(error?.code == .rejectedOption)
        #expect(error?.context.option == "pollShards")
    }
}
