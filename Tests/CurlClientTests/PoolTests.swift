// Govorun: many requests at once: pools, lookups, the public-only rule. SPDX-License-Identifier: MIT
import Synchronization
import Testing

@testable import CurlClient

@Suite("Pools and lookups")
struct PoolTests {
    @Test("Each of many requests at once gets its own answer")
    func crowd() async throws {
        let server = try ScriptedServer.answering { Reply($0.body) }
        let url = server.url
        let mistakes = try await withClient { client in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<300 {
                    group.addTask {
                        var request = HTTPRequest(url, method: .post, body: Array("body \(index)".utf8))
                        request.traffic = index % 2 == 0 ? .call : .poll(key: UInt64(index))
                        request.sendsOnce = index % 3 == 0
                        return try await client.send(request).body != request.body
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(mistakes == 0)
        #expect(server.requests.count == 300)
    }

    @Test("A connection is kept for the next request, and the answer says so")
    func reuse() async throws {
        let server = try ScriptedServer.answering()
        try await withClient { client in
            let first = try await client.send(HTTPRequest(server.url))
            let second = try await client.send(HTTPRequest(server.url))
            #expect(!first.reused && second.reused)
            #expect(first.timings.total >= first.timings.firstByte && first.timings.firstByte >= first.timings.ready)
        }
        #expect(server.connectionCount == 1)
    }

    @Test("Above the cap of connections requests wait their turn, and all are served")
    func cap() async throws {
        let server = try ScriptedServer.answering()
        let url = server.url
        var configuration = CurlClient.Configuration()
        configuration.maximumConnections = 2
        try await withClient(configuration) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 { group.addTask { _ = try await client.send(HTTPRequest(url)) } }
                try await group.waitForAll()
            }
        }
        #expect(server.requests.count == 40)
        #expect(server.connectionCount <= 2)
    }

    @Test("A connection that nobody uses is closed after a while, and the next request opens another")
    func idle() async throws {
        let server = try ScriptedServer.answering()
        var configuration = CurlClient.Configuration()
        configuration.idleTimeout = .seconds(1)
        try await withClient(configuration) { client in
            _ = try await client.send(HTTPRequest(server.url))
            await server.endedConnections(reach: 1)
            _ = try await client.send(HTTPRequest(server.url))
        }
        #expect(server.connectionCount == 2)
    }

    @Test("Only so many idle connections are kept")
    func idleCap() async throws {
        let server = try ScriptedServer.answering()
        let url = server.url
        var configuration = CurlClient.Configuration()
        configuration.maximumIdleConnections = 1
        try await withClient(configuration) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try await client.send(HTTPRequest(url)) } }
                try await group.waitForAll()
            }
            _ = try await client.send(HTTPRequest(url))
            // Whatever the crowd opened beyond one is closed by now, though the client lives.
            await server.endedConnections(reach: server.connectionCount - 2)
        }
    }

    @Test("A thousand requests to a new host look it up once")
    func oneLookup() async throws {
        let server = try ScriptedServer.answering { Reply($0.headers["host"] ?? "") }
        let lookups = Mutex<[String]>([])
        let client = try CurlClient(.init()) { host, report in
            lookups.withLock { $0.append(host) }
            report(.found(["127.0.0.1"]))
        }
        let url = "http://Bots.example:\(server.port)/"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<1_000 {
                if index >= 50 { _ = try await group.next() }
                group.addTask {
                    var request = HTTPRequest(url)
                    request.traffic = .poll(key: UInt64(index))
                    let status = try await client.send(request).status
                    #expect(status == 200)
                }
            }
            try await group.waitForAll()
        }
        await client.shutdown()
        #expect(lookups.withLock { $0 } == ["bots.example"])
        #expect(server.requests.allSatisfy { $0.headers["host"] == "Bots.example:\(server.port)" })
    }

    @Test("A lookup that hangs does not outlast a deadline, a cancellation or a shutdown")
    func hangingLookup() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: String.self)
        let client = try CurlClient(.init()) { host, _ in ask.yield(host) }
        var questions = asked.makeAsyncIterator()
        for (connect, total, code) in [(20, 10_000, HTTPError.Code.connectTimedOut), (10_000, 20, .timedOut)] {
            var request = HTTPRequest("http://slow.example/")
            (request.connectTimeout, request.timeout) = (.milliseconds(connect), .milliseconds(total))
            let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
            #expect(error?.code == code)
        }
        let cancelled = Task { try await client.send(HTTPRequest("http://slower.example/")) }
        while await questions.next(isolation: nil) != "slower.example" {}
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let left = Task { try await client.send(HTTPRequest("http://slowest.example/")) }
        while await questions.next(isolation: nil) != "slowest.example" {}
        await client.shutdown()
        let error = await #expect(throws: HTTPError.self) { try await left.value }
        #expect(error?.code == .closed)
    }

    @Test("Addresses that refused are looked up anew")
    func refusedAddress() async throws {
        let server = try ScriptedServer.answering()
        let answers = Mutex<[[String]]>([["127.0.0.1"], ["127.0.0.2"]])
        let client = try CurlClient(.init()) { _, report in
            report(.found(answers.withLock { $0.popLast() ?? [] }))
        }
        let request = HTTPRequest("http://moved.example:\(server.port)/")
        let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
        #expect(error?.code == .couldNotConnect)
        #expect(try await client.send(request).status == 200)
        await client.shutdown()
    }

    @Test("A private address is not reached on a user's word: directly, by name, or by redirection")
    func privateAddress() async throws {
        let server = try ScriptedServer.answering()
        let client = try CurlClient(.init()) { _, report in report(.found(["127.0.0.1"])) }
        let open = HTTPRequest(server.url)
        _ = try await client.send(open)  // leaves a connection that must not be used below
        for url in [
            server.url, "http://innocent.example:\(server.port)/", "http://localhost:\(server.port)/",
            "http://[::ffff:127.0.0.1]:\(server.port)/",
        ] {
            var request = HTTPRequest(url)
            request.reachesPublicHostsOnly = true
            let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
            #expect(error?.code == .forbiddenAddress)
        }
        await client.shutdown()
        #expect(server.connectionCount == 1)
    }

    @Test("Calls fill one pool after the other, and then all alike")
    func callPools() {
        let (pools, room) = (CallPools(for: 10_000), CallPools.room)
        var active = [Int](repeating: 0, count: pools.count)
        for _ in 0..<room { active[pools.choose { active[$0] }] += 1 }
        #expect(active[0] == room && active[1...].allSatisfy { $0 == 0 })
        for _ in 0..<room * (pools.count * 2 - 1) { active[pools.choose { active[$0] }] += 1 }
        #expect(active.allSatisfy { $0 == 2 * room })
        active[3] -= room + 1
        #expect(pools.choose { active[$0] } == 3)
    }

    @Test("Pools share the connections that all calls may have", arguments: [(1, 1, 1), (63, 1, 63), (64, 2, 32), (16_384, 16, 1_024)])
    func sharedOut(connections: Int, pools: Int, each: Int) {
        var configuration = CurlClient.Configuration()
        configuration.maximumConnections = connections
        #expect(CallPools(for: connections).count == pools)
        #expect(CallPools(for: connections).share(of: configuration).maximumConnections == each)
    }

    @Test(
        "Public IPv4 addresses are told from the others",
        arguments: [
            (0x0808_0808, true), (0x5786_0000, true), (0x0A00_0001, false), (0x7F00_0001, false), (0xA9FE_A9FE, false),
            (0xAC1F_FFFF, false),
            (0xAC20_0000, true), (0xC0A8_0001, false), (0xC0A9_0000, true), (0x6440_0001, false), (0x6480_0000, true), (0, false),
            (0xE000_0001, false), (0xFFFF_FFFF, false), (0xDFFF_FFFF, true),
        ] as [(UInt32, Bool)])
    func publicV4(address: UInt32, isPublic: Bool) { #expect(PublicAddress.includes(v4: address) == isPublic) }

    @Test(
        "Public IPv6 addresses are told from the others",
        arguments: [
            ([0x2A, 0x00, 0x14, 0x50], [], true), ([], [1], false), ([], [], false), ([0xFE, 0x80], [1], false), ([0xFD], [1], false),
            ([0xFF, 0x02], [1], false), ([0x20, 0x01, 0x0D, 0xB8], [1], false), ([0x20, 0x02, 0x7F], [1], false),
            ([0x20, 0x01, 0, 0], [1], false),
            ([0x20, 0x01, 0x48, 0x60], [1], true), ([0x3F, 0xFF, 0x01], [1], false), ([], [0xFF, 0xFF, 127, 0, 0, 1], false),
            ([], [0xFF, 0xFF, 8, 8, 8, 8], true), ([0, 0x64, 0xFF, 0x9B], [10, 0, 0, 1], false),
            ([0, 0x64, 0xFF, 0x9B], [8, 8, 8, 8], true),
        ] as [([UInt8], [UInt8], Bool)])
    func publicV6(start: [UInt8], end: [UInt8], isPublic: Bool) {
        let bytes = start + [UInt8](repeating: 0, count: 16 - start.count - end.count) + end
        #expect(PublicAddress.includes(v6: bytes) == isPublic)
    }
}
