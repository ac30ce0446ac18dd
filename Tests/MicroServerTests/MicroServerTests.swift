// Govorun: what a handler sees and what a client gets. SPDX-License-Identifier: MIT
import MicroServer
import SocketClient
import Testing

@Suite("Requests and answers")
struct MicroServerTests {
    @Test("A handler's answer reaches the client, several on one connection")
    func answers() async throws {
        let server = try MicroServer { request in .text(200, request.path) }
        let client = try SocketClient(port: server.port)
        for path in ["/a", "/b", "/c"] {
            client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.status == 200)
            #expect(answer.text == path)
        }
        await server.stop()
    }
}
