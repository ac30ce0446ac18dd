// Govorun: a worker's hold on a lane. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// The right of one worker to run one lane; it can be taken away from a worker that does not come back.
final class LaneHold: Sendable {
    let lane: LaneSeat
    private let pool: LanePool
    private let worker: Int

    private struct State {
        var isLost = false
        /// Calls that wait for VK now; `nil` once the hold has ended.
        var waits: Int? = 0
        var long = LongWaits()
    }
    private let state = Mutex(State())

    init(_ lane: LaneSeat, by worker: Int, in pool: LanePool) {
        self.lane = lane
        self.worker = worker
        self.pool = pool
    }

    /// Whether the lane has gone on without this worker.
    var isLost: Bool { state.withLock { $0.isLost } }

    /// Lets the lane go on with its next position, whatever its worker does: that one is cancelled, and stops once its handler returns.
    func giveUp() {
        guard end(isLost: true) else { return }
        pool.finish(lane)
        pool.cancel(worker)
    }

    /// The worker has done what it could, or the hold is taken from it.
    ///
    /// - Returns: whether it had not ended before; then the lane is still to be finished.
    func end(isLost: Bool = false) -> Bool {
        let (isFirst, waited) = state.withLock { state in
            defer { (state.isLost, state.waits) = (state.isLost || isLost, nil) }
            return (state.waits != nil, state.waits ?? 0 > 0)
        }
        if waited { pool.change(lane.bot) { $0.unpark(lane.bot) } }
        return isFirst
    }
}

/// Several calls of one handler at once count once; calls of tasks that outlive it hold up nobody.
extension LaneHold: WaitObserver {
    func beginsToWait(inTrouble: Bool) {
        let now = pool.time.now
        let isFirst = state.withLock { state in
            state.waits = state.waits.map { $0 + 1 }
            if state.waits == 1 || inTrouble { state.long.begin(at: now, inTrouble: inTrouble) }
            return state.waits == 1
        }
        if isFirst { pool.change(lane.bot) { $0.park(lane.bot) } }
    }

    func goesOn() {
        let now = pool.time.now
        let isLast = state.withLock { state in
            state.waits = state.waits.map { $0 - 1 }
            if state.waits == 0 { state.long.end(at: now) }
            return state.waits == 0
        }
        if isLast { pool.change(lane.bot) { $0.unpark(lane.bot) } }
    }

    func longWaits(from start: Duration, to now: Duration) -> Duration { state.withLock { $0.long.time(from: start, to: now) } }
    func waitsLong(at now: Duration) -> Bool { state.withLock { $0.long.areGoingOn(at: now) } }
}

/// Where a worker has its hold of the moment: set around each lane, since a value of the task's own for each would cost more than most handlers.
final class WorkerDesk: Sendable {
    private let current = PlainMutex<LaneHold?>(nil)

    var hold: LaneHold? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

extension WorkerDesk: WaitObserver {
    var present: (any WaitObserver)? { hold }
    func beginsToWait(inTrouble: Bool) { hold?.beginsToWait(inTrouble: inTrouble) }
    func goesOn() { hold?.goesOn() }
}
