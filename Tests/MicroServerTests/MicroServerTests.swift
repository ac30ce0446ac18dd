// Govorun: what a handler sees and what a client gets. SPDX-License-Identifier: MIT
import Dispatch
import MicroServer
import SocketClient
import Testing

@Suite("Requests and answers")
struct MicroServerTests {
    @Test("Several requests pass over one connection")
    func keepsConnection() async throws {
        try await withServer { request in
            .text(200, request.path)
        } then: { server in
            let client = try SocketClient(port: server.port)
            for path in ["/a", "/b", "/c"] {
                client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answer().text == path)
            }
        }
    }

    @Test("As many clients as the library takes events at once are all answered", arguments: [127, 128, 129, 256])
    func fullPage(count: Int) async throws {
        let (entered, enters) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        var configuration = MicroServer.Configuration()
        configuration.idleTimeout = .seconds(600)
        // On the thread that reads: what comes meanwhile is there all at once when it goes on.
        configuration.reception = { _ in
            enters.yield()
            gate.wait()
            return nil
        }
        try await withServer({ .text(200, $0.path) }, configuration: configuration) { server in
            let clients = try (0..<count).map { _ in try SocketClient(port: server.port) }
            for (number, client) in clients.enumerated() {
                client.send("GET /first\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answer().text == "/first\(number)")
            }
            let first = try SocketClient(port: server.port)
            first.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5\r\n\r\n--b--")
            _ = await entered.first { true }
            for (number, client) in clients.enumerated() { client.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n") }
            gate.signal()
            for (number, client) in clients.enumerated() { #expect(try await client.answer().text == "/\(number)") }
            #expect(try await first.answer().status == 200)
        }
    }

    @Test("At its limit of connections it takes the next one as soon as one closes")
    func connectionLimit() async throws {
        var configuration = MicroServer.Configuration()
        configuration.connectionLimit = 2
        try await withServer(plain, configuration: configuration) { server in
            let clients = try (0..<8).map { _ in try SocketClient(port: server.port) }
            for client in clients {
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answer().text == "ok")
                client.hangUp()
            }
        }
    }

    @Test(
        "A path is percent-decoded, a query keeps its order and repeats",
        arguments: [
            ("/a%20b/%D0%BF", "/a b/п", ""),
            ("/x?b=1&a=2&b=%2B+3&flag&=v", "/x", "b=1;a=2;b=+ 3;flag=;=v"),
            ("/x?bad=%zz&cut=%4", "/x", "bad=%zz;cut=%4"),
            ("/x?half=%ff", "/x", "half=\u{FFFD}"),
            ("/..%2f..%2fetc", "/../../etc", ""),
            ("http://other/y?z=1", "/y", "z=1"),
        ])
    func decodes(target: String, path: String, query: String) async throws {
        let echo: MicroServer.Handler = { request in
            .text(200, request.path + "|" + request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";"))
        }
        try await withServer(echo) { server in
            let answer = try await SocketClient.get(target, port: server.port)
            #expect(answer.text == "\(path)|\(query)")
        }
    }

    @Test("A path that names nothing is refused", arguments: ["/%", "/%4", "/%zz", "/a%00b", "/%ff", "/%C0%AF", "nowhere"])
    func refusesPath(target: String) async throws {
        try await withServer(plain) { server in
            let answer = try await SocketClient.get(target, port: server.port)
            #expect(answer.status == 400)
        }
    }

    @Test("HEAD arrives as GET and its answer has the length but no body")
    func head() async throws {
        let handler: MicroServer.Handler = { request in .text(200, "\(request.method) \(request.isHead)") }
        try await withServer(handler) { server in
            let client = try SocketClient(port: server.port)
            client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let head = try await client.answer(hasBody: false)
            #expect(head.headers["content-length"] == "8")
            #expect(try await client.answer().text == "GET false")
        }
    }

    @Test("A form keeps order, spaces and text that looks like escapes")
    func form() async throws {
        let echo: MicroServer.Handler = { request in .text(200, request.form.map { "\($0.name)=\($0.value)" }.joined(separator: ";")) }
        try await withServer(echo) { server in
            let answer = try await SocketClient.post(
                "/", port: server.port, type: "application/x-www-form-urlencoded; charset=utf-8", "a=1+2&b=%D0%B9&a=%25&&c")
            #expect(answer.text == "a=1 2;b=й;a=%;c=")
        }
    }

    @Test("Header names match in any case, and the media type loses its parameters")
    func headers() async throws {
        let echo: MicroServer.Handler = { request in
            .text(200, "\(request.headers.first(named: "x-TEST") ?? "none") \(request.contentType) \(request.remoteAddress)")
        }
        try await withServer(echo) { server in
            let answer = try await SocketClient.get("/", port: server.port, headers: "X-Test: 7\r\nContent-Type: Text/HTML; a=b\r\n")
            #expect(answer.text == "7 text/html 127.0.0.1")
        }
    }

    @Test(
        "Statuses and headers of ready-made answers",
        arguments: [
            (ServerResponse.notFound, 404, ""), (.badRequest(), 400, ""), (.methodNotAllowed("GET, POST"), 405, "GET, POST"),
            (.tooLarge, 413, ""), (.json(201, Array("{}".utf8)), 201, ""),
        ])
    func readyMade(response: ServerResponse, status: Int, allow: String) async throws {
        try await withServer { _ in
            response
        } then: { server in
            let answer = try await SocketClient.get("/", port: server.port)
            #expect(answer.status == status)
            #expect(answer.headers["allow", default: ""] == allow)
        }
    }

    @Test("A header with a line break in it is left out, the answer goes on")
    func headerInjection() async throws {
        let evil = FieldList.Field(name: "X-Evil", value: "a\r\nX-Injected: 1")
        try await withServer { _ in
            .bytes(200, type: "text/plain", [], headers: [evil])
        } then: { server in
            let answer = try await SocketClient.get("/", port: server.port)
            #expect(answer.status == 200)
            #expect(answer.headers["x-injected"] == nil)
        }
    }

    @Test(
        "What is no HTTP hurts nobody else",
        arguments: ["\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "{\"a\":1}\n\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"])
    func garbage(bytes: String) async throws {
        try await withServer(plain) { server in
            let client = try SocketClient(port: server.port)
            client.send(bytes)
            client.endSending()
            #expect(try await SocketClient.get("/", port: server.port).status == 200)
        }
    }

    @Test("It listens on IPv6 as well")
    func ipv6() async throws {
        var configuration = MicroServer.Configuration()
        configuration.host = "::1"
        let server: MicroServer
        do { server = try MicroServer(configuration) { request in .text(200, request.remoteAddress) } } catch {
            #expect(error.code == .badAddress)  // a machine without IPv6
            return
        }
        let client = try SocketClient(port: server.port, host: "::1")
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await client.answer().text == "::1")
        await server.stop()
    }
}

/// Answers `ok` to everything.
let plain: MicroServer.Handler = { _ in .text(200, "ok") }

/// Lends a server and stops it on every way out.
func withServer(
    _ handler: @escaping MicroServer.Handler, configuration: MicroServer.Configuration = .init(),
    then body: (MicroServer) async throws -> Void
) async throws {
    let server = try MicroServer(configuration, handler: handler)
    do {
        try await body(server)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}
