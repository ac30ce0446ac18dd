// Govorun: requests that others might read otherwise. SPDX-License-Identifier: MIT
import MicroServer
import SocketClient
import Testing

@Suite("Heads that may be read in two ways")
struct StrictnessTests {
    /// What a client sends, and the statuses of what it gets; another request follows on the same connection, and is answered with 299 if it
    /// is taken for one.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let head: String
        var body = ""
        let statuses: [Int]
        var testDescription: String { name }

        init(_ name: String, _ head: String, _ body: String = "", _ statuses: Int...) {
            (self.name, self.head, self.body, self.statuses) = (name, head, body, statuses)
        }
    }

    private static let chunks = "3\r\nabc\r\n0\r\n\r\n"
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n"
    private static let post = "POST / HTTP/1.1\r\nHost: a\r\n"

    private static let framing = [
        Case("a length", post + "Content-Length: 3", "abc", 200, 299),
        Case("chunks", post + "Transfer-Encoding: chunked", chunks, 200, 299),
        Case("chunks in capitals, with an extension", post + "Transfer-Encoding: Chunked", "3;a=b\r\nabc\r\n0\r\n\r\n", 200, 299),
        Case("two lengths", post + "Content-Length: 3\r\nContent-Length: 5", "abcde", 400),
        Case("the same length twice", post + "Content-Length: 3\r\nContent-Length: 3", "abc", 400),
        Case("chunks and a length", post + "Transfer-Encoding: chunked\r\nContent-Length: 3", chunks, 400),
        Case("a length and chunks", post + "Content-Length: 3\r\nTransfer-Encoding: chunked", chunks, 400),
        Case("another coding", post + "Transfer-Encoding: gzip", chunks, 501),
        Case("another coding before chunks", post + "Transfer-Encoding: gzip, chunked", chunks, 501),
        Case("nearly chunks", post + "Transfer-Encoding: xchunked", chunks, 501),
        Case("two codings", post + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", chunks, 400),
        Case("chunks of an old client", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked", chunks, 400),
        Case("a chunk of negative length", post + "Transfer-Encoding: chunked", "-3\r\nabc\r\n0\r\n\r\n", 400),
        Case("a chunk with a prefix", post + "Transfer-Encoding: chunked", "0x3\r\nabc\r\n0\r\n\r\n", 400),
        Case("a space before the colon of a length", post + "Content-Length : 3", "abc", 400),
        Case("a space before the colon of a coding", post + "Transfer-Encoding : chunked\r\nContent-Length: 3", "abc", 400),
        Case("a continued coding", post + "Transfer-Encoding:\r\n chunked", chunks, 400),
        Case("a body of GET", get + "Content-Length: 3", "abc", 200, 299),
    ]

    private static let fields = [
        Case("a continued field", get + "X: a\r\n b\r\nY: c", "", 400),
        Case("a continued first line", "GET / HTTP/1.1\r\n X: a\r\nHost: a", "", 400),
        Case("a space before the colon", "GET / HTTP/1.1\r\nHost : a", "", 400),
        Case("a space in a name", get + "X Y: a", "", 400),
        Case("no colon", get + "XY", "", 400),
        Case("a NUL in a value", get + "X: a\0b\r\nY: c", "", 400),
        Case("a NUL in the last value", get + "X: a\0b", "", 400),
        Case("a NUL in a name", get + "X\0Y: a", "", 400),
        Case("a lone carriage return", get + "X: a\rY: b", "", 400),
        Case("a control character", get + "X: a\u{1}b", "", 400),
        Case("a tab and a letter beyond ASCII in a value", get + "X:\ta\té", "", 200, 299),
        Case("lines that end with LF alone, as a recipient may take them", "GET / HTTP/1.1\nHost: a", "", 200, 299),
        Case("an empty line before the first", "\r\nGET / HTTP/1.1\r\nHost: a", "", 200, 299),
        Case("a line of 100 KB", get + "X: " + String(repeating: "a", count: 100_000), "", 431),
        Case("thousands of lines", get + String(repeating: "X: a\r\n", count: 5000) + "Y: b", "", 431),
    ]

    private static let lines = [
        Case("no Host", "GET / HTTP/1.1", "", 400),
        Case("two Hosts", get + "Host: b", "", 400),
        Case("a Host that is none", "GET / HTTP/1.1\r\nHost: a/b@c", "", 400),
        Case("a Host with a port", "GET / HTTP/1.1\r\nHost: [::1]:80", "", 200, 299),
        Case("an old client", "GET / HTTP/1.0\r\nX: a", "", 200),
        Case("an old client that stays", "GET / HTTP/1.0\r\nConnection: keep-alive", "", 200, 299),
        Case("a version to come", "GET / HTTP/2.0\r\nHost: a", "", 505),
        Case("no version", "GET /\r\nHost: a", "", 400),
        Case("a NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: a", "", 400),
        Case("a space in the target", "GET /a b HTTP/1.1\r\nHost: a", "", 400),
        Case("an escaped NUL", "GET /a%00b HTTP/1.1\r\nHost: a", "", 400, 299),
        Case("escaped dots, and a plus", "GET /%2e%2e/x?a=b+c HTTP/1.1\r\nHost: a", "", 200, 299),
        Case("a target of 100 KB", "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: a", "", 414),
        Case("an unknown method", "FROB / HTTP/1.1\r\nHost: a", "", 200, 299),
        Case("a method that is none", "G(T / HTTP/1.1\r\nHost: a", "", 400),
        Case("a tunnel", "CONNECT a:80 HTTP/1.1\r\nHost: a", "", 501),
        Case("a question about the server", "OPTIONS * HTTP/1.1\r\nHost: a", "", 200, 299),
        Case("a body that is asked about first, and too large", post + "Expect: 100-continue\r\nContent-Length: 5000", "", 413),
        Case("another expectation", post + "Expect: more\r\nContent-Length: 3", "abc", 417),
        Case("two at once", get + "\r\n" + get + "X: a", "", 200, 200, 299),
    ]

    private static let handler: MicroServer.Handler = {
        .text($0.path == "/next" ? 299 : 200, "\($0.method) \($0.path) \($0.query) \($0.body)")
    }

    @Test("get one answer each, and a connection whose framing is in doubt is closed behind it", arguments: framing + fields + lines)
    func answers(_ one: Case) async throws {
        var configuration = MicroServer.Configuration()
        configuration.bodyLimit = 1000
        try await withServer(Self.handler, configuration: configuration) { server in
            let client = try SocketClient(port: server.port)
            let end = one.head.contains("\r\n") || !one.head.contains("\n") ? "\r\n\r\n" : "\n\n"
            client.send(one.head + end + one.body + "GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            for status in one.statuses { #expect(try await client.answer().status == status) }
            // Nothing is behind the last answer. Where all that was sent was not read, the system makes a reset of the end.
            await #expect(throws: SocketClient.Failure.self) { _ = try await client.answer() }
        }
    }

    @Test("HEAD gets no body, and the next request its answer")
    func head() async throws {
        try await withServer(Self.handler) { server in
            let client = try SocketClient(port: server.port)
            client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try await client.answer(hasBody: false)
            #expect(answer.status == 200 && answer.headers["content-length"] != "0")
            #expect(try await client.answer().status == 299)
        }
    }

    @Test(
        "A length that is none is refused, nothing behind it is taken for a request, and the connection is closed",
        arguments: ["-3", "+3", "3x", "", "3, 3", "0x3", "99999999999999999999"])
    func length(_ length: String) async throws {
        try await withServer(Self.handler) { server in
            let client = try SocketClient(port: server.port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            // libmicrohttpd 0.9.75 answers this by itself, and writes the head of its answer twice.
            let answer = try await client.answer()
            #expect([400, 413].contains(answer.status) && answer.headers["connection"]?.lowercased() == "close")
            do {
                while true {
                    let next = try await client.answer()
                    #expect(next.status != 299)
                }
            } catch is SocketClient.Failure {
                // The end of the connection.
            }
        }
    }

    @Test("A head that comes in small pieces is read like any other")
    func dribbled() async throws {
        try await withServer(Self.handler) { server in
            let client = try SocketClient(port: server.port)
            for number in 1...2 {
                let head =
                    "GET /%20\(number)?a=b+c HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 9000 * number))  \r\nZ:\r\n\r\n"
                let bytes = Array(head.utf8)
                for start in stride(from: 0, to: bytes.count, by: 31) { client.send(Array(bytes[start..<min(start + 31, bytes.count)])) }
                #expect(try await client.answer().text.hasPrefix("GET / \(number) "))
            }
        }
    }
}
