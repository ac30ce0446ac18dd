// Govorun: workers that run the lanes of all bots. SPDX-License-Identifier: MIT
import Synchronization
import VKAPI

/// One pool for the process: order inside a lane, lanes side by side up to each bot's cap, workers started when there is work for them.
///
/// A lane that never returns holds one worker and its own conversation, nothing else: adding never waits for room in a lane.
final class LanePool<Item: Sendable>: Sendable {
    private typealias Book = LaneBook<Item>
    private typealias Worker = CheckedContinuation<LaneWork<Item>?, Never>

    /// Workers kept although they have nothing to do.
    private static var idleLimit: Int { 256 }

    private struct State {
        var book = Book()
        var handlers: [Int: @Sendable (Item) async -> Void] = [:]
        var crowds: [Int: Crowd] = [:]
        var nextBot = 0
        /// Workers with nothing to do.
        var idle: [Worker] = []
        /// Workers that `run()` has been asked to start.
        var toStart = 0
        var starter: CheckedContinuation<Int?, Never>?
        var isClosed = false
        /// Those who wait for a bot to have room, or nothing left to do.
        var observers: [Observer] = []
        var nextObserver = 0
    }

    private struct Observer {
        let number: Int
        let bot: Int
        let limit: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex(State())

    /// Adds a bot whose items go to `handle`, at most `cap` at once, not counting those that wait for VK.
    ///
    /// - Parameter crowd: told how many lanes may make a call any moment.
    /// - Returns: the bot's number in this pool.
    func join(cap: Int, crowd: Crowd? = nil, handle: @escaping @Sendable (Item) async -> Void) -> Int {
        state.withLock { state in
            state.nextBot += 1
            state.book.join(state.nextBot, cap: cap)
            state.handlers[state.nextBot] = handle
            state.crowds[state.nextBot] = crowd
            return state.nextBot
        }
    }

    /// Takes a bot out; what still waits for it is dropped, what runs goes on.
    func leave(_ bot: Int) {
        state.withLock { state in
            state.book.leave(bot)
            state.handlers[bot] = nil
        }
        tellCrowd(of: bot)
        tellObservers()
    }

    /// Adds items, each to the end of its lane.
    func add(_ items: some Sequence<(peer: Int, item: Item)>, to bot: Int) {
        state.withLock { state in
            for (peer, item) in items { state.book.add(item, to: LaneKey(bot: bot, peer: peer)) }
        }
        tellCrowd(of: bot)
        employ()
    }

