// Govorun: the lanes with real workers and threads. SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import Testing

@testable import BotRunner

@Suite("Workers of the lanes")
struct LanePoolTests {
    private func withPool(threads: Int = 8, _ body: (LanePool) async throws -> Void) async throws {
        let pool = LanePool()
        let executor = PluginThreads(count: threads)
        let run = Task { await pool.run(on: executor) }
        try await body(pool)
        pool.close()
        await run.value
        executor.shutdown()
    }

    private func add(_ positions: some Sequence<(peer: Int, position: Int)>, to bot: Int, of pool: LanePool) {
        pool.change(bot) { book in
            for (peer, position) in positions { book.add(Int64(position), to: LaneKey(bot: bot, peer: peer)) }
        }
    }

    @Test("6 400 positions of 100 conversations are done once each, in order")
    func order() async throws {
        try await withPool { pool in
            let seen = Mutex<[Int: [Int]]>([:])
            let bot = pool.join(
                LanePool.Member(cap: 64) { position, _ in
                    if position % 7 == 0 { await Task.yield() }
                    seen.withLock { $0[Int(position) % 100, default: []].append(Int(position)) }
                })
            add((0..<6_400).map { (peer: $0 % 100, position: $0) }, to: bot, of: pool)
            await pool.rest(bot, halting: false)
            let all = seen.withLock { $0 }
            #expect(all.count == 100)
            for (peer, positions) in all { #expect(positions == Array(stride(from: peer, to: 6_400, by: 100))) }
        }
    }

    @Test("Handlers that block their threads or never return leave the other conversations alone")
    func blockedHandlers() async throws {
        try await withPool { pool in
            let release = DispatchSemaphore(value: 0)
            let never = Gate()
            let answered = Milestone()
            let bot = pool.join(
                LanePool.Member(cap: 64) { position, _ in
                    switch position {
                    case 0, 1: release.wait()
                    case 2: await never.pass()
                    default: answered.pass()
                    }
                })
            add((0..<3).map { (peer: $0, position: $0) }, to: bot, of: pool)
            // Behind a blocked one, and beside them.
            add((100..<150).map { (peer: 0, position: $0) }, to: bot, of: pool)
            add((1_000..<2_000).map { (peer: $0, position: $0) }, to: bot, of: pool)
            await answered.reaches(1_000)
            await never.arrivals.reaches(1)
            #expect(answered.count == 1_000)
            release.signal()
            release.signal()
            never.open()
            await pool.rest(bot, halting: false)
            #expect(answered.count == 1_050)
        }
    }

    @Test("A lane whose worker was given up goes on, and the worker is cancelled and takes nothing more of it")
    func givenUp() async throws {
        try await withPool { pool in
            let holds = Mutex<[LaneHold]>([])
            let (entered, gate, answered) = (Milestone(), Gate(), Milestone())
            let bot = pool.join(
                LanePool.Member(cap: 1) { position, hold in
                    guard position == 0 else { return answered.pass() }
                    holds.withLock { $0.append(hold) }
                    entered.pass()
                    await gate.pass()
                    #expect(Task.isCancelled)
                })
            add((0..<10).map { (peer: 1, position: $0) }, to: bot, of: pool)
            await entered.reaches(1)
            let hold = try #require(holds.withLock { $0.first })
            hold.giveUp()
            await answered.reaches(9)
            #expect(hold.isLost)
            gate.open()
            await pool.rest(bot, halting: false)
            #expect(answered.count == 9)
        }
    }

    @Test("Waiting for a bot to be quiet ends when cancelled")
    func cancelledWait() async throws {
        try await withPool { pool in
            let gate = Gate()
            let bot = pool.join(LanePool.Member(cap: 1) { _, _ in await gate.pass() })
            add([(peer: 1, position: 1)], to: bot, of: pool)
            let wait = Task { await pool.rest(bot, halting: false) }
            wait.cancel()
            await wait.value
            gate.open()
        }
    }

    @Test("A cap is kept while many conversations wait")
    func cap() async throws {
        try await withPool { pool in
            let gate = Gate()
            let bot = pool.join(LanePool.Member(cap: 5) { _, _ in await gate.pass() })
            add((0..<500).map { (peer: $0, position: $0) }, to: bot, of: pool)
            await gate.arrivals.reaches(5)
            #expect(pool.read { $0.waiting(of: bot) } == 495, "five run, and the others have not begun")
            gate.open()
            await pool.rest(bot, halting: false)
            #expect(gate.arrivals.count == 500)
        }
    }
}

@Suite("Threads of plugins")
struct PluginThreadsTests {
    @Test("Only when every thread is blocked is it stuck")
    func stuck() async {
        let threads = PluginThreads(count: 2)
        let release = DispatchSemaphore(value: 0)
        let taken = Milestone()
        let blocked = (0..<2).map { _ in
            Task(executorPreference: threads) {
                taken.pass()
                release.wait()
            }
        }
        await taken.reaches(2)
        #expect(!threads.isStuck(for: .zero), "nobody waits")
        let waiting = Task(executorPreference: threads) {}
        #expect(threads.isStuck(for: .zero))
        #expect(!threads.isStuck(for: .seconds(600)), "not for so long")
        release.signal()
        release.signal()
        for task in blocked { await task.value }
        await waiting.value
        #expect(!threads.isStuck(for: .zero))
        threads.shutdown()
    }
}
