// Govorun: workers that run the lanes of all bots. SPDX-License-Identifier: MIT
import Synchronization
import VKAPI

/// One pool for the process: order inside a lane, lanes side by side up to each bot's cap, workers started when there is work for them.
///
/// A lane that never returns holds one worker and its own conversation, nothing else.
final class LanePool: Sendable {
    private typealias Worker = CheckedContinuation<LaneKey?, Never>

    /// What a bot does with its positions.
    struct Member: Sendable {
        /// Handlers at work at once, not counting those that wait for VK.
        var cap: Int
        /// Told how many lanes may make a call any moment.
        var crowd: Crowd?
        /// Told that lanes have room for more of the inbox.
        var onHunger: @Sendable () -> Void = {}
        /// Does the work of one position.
        var handle: @Sendable (Int64, LaneHold) async -> Void
    }

    /// Workers kept although they have nothing to do.
    private static let idleLimit = 256
    /// Positions of one lane done in a row before it goes to the end of the queue.
    static let turn = 16

    private struct State {
        var book = LaneBook()
        var members: [Int: Member] = [:]
        var crowds: [Int: Crowd] = [:]
        var nextBot = 0
        /// Workers with nothing to do.
        var idle: [Worker] = []
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextWorker = 0
        /// Workers that `run()` has been asked to start.
        var toStart = 0
        var starter: CheckedContinuation<Int?, Never>?
        var isClosed = false
        /// Those who wait for a bot to come to rest.
        var observers: [Observer] = []
        var nextObserver = 0
    }

    private struct Observer {
        let number: Int
        let bot: Int
        let isRest: @Sendable (LaneBook) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex(State())

    /// Adds a bot.
    ///
    /// - Returns: the bot's number in this pool.
    func join(_ member: Member) -> Int {
        state.withLock { state in
            state.nextBot += 1
            state.book.join(state.nextBot, cap: member.cap)
            state.members[state.nextBot] = member
            state.crowds[state.nextBot] = member.crowd
            return state.nextBot
        }
    }

    /// Takes a bot out; what still waits for it is dropped, what runs goes on.
    func leave(_ bot: Int) {
        state.withLock { state in
            state.book.leave(bot)
            state.members[bot] = nil
        }
        tellCrowd(of: bot)
        tellObservers()
    }

    /// Changes the book, then gives work to whoever has none.
    @discardableResult
    func change<Result: Sendable>(_ bot: Int, _ change: (inout LaneBook) -> Result) -> Result {
        let result = state.withLock { change(&$0.book) }
        tellCrowd(of: bot)
        employ()
        tellObservers()
        return result
    }

    /// What the book says.
    func read<Result: Sendable>(_ read: (LaneBook) -> Result) -> Result { state.withLock { read($0.book) } }

    /// Suspends until nothing of `bot` waits or runs; with `halting`, until what runs has ended, and nothing more is begun. Returns early
    /// when cancelled.
    func rest(_ bot: Int, halting: Bool) async {
        if halting { state.withLock { $0.book.halt(bot) } }
        await wait(for: bot) { halting ? $0.isAtRest(bot) : $0.isQuiet(bot) }
    }

    private func wait(for bot: Int, until isRest: @escaping @Sendable (LaneBook) -> Bool) async {
        let number = state.withLock { state in
            state.nextObserver += 1
            return state.nextObserver
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || isRest(state.book) { return true }
                    state.observers.append(Observer(number: number, bot: bot, isRest: isRest, continuation: continuation))
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

    // MARK: Workers

    /// Runs workers on `executor` until `close()`; returns when the last one has ended. Cancelled, it cancels them.
    func run(on executor: any TaskExecutor) async {
        while let count = await nextStart() {
            for _ in 0..<count { start(on: executor) }
        }
        // Cancellation comes to whoever waits here; each worker has a task of its own, so that one alone can be cancelled.
        await withTaskCancellationHandler {
            while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
        } onCancel: {
            for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
        }
    }

    private func start(on executor: any TaskExecutor) {
        state.withLock { state in
            state.nextWorker += 1
            let worker = state.nextWorker
            // Awaited in `run`, cancelled there and by `cancel`.
            state.tasks[worker] = Task(executorPreference: executor) {
                await self.work(worker)
                self.state.withLock { $0.tasks[worker] = nil }
            }
        }
    }

    /// Cancels one worker; the others go on.
    func cancel(_ worker: Int) { state.withLock { $0.tasks[worker] }?.cancel() }

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

    /// A worker: takes a lane, starts a colleague when there is more to do, runs it.
    private func work(_ worker: Int) async {
        while !Task.isCancelled, let lane = await nextLane() {
            employ()
            let hold = LaneHold(lane, by: worker, in: self)
            await CallingTask.$current.withValue(CallingTask(observer: hold)) { await run(lane, hold) }
            hold.finish()
        }
    }

    private func run(_ lane: LaneKey, _ hold: LaneHold) async {
        guard let member = state.withLock({ $0.members[lane.bot] }) else { return }
        for _ in 0..<Self.turn {
            guard !hold.isLost, let taken = state.withLock({ $0.book.take(from: lane) }) else { return }
            if taken.wantsMore { member.onHunger() }
            await member.handle(taken.position, hold)
        }
    }

    /// The lane runs no more.
    func finish(_ lane: LaneKey) {
        let hungry = state.withLock { state in
            state.book.finish(lane)
            return state.book.isHungry(lane.bot) ? state.members[lane.bot]?.onHunger : nil
        }
        tellCrowd(of: lane.bot)
        employ()
        tellObservers()
        hungry?()
    }

    /// Gives work to idle workers, and asks for more workers where there are none.
    private func employ() {
        let (given, start) = state.withLock { state in
            var given: [(Worker, LaneKey)] = []
            while state.book.hasWork, !state.idle.isEmpty, let lane = state.book.next() {
                given.append((state.idle.removeLast(), lane))
            }
            if state.book.hasWork { state.toStart += 1 }
            return (given, Self.takeStarter(&state))
        }
        for (worker, lane) in given { worker.resume(returning: lane) }
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

    private func nextLane() async -> LaneKey? {
        await withCheckedContinuation { continuation in
            let now: LaneKey?? = state.withLock { state in
                if let lane = state.book.next() { return .some(lane) }
                if state.isClosed || state.idle.count >= Self.idleLimit { return .some(nil) }
                state.idle.append(continuation)
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    // MARK: Those who watch

    private func tellCrowd(of bot: Int) {
        let (crowd, change) = state.withLock { state in
            defer { if state.book.isUnknown(bot) { state.crowds[bot] = nil } }
            return (state.crowds[bot], state.book.takeCrowdChange(bot))
        }
        if change != 0 { crowd?.change(by: change) }
    }

    private func tellObservers() {
        let settled = state.withLock { state -> [Observer] in
            guard !state.observers.isEmpty else { return [] }
            let settled = state.observers.filter { $0.isRest(state.book) }
            if !settled.isEmpty { state.observers.removeAll { $0.isRest(state.book) } }
            return settled
        }
        for observer in settled { observer.continuation.resume() }
    }
}
