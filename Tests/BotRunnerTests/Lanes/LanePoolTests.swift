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
            let never = Mutex<CheckedContinuation<Void, Never>?>(nil)
            let answered = Mutex(0)
            let bot = pool.join(cap: 64) { item in
                switch item {
                case "block": release.wait()
                case "never": await withCheckedContinuation { continuation in never.withLock { $0 = continuation } }
                default: answered.withLock { $0 += 1 }
                }
            }
            pool.add([(peer: 1, item: "block"), (peer: 2, item: "block"), (peer: 3, item: "never")], to: bot)
            // Behind the blocked ones, and beside them.
            pool.add((0..<1_000).map { (peer: 1, item: "behind \($0)") }, to: bot)
            pool.add((0..<1_000).map { (peer: 100 + $0, item: "beside \($0)") }, to: bot)
            await pool.wait(for: bot, toHaveAtMost: 1_000)
            while answered.withLock({ $0 }) < 1_000 { await Task.yield() }
            #expect(answered.withLock { $0 } == 1_000)
            release.signal()
            release.signal()
            while never.withLock({ $0 }) == nil { await Task.yield() }
            never.withLock { $0 }?.resume()
            await pool.wait(for: bot, toHaveAtMost: 0)
            #expect(answered.withLock { $0 } == 2_000)
        }
    }

    @Test("Waiting for a bot to be quiet ends when cancelled")
    func cancelledWait() async throws {
        try await withPool(Int.self) { pool in
            let never = Mutex<CheckedContinuation<Void, Never>?>(nil)
            let bot = pool.join(cap: 1) { _ in await withCheckedContinuation { continuation in never.withLock { $0 = continuation } } }
            pool.add([(peer: 1, item: 1)], to: bot)
            let wait = Task { await pool.wait(for: bot, toHaveAtMost: 0) }
            wait.cancel()
            await wait.value
            while never.withLock({ $0 }) == nil { await Task.yield() }
            never.withLock { $0 }?.resume()
        }
    }

    @Test("A cap is kept while many conversations wait")
    func cap() async throws {
        try await withPool(Int.self) { pool in
            let held = Mutex<[CheckedContinuation<Void, Never>]>([])
            let isOpen = Mutex(false)
            let bot = pool.join(cap: 5) { _ in
                guard !isOpen.withLock({ $0 }) else { return }
                await withCheckedContinuation { continuation in held.withLock { $0.append(continuation) } }
            }
            pool.add((0..<500).map { (peer: $0, item: $0) }, to: bot)
            while held.withLock({ $0.count }) < 5 { await Task.yield() }
            #expect(pool.waiting(of: bot) == 495, "five run, and the others have not begun")
            isOpen.withLock { $0 = true }
            for continuation in held.withLock({ $0 }) { continuation.resume() }
            await pool.wait(for: bot, toHaveAtMost: 0)
            #expect(held.withLock { $0.count } == 5)
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
        while !threads.isStuck(for: .milliseconds(50)) { await Task.yield() }
        release.signal()
        release.signal()
        for task in blocked { await task.value }
        await waiting.value
        #expect(!threads.isStuck(for: .zero))
        threads.shutdown()
    }
}
