// Govorun: bodies, their limits and their parts. SPDX-License-Identifier: MIT
import MicroServer
import SocketClient
import Testing

@testable import struct MicroServer.BodyIntake

@Suite("Request bodies")
struct BodyTests {
    private static var small: MicroServer.Configuration {
        var configuration = MicroServer.Configuration()
        configuration.bodyLimit = 1000
        return configuration
    }

    private static let size: MicroServer.Handler = { request in .text(200, "\(request.body.count)") }

    @Test("A body up to its limit passes, one byte more is 413", arguments: [(0, 200), (1000, 200), (1001, 413), (100_000, 413)])
    func limit(length: Int, status: Int) async throws {
        try await withServer(Self.size, configuration: Self.small) { server in
            let body = String(repeating: "x", count: length)
            let answer = try await SocketClient.post("/", port: server.port, type: "text/plain", body)
            #expect(answer.status == status)
            if status == 200 { #expect(answer.text == "\(length)") }
        }
    }

    @Test("A chunked body is counted as it comes", arguments: [(10, 200), (11, 413)])
    func chunked(pieces: Int, status: Int) async throws {
        try await withServer(Self.size, configuration: Self.small) { server in
            let client = try SocketClient(port: server.port)
            let chunk = "64\r\n" + String(repeating: "x", count: 100) + "\r\n"
            client.send(
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: pieces) + "0\r\n\r\n")
            #expect(try await client.answer().status == status)
        }
    }

    @Test("A huge announced body is refused before it is sent")
    func announced() async throws {
        try await withServer(Self.size, configuration: Self.small) { server in
            let client = try SocketClient(port: server.port)
            client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n")
            #expect(try await client.answer().status == 413)
            let other = try SocketClient(port: server.port)
            other.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000000\r\n\r\n")
            #expect(try await other.answer().status == 413)
        }
    }

    @Test("Parts of a multipart body count against the same limit")
    func multipartLimit() async throws {
        try await withServer(Self.size, configuration: Self.small) { server in
            let body =
                "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\(String(repeating: "x", count: 2000))\r\n--B--\r\n"
            let answer = try await SocketClient.post("/", port: server.port, type: "multipart/form-data; boundary=B", body)
            #expect(answer.status == 413)
        }
    }

    @Test("A multipart body gives its parts, bytes unchanged and names in UTF-8")
    func multipart() async throws {
        let echo: MicroServer.Handler = { request in
            .text(200, request.parts.map { "\($0.name)/\($0.filename ?? "-")/\($0.type ?? "-")/\($0.text)" }.joined(separator: "|"))
        }
        let body = """
            preamble\r
            --B\r
            Content-Disposition: form-data; name="text"\r
            \r
            one\r
            two\r
            --B \r
            content-disposition: form-data; filename="отчёт; \\"1\\".txt"; name=file\r
            Content-Type: text/plain\r
            \r
            --bogus -- \r
            \r
            --B\r
            Content-Disposition: form-data; name="empty"\r
            \r
            \r
            --B--\r
            epilogue
            """
        try await withServer(echo) { server in
            let answer = try await SocketClient.post("/", port: server.port, type: "multipart/form-data; boundary=\"B\"", body)
            #expect(answer.text == "text/-/-/one\r\ntwo|file/отчёт; \"1\".txt/text/plain/--bogus -- \r\n|empty/-/-/")
        }
    }

    @Test(
        "A malformed multipart body is 400",
        arguments: [
            ("multipart/form-data", "--B--"), ("multipart/form-data; boundary=", "--B--"),
            ("multipart/form-data; boundary=B", ""), ("multipart/form-data; boundary=B", "--B\r\n"),
            ("multipart/form-data; boundary=B", "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nunclosed"),
            ("multipart/form-data; boundary=B", "--B\r\nContent-Disposition: form-data\r\n\r\nnameless\r\n--B--"),
            ("multipart/form-data; boundary=B", "--B\r\nno colon\r\n\r\n\r\n--B--"),
            ("multipart/form-data; boundary=B", "--Bx\r\n--B--"),
            ("multipart/form-data; boundary=B", "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n--B--\r\n\r\n"),
        ])
    func malformed(type: String, body: String) async throws {
        try await withServer(plain) { server in
            let answer = try await SocketClient.post("/", port: server.port, type: type, body)
            #expect(answer.status == 400)
        }
    }

    @Test("Above its limit a body is dropped from memory, above courtesy the connection ends")
    func intake() {
        var intake = BodyIntake(limit: 3)
        func receive(_ count: Int) -> BodyIntake.Step {
            [UInt8](repeating: 1, count: count).withUnsafeBytes { intake.receive($0) }
        }
        #expect(receive(3) == .reading)
        #expect(intake.bytes.count == 3)
        #expect(receive(1) == .discarding)
        #expect(intake.isTooLarge)
        #expect(intake.bytes.isEmpty)
        #expect(receive(BodyIntake.courtesy) == .hangUp)
    }
}