    /// Suspends while more than `limit` items of `bot` wait; at 0, until none waits or runs. Returns early when cancelled.
    func wait(for bot: Int, toHaveAtMost limit: Int) async {
        let number = state.withLock { state in
            state.nextObserver += 1
            return state.nextObserver
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || Self.isSettled(state.book, bot, limit) { return true }
                    state.observers.append(Observer(number: number, bot: bot, limit: limit, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let observer = state.withLock { state in
                state.observers.firstIndex { $0.number == number }.map { state.observers.remove(at: $0) }
            }
            observer?.continuation.resume()
        }
    }

    /// How many items of `bot` wait for a worker.
    func waiting(of bot: Int) -> Int { state.withLock { $0.book.waiting(of: bot) } }

    /// Runs workers on `executor` until `close()`; returns when the last one has ended.
    func run(on executor: any TaskExecutor) async {
        await withDiscardingTaskGroup { group in
            while let count = await nextStart() {
                for _ in 0..<count { group.addTask(executorPreference: executor) { await self.work() } }
            }
        }
    }

    /// No more workers: those at work finish what they have in hand.
    func close() {
        let (starter, idle) = state.withLock { state in
            state.isClosed = true
            defer {
                state.starter = nil
                state.idle = []
            }
            return (state.starter, state.idle)
        }
        starter?.resume(returning: nil)
        for worker in idle { worker.resume(returning: nil) }
    }

    /// Gives work to idle workers, and asks for more workers where there are none.
    private func employ() {
        let (given, start) = state.withLock { state in
            var given: [(Worker, LaneWork<Item>)] = []
            while state.book.hasWork, !state.idle.isEmpty, let work = state.book.next() {
                given.append((state.idle.removeLast(), work))
            }
            if state.book.hasWork { state.toStart += 1 }
            return (given, Self.takeStarter(&state))
        }
        for (worker, work) in given { worker.resume(returning: work) }
        if let (starter, count) = start { starter.resume(returning: count) }
    }

    private static func takeStarter(_ state: inout State) -> (CheckedContinuation<Int?, Never>, Int)? {
        guard state.toStart > 0, let starter = state.starter else { return nil }
        defer {
            state.starter = nil
            state.toStart = 0
        }
        return (starter, state.toStart)
    }

    private func nextStart() async -> Int? {
        await withCheckedContinuation { continuation in
            let now: Int?? = state.withLock { state in
                if state.isClosed { return .some(nil) }
                guard state.toStart == 0 else {
                    defer { state.toStart = 0 }
                    return .some(state.toStart)
                }
                state.starter = continuation
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    /// A worker: takes work, starts a colleague when there is more, does it.
    private func work() async {
        while let work = await nextWork() {
            employ()
            let bot = work.lane.bot
            let handle = state.withLock { $0.handlers[bot] }
            let waits = Waits(of: bot, in: self)
            await CallingTask.$current.withValue(CallingTask(observer: waits)) { for item in work.items { await handle?(item) } }
            waits.end()
            state.withLock { $0.book.finish(work) }
            tellCrowd(of: bot)
            tellObservers()
        }
    }

    /// Told when a handler waits for VK; several calls of one handler at once count once.
    private final class Waits: WaitObserver {
        private let bot: Int
        private let pool: LanePool
        private let calls = Mutex<Int?>(0)

        init(of bot: Int, in pool: LanePool) {
            self.bot = bot
            self.pool = pool
        }

        func beginsToWait() {
            let isFirst = calls.withLock { calls in
                calls = calls.map { $0 + 1 }
                return calls == 1
            }
            if isFirst { pool.change(bot) { $0.park(bot) } }
        }

        func goesOn() {
            let isLast = calls.withLock { calls in
                calls = calls.map { $0 - 1 }
                return calls == 0
            }
            if isLast { pool.change(bot) { $0.unpark(bot) } }
        }

        /// The lane's work is done; calls of tasks that outlive it hold up nobody and count no more.
        func end() {
            let waits = calls.withLock { calls in
                defer { calls = nil }
                return calls ?? 0 > 0
            }
            if waits { pool.change(bot) { $0.unpark(bot) } }
        }
    }

    private func change(_ bot: Int, _ change: (inout Book) -> Void) {
        state.withLock { change(&$0.book) }
        tellCrowd(of: bot)
        employ()
    }

    private func tellCrowd(of bot: Int) {
        let (crowd, change) = state.withLock { state in
            defer { if state.book.isUnknown(bot) { state.crowds[bot] = nil } }
            return (state.crowds[bot], state.book.takeCrowdChange(bot))
        }
        if change != 0 { crowd?.change(by: change) }
    }

    private func nextWork() async -> LaneWork<Item>? {
        await withCheckedContinuation { continuation in
            let now: LaneWork<Item>?? = state.withLock { state in
                if let work = state.book.next() { return .some(work) }
                if state.isClosed || state.idle.count >= Self.idleLimit { return .some(nil) }
                state.idle.append(continuation)
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    private func tellObservers() {
        let settled = state.withLock { state -> [Observer] in
            guard !state.observers.isEmpty else { return [] }
            let settled = state.observers.filter { Self.isSettled(state.book, $0.bot, $0.limit) }
            if !settled.isEmpty { state.observers.removeAll { Self.isSettled(state.book, $0.bot, $0.limit) } }
            return settled
        }
        for observer in settled { observer.continuation.resume() }
    }

    private static func isSettled(_ book: Book, _ bot: Int, _ limit: Int) -> Bool {
        limit == 0 ? book.isQuiet(bot) : book.waiting(of: bot) <= limit
    }
}
