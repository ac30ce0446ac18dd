// Govorun: the intake of callbacks over sockets. SPDX-License-Identifier: MIT
import MicroServer
import SocketClient
import Testing
import VKAPI

@testable import VKUpdates

/// A web server with an intake on it, as a runner has one.
private struct Door: Sendable {
    let intake: CallbackIntake
    let server: MicroServer

    static func with(
        _ postbox: Postbox, _ configuration: CallbackIntake.Configuration = .init(), body: (Door) async throws -> Void
    ) async throws {
        let intake = CallbackIntake(configuration)
        intake.open(postbox)
        let server = try MicroServer { await intake.answer($0) }
        do {
            try await body(Door(intake: intake, server: server))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    func post(_ body: [UInt8], to path: String = "/callback", headers: String = "") async throws -> SocketAnswer {
        try await SocketClient.post(
            path, port: server.port, type: "application/json", String(decoding: body, as: UTF8.self), headers: headers)
    }
}

@Suite("Callbacks over sockets", .timeLimit(.minutes(5)))
struct CallbackSocketTests {
    @Test("A thousand at once, some of them repeats, are stored in groups; none is lost")
    func flood() async throws {
        let postbox = Postbox(holding: 1)
        try await Door.with(postbox) { door in
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask { try await door.post(Envelope.bytes("first")).status }
                await postbox.groups(reach: 1)
                let clients = try (0..<100).map { _ in try SocketClient(port: door.server.port) }
                for (number, client) in clients.enumerated() {
                    // Each of a hundred connections carries ten; the last of them VK sends again.
                    for event in (0..<10).map({ number * 10 + min($0, 8) }) {
                        let body = Envelope.bytes("\(event)")
                        client.send("POST /callback HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
                        client.send(body)
                    }
                    group.addTask {
                        for _ in 0..<10 {
                            let answer = try await client.answer()
                            guard answer.text == "ok" else { return answer.status }
                        }
                        return 200
                    }
                }
                await door.intake.waiting(reach: 100, of: 5)
                await postbox.release()
                for try await status in group { #expect(status == 200) }
            }
        }
        #expect(postbox.seen.count == 901)
        #expect(postbox.groups.joined().count == 1_001)
        #expect(postbox.groups.count < 500)
    }

    @Test("What goes over the wire, and nothing more")
    func wire() async throws {
        try await Door.with(Postbox()) { door in
            let stored = try await door.post(Envelope.bytes("a"))
            #expect(stored.status == 200 && stored.text == "ok")
            #expect(stored.headers["content-type"] == "text/plain; charset=utf-8")
            #expect(try await door.post(Envelope.bytes("", type: "confirmation")).text == "7c1e90ab")
            #expect(try await door.post(Envelope.bytes("a", secret: "guess")).status == 403)
            #expect(try await door.post(Array("{".utf8)).status == 400)
            #expect(try await door.post(Envelope.bytes("a"), to: "/callback/helpdesk").text == "ok")
            #expect(try await door.post(Envelope.bytes("a"), to: "/callback/shop").status == 404)
            #expect(try await SocketClient.get("/callback", port: door.server.port).status == 405)
        }
    }

    @Test("A body above the cap is 413, whether the server reads it or not", arguments: [1_000, 20 << 20])
    func cap(size: Int) async throws {
        var configuration = CallbackIntake.Configuration()
        configuration.bodyLimit = 500
        let postbox = Postbox()
        try await Door.with(postbox, configuration) { door in
            let client = try SocketClient(port: door.server.port)
            client.send("POST /callback HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: \(size)\r\n\r\n")
            if size < 10_000 { client.send([UInt8](repeating: 32, count: size)) }
            var answer = try await client.answer(hasBody: false)
            if answer.status == 100 { answer = try await client.answer() }
            #expect(answer.status == 413)
        }
        #expect(postbox.groups.isEmpty)
    }

    @Test("A full inbox asks for a repeat by a date less than three hours ahead")
    func retryAfter() async throws {
        let postbox = Postbox()
        postbox.answer([.success(.full(retryAfter: .seconds(90)))])
        try await Door.with(postbox) { door in
            let answer = try await door.post(Envelope.bytes("a"))
            #expect(answer.status == 503)
            let date = try #require(answer.headers["retry-after"])
            #expect(date.hasSuffix(" GMT") && date.utf8.count == 29)
        }
    }

    @Test("Who hangs up while the store is slow loses nothing: the update is stored, and the repeat is one that was seen")
    func hangUp() async throws {
        let postbox = Postbox(holding: 1)
        try await Door.with(postbox) { door in
            let client = try SocketClient(port: door.server.port)
            let body = Envelope.bytes("a")
            client.send("POST /callback HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
            client.send(body)
            await postbox.groups(reach: 1)
            client.hangUp()
            await postbox.release()
            #expect(try await door.post(body, headers: "X-Retry-Counter: 1\r\n").text == "ok")
        }
        #expect(postbox.groups == [["a"], ["a"]])
        #expect(postbox.seen == ["a"])
    }

    @Test("Closing answers who waits, then asks for a repeat")
    func closing() async throws {
        let postbox = Postbox(holding: 1)
        try await Door.with(postbox) { door in
            let first = Task { try await door.post(Envelope.bytes("a")).text }
            await postbox.groups(reach: 1)
            let closed = Task { await door.intake.close(community: 5) }
            await postbox.release()
            let text = try await first.value
            #expect(text == "ok")
            await closed.value
            #expect(try await door.post(Envelope.bytes("b")).status == 503)
        }
    }
}
