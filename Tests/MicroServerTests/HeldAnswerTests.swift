// Govorun: answers that wait, streams, and how they end. SPDX-License-Identifier: MIT
import Glibc
import MicroServer
import SocketClient
import Synchronization
import Testing

@testable import class MicroServer.ServerCore

@Suite("Held answers")
struct HeldAnswerTests {
    @Test("A client that leaves cancels the handler that holds its answer")
    func disconnect() async throws {
        let (started, starts) = AsyncStream<Void>.makeStream()
        let (ended, ends) = AsyncStream<Bool>.makeStream()
        let hold: MicroServer.Handler = { _ in
            starts.yield()
            await untilCancelled()
            ends.yield(Task.isCancelled)
            return .text(200, "late")
        }
        try await withServer(hold) { server in
            let client = try SocketClient(port: server.port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await started.first { true }
            client.hangUp()
            #expect(await ended.first { _ in true } == true)
        }
    }

    @Test("Stopping cancels what is held, closes it, and returns when every handler has")
    func stop() async throws {
        let (started, starts) = AsyncStream<Void>.makeStream()
        let running = Atomic(0)
        let server = try MicroServer { _ in
            running.add(1, ordering: .relaxed)
            starts.yield()
            await untilCancelled()
            running.subtract(1, ordering: .relaxed)
            return .text(200, "late")
        }
        let clients = try (0..<50).map { _ in try SocketClient(port: server.port) }
        for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        var iterator = started.makeAsyncIterator()
        for _ in clients { _ = await iterator.next() }
        async let first: Void = server.stop()
        async let second: Void = server.stop()
        _ = await (first, second)
        await server.stop()
        #expect(running.load(ordering: .relaxed) == 0)
        for client in clients { await #expect(throws: SocketClient.Failure.self) { try await client.answer() } }
        #expect(throws: SocketClient.Failure.refused) { try SocketClient(port: server.port) }
    }

    @Test("A server that is stopped under fire neither crashes nor hangs", arguments: [1, 5, 25, 60])
    func stopUnderFire(requests: Int) async throws {
        let (heard, hears) = AsyncStream<Void>.makeStream()
        let server = try MicroServer { request in
            hears.yield()
            if request.path == "/held" { await untilCancelled() }
            return request.path == "/events" ? .events(AsyncStream { $0.yield(ServerEvent(data: "x")) }) : .text(200, "ok")
        }
        let port = server.port
        await withTaskGroup(of: Void.self) { group in
            for target in ["/", "/held", "/events", "/", "/", "/held"] {
                group.addTask {
                    // Until the server is gone; the answer of a held one is the end of its connection.
                    while let client = try? SocketClient(port: port) {
                        client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
                        _ = try? await client.answer()
                    }
                }
            }
            var iterator = heard.makeAsyncIterator()
            for _ in 0..<requests { await iterator.next() }
            await server.stop()
        }
    }

    @Test("A server that is dropped without a stop lets go of its port and clients")
    func dropped() async throws {
        let (started, starts) = AsyncStream<Void>.makeStream()
        var server: MicroServer? = try MicroServer { _ in
            starts.yield()
            await untilCancelled()
            return .abort
        }
        let client = try SocketClient(port: try #require(server).port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = await started.first { true }
        server = nil
        await #expect(throws: SocketClient.Failure.self) { try await client.answer() }
    }

    @Test("Nothing of a request is kept once it is answered")
    func nothingKept() async throws {
        let core = try ServerCore(MicroServer.Configuration()) { request in
            request.path == "/events" ? .events(AsyncStream { $0.finish() }) : .text(200, "ok")
        }
        for target in ["/", "/events"] {
            let client = try SocketClient(port: core.port)
            for _ in 0..<50 {
                client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answer().status == 200)
            }
        }
        while core.registry.count > 0 { await Task.yield() }
        await core.stop()
    }

    @Test("Five thousand requests are held at once and all answered")
    func manyHeld() async throws {
        let count = 5000
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try #require(limit.rlim_cur > 2 * UInt(count) + 100, "the system allows too few open files")
        let (held, arrivals) = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()
        try await withServer { _ in
            await withCheckedContinuation { arrivals.yield($0) }
            return .text(200, "done")
        } then: { server in
            let clients = try (0..<count).map { _ in try SocketClient(port: server.port) }
            for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
            var waiting: [CheckedContinuation<Void, Never>] = []
            var iterator = held.makeAsyncIterator()
            while waiting.count < count, let next = await iterator.next() { waiting.append(next) }
            for continuation in waiting { continuation.resume() }
            for client in clients { #expect(try await client.answer().text == "done") }
        }
    }

    @Test("Events arrive as they are sent, and the stream's end ends the body")
    func events() async throws {
        try await withServer { _ in
            let (stream, events) = AsyncStream<ServerEvent>.makeStream()
            events.yield(ServerEvent(id: "1", name: "message", data: "a\nb"))
            events.yield(ServerEvent(data: "{\"text\":\"c\u{2028}d\"}"))
            events.finish()
            return .events(stream)
        } then: { server in
            let answer = try await SocketClient.get("/", port: server.port)
            #expect(answer.headers["content-type"] == "text/event-stream; charset=utf-8")
            #expect(answer.text == "id: 1\nevent: message\ndata: a\ndata: b\n\ndata: {\"text\":\"c\u{2028}d\"}\n\n")
        }
    }

    @Test("A quiet event stream sends heartbeats, and its source hears when the client leaves")
    func heartbeat() async throws {
        let (ended, ends) = AsyncStream<Void>.makeStream()
        var configuration = MicroServer.Configuration()
        configuration.heartbeat = .milliseconds(5)
        let handler: MicroServer.Handler = { _ in
            let (stream, events) = AsyncStream<ServerEvent>.makeStream()
            events.onTermination = { _ in ends.yield() }
            return .events(stream)
        }
        try await withServer(handler, configuration: configuration) { server in
            let client = try SocketClient(port: server.port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.receive(until: ":\n\n")
            client.hangUp()
            _ = await ended.first { true }
        }
    }

    @Test("A server with open event streams stops")
    func stopsStreams() async throws {
        let server = try MicroServer { _ in .events(AsyncStream { $0.yield(ServerEvent(data: "hi")) }) }
        let (held, source) = AsyncStream<ServerEvent>.makeStream()
        let quiet = try MicroServer { _ in .events(held) }
        let clients = try [SocketClient(port: server.port), SocketClient(port: quiet.port)]
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.receive(until: "\r\n\r\n")
        }
        await server.stop()
        await quiet.stop()
        source.finish()
    }

    @Test("An event stream nobody reads is closed instead of growing")
    func unreadStream() async throws {
        let (ended, ends) = AsyncStream<Void>.makeStream()
        var configuration = MicroServer.Configuration()
        configuration.eventBacklogLimit = 1 << 20
        let handler: MicroServer.Handler = { _ in
            let (stream, events) = AsyncStream<ServerEvent>.makeStream()
            events.onTermination = { _ in ends.yield() }
            for _ in 0..<400 { events.yield(ServerEvent(data: String(repeating: "x", count: 65_536))) }
            return .events(stream)
        }
        try await withServer(handler, configuration: configuration) { server in
            let client = try SocketClient(port: server.port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await ended.first { true }
        }
    }
}

@Suite("Deliberate faults")
struct FaultTests {
    @Test("An aborted answer is a connection that ends without a byte")
    func abort() async throws {
        try await withServer { _ in
            .abort
        } then: { server in
            await #expect { try await SocketClient.get("/", port: server.port) } throws: { error in
                error as? SocketClient.Failure == .reset || error as? SocketClient.Failure == .ended(received: 0)
            }
        }
    }

    @Test("A cut answer announces more than it sends")
    func cut() async throws {
        try await withServer { _ in
            .cut(Array("half".utf8), claimedLength: 10)
        } then: { server in
            await #expect(throws: SocketClient.Failure.ended(received: 4)) { try await SocketClient.get("/", port: server.port) }
        }
    }
}

@Suite("Where a server may listen")
struct ListeningTests {
    @Test("A taken port is an error that names host and port")
    func taken() async throws {
        try await withServer(plain) { server in
            var configuration = MicroServer.Configuration()
            configuration.port = server.port
            let error = try #require(throws: ServerError.self) { try MicroServer(configuration) { _ in .notFound } }
            #expect(error.code == .addressInUse)
            #expect(error.description == "127.0.0.1:\(server.port) is taken by another program")
        }
    }

    @Test("An address that is none is an error", arguments: [("256.1.1.1", 0), ("127.0.0.1", 70_000), ("127.0.0.1", -1), ("192.0.2.1", 0)])
    func badAddress(host: String, port: Int) throws {
        var configuration = MicroServer.Configuration()
        configuration.host = host
        configuration.port = port
        let error = try #require(throws: ServerError.self) { try MicroServer(configuration) { _ in .notFound } }
        #expect(error.code == .badAddress)
        #expect(error.host == host)
        #expect(error.port == port)
    }

    @Test("A port is free again at once after a stop")
    func restart() async throws {
        var configuration = MicroServer.Configuration()
        for _ in 0..<5 {
            let server = try MicroServer(configuration) { _ in .text(200, "ok") }
            configuration.port = server.port
            #expect(try await SocketClient.get("/", port: server.port).status == 200)
            await server.stop()
        }
    }
}

/// Waits until the task is cancelled.
func untilCancelled() async {
    let (stream, _) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
}
