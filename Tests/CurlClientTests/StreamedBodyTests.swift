// Govorun: bodies that are read from files while they are sent. SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import Testing

@testable import CurlClient

@Suite("Streamed bodies")
struct StreamedBodyTests {
    @Test("Bytes and files arrive as one body", arguments: [1, 65_536, FileAhead.chunkSize - 1, FileAhead.chunkSize, 3_000_001])
    func whole(size: Int) async throws {
        let server = try ScriptedServer.answering()
        let content = Self.pattern(size)
        var request = HTTPRequest(server.url, method: .post, contentType: "text/plain")
        request.streamedBody = try Self.body(around: content)
        #expect(try await withClient { try await $0.send(request) }.status == 200)
        let received = try #require(server.requests.first)
        #expect(received.body == Array("<".utf8) + content + Array(">".utf8))
        #expect(received.headers["content-length"] == "\(size + 2)")
        #expect(received.headers["expect"] == nil && received.headers["transfer-encoding"] == nil)
    }

    @Test("Several files at once, each whole")
    func several() async throws {
        let server = try ScriptedServer.answering()
        let parts = (1...5).map { Self.pattern($0 * 100_000) }
        var body = StreamedBody()
        for part in parts { body.append(try Self.file(part), count: part.count) }
        let request = Self.post(to: server, body)
        try await withClient { client in
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await client.send(request) } }
                for try await response in group { #expect(response.status == 200) }
            }
        }
        #expect(server.requests.count == 4)
        #expect(server.requests.allSatisfy { $0.body == parts.flatMap { $0 } })
    }

    @Test("A file that has become shorter fails its request and nothing else")
    func shortened() async throws {
        let server = try ScriptedServer.answering()
        var body = StreamedBody()
        body.append(try Self.file(Self.pattern(1_000)), count: 900_000)
        let request = Self.post(to: server, body)
        try await withClient { client in
            let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
            #expect(error?.code == .bodyFailed)
            let next = try await client.send(HTTPRequest(server.url))
            #expect(next.status == 200)
        }
    }

    @Test("Lost on a kept connection it is sent again from its beginning, unless it may be sent only once", arguments: [false, true])
    func rewound(once: Bool) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.nextRequest() != nil else { return }
            try connection.send(Reply("ok"))
            _ = try connection.nextRequest()
        }
        let content = Self.pattern(700_000)
        var request = Self.post(to: server, try Self.body(around: content))
        request.sendsOnce = once
        try await withClient { client in
            _ = try await client.send(HTTPRequest(server.url, method: .post, body: [1]))
            if once {
                await #expect(throws: HTTPError.self) { try await client.send(request) }
            } else {
                #expect(try await client.send(request).status == 200)
                #expect(server.requests.last?.body.count == content.count + 2)
            }
        }
        #expect(server.requests.count == (once ? 2 : 3))
    }

    @Test("Progress grows to the body's size, and then the answer's")
    func progress() async throws {
        let server = try ScriptedServer.answering { _ in Reply(String(repeating: "a", count: 100_000)) }
        let steps = Mutex<[HTTPProgress]>([])
        var request = Self.post(to: server, try Self.body(around: Self.pattern(1_000_000)))
        request.progress = { step in steps.withLock { $0.append(step) } }
        _ = try await withClient { try await $0.send(request) }
        let seen = steps.withLock { $0 }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
        #expect(seen.last == HTTPProgress(sent: 1_000_002, received: 100_000, receivedTotal: 100_000))
    }

    @Test("Progress of a small body in memory is told too")
    func smallProgress() async throws {
        let server = try ScriptedServer.answering()
        let sent = Mutex(0)
        var request = HTTPRequest(server.url, method: .post, body: [1, 2, 3])
        request.progress = { step in sent.withLock { $0 = step.sent } }
        _ = try await withClient { try await $0.send(request) }
        #expect(sent.withLock { $0 } == 3)
    }

    @Test("A server that takes nothing more is given up after the stall timeout")
    func stalled() async throws {
        let server = try ScriptedServer { try $0.hold(afterBytes: 1) }
        var request = Self.post(to: server, try Self.sparseBody())
        request.stallTimeout = .seconds(1)
        request.timeout = .seconds(60)
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .stalled)
    }

    @Test("A request has one body: in memory or streamed")
    func twoBodies() async throws {
        var request = HTTPRequest("http://127.0.0.1/", method: .post, body: [1])
        request.streamedBody = StreamedBody()
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .rejectedOption)
    }

    @Test("Cancelled in the middle, it ends at once and the client goes on")
    func cancelled() async throws {
        let server = try ScriptedServer { try $0.hold(afterBytes: 1) }
        let begun = Milestone()
        try await withClient { client in
            let task = Task {
                var request = Self.post(to: server, try Self.sparseBody())
                request.progress = { _ in begun.reach() }
                return try await client.send(request)
            }
            await begun.reached()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    // MARK: Files

    /// Bytes that repeat with a prime period, so that a piece in a wrong place shows.
    static func pattern(_ count: Int) -> [UInt8] {
        let block = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += block.prefix(count - bytes.count) }
        return bytes
    }

    /// A file of 64 MB without a written block but its last.
    private static func sparseBody() throws -> StreamedBody {
        let (file, count) = (try BodyFile(temporaryIn: NSTemporaryDirectory()), 64 << 20)
        try [UInt8(1)].withUnsafeBytes { try file.write($0, at: count - 1) }
        var body = StreamedBody()
        body.append(file, count: count)
        return body
    }

    static func file(_ content: [UInt8]) throws -> BodyFile {
        let file = try BodyFile(temporaryIn: NSTemporaryDirectory())
        try content.withUnsafeBytes { try file.write($0, at: 0) }
        return file
    }

    private static func body(around content: [UInt8]) throws -> StreamedBody {
        var body = StreamedBody()
        body.append(Array("<".utf8))
        body.append(try file(content), count: content.count)
        body.append(Array(">".utf8))
        return body
    }

    private static func post(to server: ScriptedServer, _ body: StreamedBody) -> HTTPRequest {
        var request = HTTPRequest(server.url, method: .post)
        request.streamedBody = body
        return request
    }
}

extension Connection {
    /// Reads so many bytes and then nothing more, as long as the connection lasts.
    func hold(afterBytes count: Int) throws {
        _ = try read(count)
        // Not POLLIN: what is unread would end the wait at once. 0x2000 is POLLRDHUP, hidden behind _GNU_SOURCE.
        var end = pollfd(fd: socket, events: 0x2000, revents: 0)
        while poll(&end, 1, -1) >= 0, end.revents == 0 {}
    }
}

/// Something that happens once, to be waited for.
final class Milestone: Sendable {
    private let state = Mutex<(isReached: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    func reach() {
        let waiters = state.withLock { state in
            state.isReached = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.waiters.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }
}
