// Govorun: the workers of the lanes. SPDX-License-Identifier: MIT
import BotKit
import VKAPI

extension LanePool {
    /// Workers kept although they have nothing to do.
    private static var idleLimit: Int { 256 }
    /// Positions of one lane done in a row before it goes to the end of the queue.
    static var turn: Int { 16 }
    /// Positions a worker does before others that wait for its thread are let past.
    private static var stretch: Int { 64 }

    /// Runs workers on `executor` until `close()`; returns when the last one has ended. Cancelled after that, it cancels them.
    func run(on executor: any TaskExecutor) async {
        await withCheckedContinuation { runner in
            let isClosed = state.withLock { state in
                state.executor = executor
                if !state.isClosed { state.runner = runner }
                return state.isClosed
            }
            if isClosed { runner.resume() } else { sendForWorker() }
        }
        // Cancellation comes to whoever waits here; each worker has a task of its own, so that one alone can be cancelled.
        await withTaskCancellationHandler {
            while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
        } onCancel: {
            for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
        }
    }

    func start(on executor: any TaskExecutor) {
        state.withLock { state in
            state.nextWorker += 1
            let worker = state.nextWorker
            // Awaited in `run`, cancelled there and by `cancel`.
            state.tasks[worker] = Task(executorPreference: executor) {
                let desk = WorkerDesk()
                await CallingTask.$current.withValue(CallingTask(observer: desk)) { await self.work(worker, desk) }
                self.state.withLock { $0.tasks[worker] = nil }
            }
        }
    }

    /// Cancels one worker; the others go on.
    func cancel(_ worker: Int) { state.withLock { $0.tasks[worker] }?.cancel() }

    /// No more workers: those at work finish what they have in hand.
    func close() {
        let (runner, idle) = state.withLock { state in
            state.isClosed = true
            defer { (state.runner, state.idle) = (nil, []) }
            return (state.runner, state.idle)
        }
        runner?.resume()
        for worker in idle { worker.resume() }
    }

    /// One position to be worked on.
    private struct Assignment: Sendable {
        let seat: LaneSeat
        let position: Int64
        let handle: @Sendable (Int64, LaneHold) async -> Void
        /// To be told that there is room.
        let onHunger: (@Sendable () -> Void)?
        /// Whether nothing stood behind it.
        let isLast: Bool
    }

    /// A worker: takes a lane, sends for a colleague when there is more to do, runs it.
    private func work(_ worker: Int, _ desk: WorkerDesk) async {
        state.withLock { $0.isOneComing = false }
        var done = 0
        var finished: LaneSeat?
        while !Task.isCancelled {
            let first = next(after: finished)
            finished = nil
            guard let first else {
                desk.hold = nil
                guard await isWoken() else { break }
                continue
            }
            let hold = LaneHold(first.seat, by: worker, in: self)
            desk.hold = hold
            done += await run(first, hold)
            if hold.end() { finished = first.seat }
            guard done >= Self.stretch else { continue }
            done = 0
            await Task.yield()
        }
        // What it was sent for is somebody else's now.
        if let finished { finish(finished) } else { sendForWorker() }
    }

    /// Does a lane's turn.
    ///
    /// - Returns: how many positions were done.
    private func run(_ first: Assignment, _ hold: LaneHold) async -> Int {
        var done = 0
        var assignment: Assignment? = first
        while let now = assignment {
            now.onHunger?()
            await now.handle(now.position, hold)
            done += 1
            assignment = done < Self.turn && !now.isLast && !hold.isLost ? state.withLock { Self.take(from: now.seat, &$0) } : nil
        }
        return done
    }

    /// The first position of the lane that is next, once `finished` runs no more: one look at the lock for both.
    private func next(after finished: LaneSeat?) -> Assignment? {
        var finished = finished
        while true {
            let (assignment, isOver, sequel) = state.withLock { state in
                var sequel = Sequel()
                if let seat = finished { Self.finish(seat, &state, &sequel) }
                let seat = state.book.next()
                let assignment = seat.flatMap { Self.take(from: $0, &state) }
                // Its work was dropped.
                if let seat, assignment == nil { state.book.finish(seat) }
                if let seat { sequel.note(seat.bot, &state) }
                sequel.call(of: self, &state)
                return (assignment, seat == nil, sequel)
            }
            finished = nil
            sequel.perform()
            if isOver || assignment != nil { return assignment }
        }
    }

    private static func take(from seat: LaneSeat, _ state: inout State) -> Assignment? {
        guard let taken = state.book.take(from: seat), let member = state.members[seat.bot] else { return nil }
        return Assignment(
            seat: seat, position: taken.position, handle: member.handle, onHunger: taken.wantsMore ? member.onHunger : nil,
            isLast: state.book.isEmpty(seat))
    }

    /// The lane runs no more.
    func finish(_ lane: LaneSeat) {
        let sequel = state.withLock { state in
            var sequel = Sequel()
            Self.finish(lane, &state, &sequel)
            sequel.call(of: self, &state)
            return sequel
        }
        sequel.perform()
    }

    private static func finish(_ lane: LaneSeat, _ state: inout State, _ sequel: inout Sequel) {
        state.book.finish(lane)
        if state.book.hasGrownHungry(lane.bot) { sequel.hungry = state.members[lane.bot]?.onHunger }
        sequel.note(lane.bot, &state)
    }

    /// Suspends a worker until there is work; `false` when there will be none, or enough others wait.
    private func isWoken() async -> Bool {
        let isWanted = state.withLock { !$0.isClosed && $0.idle.count < Self.idleLimit || $0.book.hasWork }
        guard isWanted else { return false }
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if state.isClosed || state.book.hasWork { return true }
                state.idle.append(continuation)
                return false
            }
            if isNow { continuation.resume() }
        }
        return state.withLock { state in
            state.isOneComing = false
            return !state.isClosed || state.book.hasWork
        }
    }
}
