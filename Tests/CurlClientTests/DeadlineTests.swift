// Govorun: deadlines, cancellation and the end of a client. SPDX-License-Identifier: MIT
import CurlClient
import Testing

@Suite("Deadlines, cancellation, shutdown")
struct DeadlineTests {
    @Test("A held request ends at its total deadline")
    func total() async throws {
        let server = try ScriptedServer.holding()
        var request = HTTPRequest(server.url)
        request.timeout = .milliseconds(500)
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .timedOut)
        #expect(error?.mayHaveBeenPerformed == true)
    }

    @Test("The total deadline holds against a server that drips")
    func drip() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.nextRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\na")
            try connection.hold()
        }
        var request = HTTPRequest(server.url)
        request.timeout = .milliseconds(100)
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .timedOut)
    }

    @Test(
        "A TLS handshake that hangs counts as connecting",
        arguments: [(50, 10_000, HTTPError.Code.connectTimedOut), (10_000, 50, .timedOut)])
    func connecting(connect: Int, total: Int, code: HTTPError.Code) async throws {
        let server = try ScriptedServer { try $0.hold() }
        var request = HTTPRequest("https://127.0.0.1:\(server.port)/")
        request.connectTimeout = .milliseconds(connect)
        request.timeout = .milliseconds(total)
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == code)
        #expect(error?.mayHaveBeenPerformed == false)
    }

    @Test("No time at all is not for ever", arguments: [Duration.zero, .seconds(-5), .nanoseconds(1)])
    func noTime(timeout: Duration) async throws {
        let server = try ScriptedServer.holding()
        var request = HTTPRequest(server.url)
        request.timeout = timeout
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .timedOut)
    }

    @Test("The longest durations do not overflow", arguments: [Duration.seconds(Int64.max), .seconds(10_000_000)])
    func muchTime(timeout: Duration) async throws {
        let server = try ScriptedServer.answering()
        var request = HTTPRequest(server.url)
        request.timeout = timeout
        request.connectTimeout = timeout
        #expect(try await withClient { try await $0.send(request) }.status == 200)
    }

    @Test("Cancelling the task ends a held request, and its connection")
    func cancelHeld() async throws {
        let server = try ScriptedServer.holding()
        try await withClient { client in
            let url = server.url
            let task = Task { try await client.send(HTTPRequest(url)) }
            await server.requests(reach: 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await server.endedConnections(reach: 1)
        }
    }

    @Test("A task cancelled before it sends, sends nothing")
    func cancelledBefore() async throws {
        let server = try ScriptedServer.answering()
        try await withClient { client in
            let url = server.url
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await client.send(HTTPRequest(url))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(server.connectionCount == 0)
    }

    @Test("A thousand requests cancelled at any moment each have exactly one outcome")
    func cancelRace() async throws {
        let server = try ScriptedServer.answering()
        let url = server.url
        let (answers, cancellations) = try await withClient { client in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                var (answers, cancellations) = (0, 0)
                for index in 0..<1_000 {
                    if index >= 32, let isAnswer = try await group.next() { if isAnswer { answers += 1 } else { cancellations += 1 } }
                    group.addTask {
                        let request = Task { try await client.send(HTTPRequest(url)) }
                        for _ in 0..<Int.random(in: 0..<40) { await Task.yield() }
                        request.cancel()
                        do { return try await request.value.status == 200 } catch is CancellationError { return false }
                    }
                }
                for try await isAnswer in group { if isAnswer { answers += 1 } else { cancellations += 1 } }
                return (answers, cancellations)
            }
        }
        #expect(answers + cancellations == 1_000)
        #expect(cancellations > 0)
    }

    @Test("Shutting down ends what is in flight, and says whether it had left")
    func shutdown() async throws {
        let server = try ScriptedServer.holding()
        let client = try CurlClient()
        let url = server.url
        let task = Task { try await client.send(HTTPRequest(url)) }
        await server.requests(reach: 1)
        await client.shutdown()
        let error = await #expect(throws: HTTPError.self) { try await task.value }
        #expect(error?.code == .closed)
        #expect(error?.mayHaveBeenPerformed == true)
        await server.endedConnections(reach: 1)
    }

    @Test("Shutting down again, or at once from many tasks, is fine; sending afterwards throws")
    func shutdownTwice() async throws {
        let client = try CurlClient()
        await withTaskGroup { group in for _ in 0..<20 { group.addTask { await client.shutdown() } } }
        await client.shutdown()
        let error = await #expect(throws: HTTPError.self) { try await client.send(HTTPRequest("http://127.0.0.1:1/")) }
        #expect(error?.code == .closed)
        #expect(error?.mayHaveBeenPerformed == false)
    }

    @Test("A shutdown amid a crowd leaves nobody waiting")
    func shutdownRace() async throws {
        let server = try ScriptedServer.answering()
        let url = server.url
        for _ in 0..<20 {
            let client = try CurlClient()
            let outcomes = await withTaskGroup(of: HTTPError.Code?.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        if index == 25 { await client.shutdown() }
                        do { return try await client.send(HTTPRequest(url)).status == 200 ? nil : .badAnswer } catch {
                            return (error as? HTTPError)?.code
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count == 50)
            #expect(outcomes.allSatisfy { $0 == nil || $0 == .closed })
        }
    }

    @Test("A client that is dropped closes its connections")
    func dropped() async throws {
        let server = try ScriptedServer.answering()
        do {
            let client = try CurlClient()
            _ = try await client.send(HTTPRequest(server.url))
        }
        await server.endedConnections(reach: 1)
    }
}
