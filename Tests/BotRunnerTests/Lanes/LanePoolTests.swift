// Govorun: the lanes with real workers and threads. SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import Testing

@testable import BotRunner

@Suite("Workers of the lanes")
struct LanePoolTests {
    private func withPool<Item: Sendable>(
        _ type: Item.Type, threads: Int = 8, _ body: (LanePool<Item>) async throws -> Void
    ) async throws {
        let pool = LanePool<Item>()
        let executor = PluginThreads(count: threads)
        let run = Task { await pool.run(on: executor) }
        try await body(pool)
        pool.close()
        await run.value
        executor.shutdown()
    }

    @Test("10 000 items of 100 conversations are done once each, in order")
    func order() async throws {
        try await withPool(Int.self) { pool in
            let seen = Mutex<[Int: [Int]]>([:])
            let bot = pool.join(cap: 64) { item in
                if item % 7 == 0 { await Task.yield() }
                seen.withLock { $0[item % 100, default: []].append(item) }
            }
            pool.add((0..<10_000).lazy.map { (peer: $0 % 100, item: $0) }, to: bot)
            await pool.wait(for: bot, toHaveAtMost: 0)
            for (peer, items) in seen.withLock({ $0 }) { #expect(items == Array(stride(from: peer, to: 10_000, by: 100))) }
        }
    }

    @Test("Handlers that block their threads or never return leave the other conversations alone")
    func blockedHandlers() async throws {
        try await withPool(String.self) { pool in
            let release = DispatchSemaphore(value: 0)
            let never = Gate()
            let answered = Milestone()
            let bot = pool.join(cap: 64) { item in
                switch item {
                case "block": release.wait()
                case "never": await never.pass()
                default: answered.pass()
                }
            }
            pool.add([(peer: 1, item: "block"), (peer: 2, item: "block"), (peer: 3, item: "never")], to: bot)
            // Behind the blocked ones, and beside them.
            pool.add((0..<1_000).map { (peer: 1, item: "behind \($0)") }, to: bot)
            pool.add((0..<1_000).map { (peer: 100 + $0, item: "beside \($0)") }, to: bot)
            await answered.reaches(1_000)
            await never.arrivals.reaches(1)
            #expect(answered.count == 1_000)
            release.signal()
            release.signal()
            never.open()
            await pool.wait(for: bot, toHaveAtMost: 0)
            #expect(answered.count == 2_000)
        }
    }

    @Test("Waiting for a bot to be quiet ends when cancelled")
    func cancelledWait() async throws {
        try await withPool(Int.self) { pool in
            let gate = Gate()
            let bot = pool.join(cap: 1) { _ in await gate.pass() }
            pool.add([(peer: 1, item: 1)], to: bot)
            let wait = Task { await pool.wait(for: bot, toHaveAtMost: 0) }
            wait.cancel()
            await wait.value
            gate.open()
        }
    }

    @Test("A cap is kept while many conversations wait")
    func cap() async throws {
        try await withPool(Int.self) { pool in
            let gate = Gate()
            let bot = pool.join(cap: 5) { _ in await gate.pass() }
            pool.add((0..<500).map { (peer: $0, item: $0) }, to: bot)
            await gate.arrivals.reaches(5)
            #expect(pool.waiting(of: bot) == 495, "five run, and the others have not begun")
            gate.open()
            await pool.wait(for: bot, toHaveAtMost: 0)
            #expect(gate.arrivals.count == 500)
        }
    }
}

@Suite("Threads of plugins")
struct PluginThreadsTests {
    @Test("Only when every thread is blocked is it stuck")
    func stuck() async throws {
        let threads = PluginThreads(count: 2)
        let release = DispatchSemaphore(value: 0)
        let blocked = (0..<2).map { _ in Task(executorPreference: threads) { release.wait() } }
        let waiting = Task(executorPreference: threads) {}
        while !threads.isStuck(for: .milliseconds(50)) { try await Task.sleep(for: .milliseconds(10)) }
        release.signal()
        release.signal()
        for task in blocked { await task.value }
        await waiting.value
        #expect(!threads.isStuck(for: .zero))
        threads.shutdown()
    }
}
