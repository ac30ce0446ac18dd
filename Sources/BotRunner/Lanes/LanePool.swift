// Govorun: workers that run the lanes of all bots. SPDX-License-Identifier: MIT
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
        /// These, and those that were started and have not looked for work yet.
        var coming = 0
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

    private let state = PlainMutex(State())

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
        settle(bot) { state in
            state.book.leave(bot)
            state.members[bot] = nil
        }
    }

    /// Changes the book, then gives work to whoever has none.
    @discardableResult
    func change<Result: Sendable>(_ bot: Int, _ change: (inout LaneBook) -> Result) -> Result { settle(bot) { change(&$0.book) } }

    /// Changes the state, and does what follows from it once the lock is free: one look at the lock, for all workers pass here for each
    /// update.
    private func settle<Result: Sendable>(_ bot: Int, _ change: (inout State) -> Result) -> Result {
        let (result, sequel) = state.withLock { state in
            let result = change(&state)
            return (result, Sequel(of: &state, for: bot))
        }
        sequel.perform()
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
        state.withLock { $0.coming -= 1 }
        while !Task.isCancelled, let lane = await nextLane() {
            let hold = LaneHold(lane, by: worker, in: self)
            await CallingTask.$current.withValue(CallingTask(observer: hold)) { await run(lane, hold) }
            hold.finish()
        }
    }

    private func run(_ lane: LaneKey, _ hold: LaneHold) async {
        for _ in 0..<Self.turn {
            guard !hold.isLost, let task = take(from: lane) else { return }
            if task.wantsMore { task.member.onHunger() }
            await task.member.handle(task.position, hold)
            if task.isLast { return }
        }
    }

    private func take(from lane: LaneKey) -> (member: Member, position: Int64, wantsMore: Bool, isLast: Bool)? {
        state.withLock { state in
            guard let member = state.members[lane.bot], let taken = state.book.take(from: lane) else { return nil }
            return (member, taken.position, taken.wantsMore, state.book.isEmpty(lane))
        }
    }

    /// The lane runs no more.
    func finish(_ lane: LaneKey) {
        let hungry = settle(lane.bot) { state in
            state.book.finish(lane)
            return state.book.hasGrownHungry(lane.bot) ? state.members[lane.bot]?.onHunger : nil
        }
        hungry?()
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
            let (now, sequel): (LaneKey??, Sequel?) = state.withLock { state in
                if let lane = state.book.next() { return (.some(lane), Sequel(of: &state, for: lane.bot)) }
                if state.isClosed || state.idle.count >= Self.idleLimit { return (.some(nil), nil) }
                state.idle.append(continuation)
                return (nil, nil)
            }
            sequel?.perform()
            if let now { continuation.resume(returning: now) }
        }
    }

    // MARK: What follows from a change

    /// Whom to tell of what, and who gets work.
    private struct Sequel {
        private let crowd: Crowd?
        private let crowdChange: Int
        private var given: [(worker: Worker, lane: LaneKey)] = []
        private var start: (starter: CheckedContinuation<Int?, Never>, count: Int)?
        private var settled: [Observer] = []

        /// Idle workers get lanes. Where there are none, new ones are asked for, as many as lanes of `bot` could run: a hundred messages at
        /// once are not to wait for one another's workers. Those of another bot are asked for by whoever takes its first lane.
        init(of state: inout State, for bot: Int) {
            crowd = state.crowds[bot]
            crowdChange = state.book.takeCrowdChange(bot)
            if state.book.isUnknown(bot) { state.crowds[bot] = nil }
            while state.book.hasWork, !state.idle.isEmpty, let lane = state.book.next() { given.append((state.idle.removeLast(), lane)) }
            let missing = state.book.hasWork ? max(1, state.book.runnable(of: bot)) - state.coming : 0
            if missing > 0 {
                state.toStart += missing
                state.coming += missing
            }
            start = LanePool.takeStarter(&state)
            guard !state.observers.isEmpty else { return }
            settled = state.observers.filter { $0.isRest(state.book) }
            if !settled.isEmpty { state.observers.removeAll { $0.isRest(state.book) } }
        }

        func perform() {
            if crowdChange != 0 { crowd?.change(by: crowdChange) }
            for (worker, lane) in given { worker.resume(returning: lane) }
            start?.starter.resume(returning: start?.count)
            for observer in settled { observer.continuation.resume() }
        }
    }
}
