// Govorun: what is in the inbox is given to the lanes. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization

/// Gives positions to the lanes in their order, as lanes have room.
///
/// What has just been stored goes to them at once. What comes faster than it is handled stays in the inbox, and is read again from there by
/// `run`.
final class LaneFiller: Sendable {
    private let reader: InboxReader
    private let pool: LanePool
    private let bell = Doorbell()

    private struct State {
        /// The position of the next update to be stored.
        var next: Int64 = 0
        /// The position of the next update to be given to its lane.
        var frontier: Int64 = 0
        /// The bot's number in the pool; 0: none yet.
        var number = 0
    }
    private let state = PlainMutex(State())
    /// Updates before this were here when the process began.
    private let replayEnd = Atomic<Int64>(0)

    init(_ reader: InboxReader, _ pool: LanePool) { (self.reader, self.pool) = (reader, pool) }

    /// The inbox ends at `next` when the process begins; `first` is the first position in it with something to do.
    func begin(at first: Int64, next: Int64) {
        state.withLock { ($0.next, $0.frontier) = (next, first) }
        replayEnd.store(next, ordering: .relaxed)
    }

    /// Whether an earlier process may have begun the update at `position`.
    func isReplay(_ position: Int64) -> Bool { position < replayEnd.load(ordering: .relaxed) }

    /// The lanes of the bot are these from now on.
    func fill(_ number: Int) {
        state.withLock { $0.number = number }
        bell.ring()
    }

    /// Some lane has room.
    func lanesAreHungry() { bell.ring() }

    /// Nothing more is given.
    func close() { bell.close() }

    /// A batch was stored behind all others. It goes to the lanes, unless they have enough to do or others stand before it.
    func arrived(_ batch: ReadBatch) {
        let lanes = batch.finished.count < batch.updates.count ? batch.updates.map(\.lane) : []
        let isGiven = state.withLock { state in
            state.next = batch.end
            guard state.number > 0, state.frontier == batch.first else { return false }
            let number = state.number
            let isTaken = lanes.isEmpty || pool.change(number) { $0.asksForMore(number) && $0.add(batch, to: lanes, of: number) }
            if isTaken { state.frontier = batch.end }
            return isTaken
        }
        if !isGiven { bell.ring() }
    }

    /// Whether a batch that is stored at `position` may be given at once.
    func isNext(_ position: Int64) -> Bool { state.withLock { $0.frontier == position } }

    /// Gives positions to the lanes as they have room, until closed.
    ///
    /// - Parameter expires: whether an update that was here when the process began is too old to be handled, by when it was stored.
    /// - Parameter drop: given the positions of those.
    func run(expires: @escaping @Sendable (UnixTime) -> Bool, drop: @escaping @Sendable ([Int64]) -> Void) async {
        while await bell.wait() {
            let number = state.withLock { $0.number }
            guard number > 0 else { continue }
            while await handOut(number, expires, drop) { if Task.isCancelled { return } }
        }
    }

    /// - Returns: whether there may be more to hand out now.
    private func handOut(_ number: Int, _ expires: (UnixTime) -> Bool, _ drop: ([Int64]) -> Void) async -> Bool {
        if let start = pool.read({ $0.refill(of: number) }) {
            await refill(number, from: start)
            return true
        }
        let (frontier, next) = state.withLock { ($0.frontier, $0.next) }
        guard frontier < next, pool.change(number, { $0.asksForMore(number) }) else { return false }
        guard let batch = await reader.batch(from: frontier) else {
            state.withLock { if $0.frontier == frontier { $0.frontier = next } }
            return true
        }
        // What we have planned ourselves is never too old.
        if isReplay(batch.first), expires(batch.stored), !batch.updates.contains(where: { $0.type == .errand }) {
            state.withLock { $0.frontier = max($0.frontier, batch.end) }
            drop(batch.updates.indices.filter { !batch.finished.contains($0) }.map { batch.first + Int64($0) }.filter { $0 >= frontier })
        } else {
            give(batch, to: number, from: frontier)
        }
        return true
    }

    /// Gives what is in a batch from `frontier` on, unless that was given meanwhile.
    private func give(_ batch: ReadBatch, to number: Int, from frontier: Int64) {
        let lanes = batch.updates.map(\.lane)
        state.withLock { state in
            guard state.frontier == frontier else { return }
            _ = pool.change(number) { $0.add(batch, to: lanes, of: number, from: frontier) }
            state.frontier = max(frontier, batch.end)
        }
    }

    /// Reads the inbox again for lanes that had no room: a stretch of it at a time, so that others are not kept waiting.
    private func refill(_ number: Int, from start: Int64) async {
        let frontier = state.withLock { $0.frontier }
        var position = start
        var isWanted = true
        for _ in 0..<16 where position < frontier && isWanted {
            guard let batch = await reader.batch(from: position), batch.first < frontier else {
                position = frontier
                break
            }
            (position, isWanted) = pool.change(number) { $0.offer(batch, from: position, of: number, since: start) }
        }
        let end = position
        // What was stored while this read is not in any lane that waits for the rest of its positions: the end is the one there is now.
        state.withLock { state in
            let isAll = end >= state.frontier
            pool.change(number) { $0.finishReading(of: number, since: start, at: end, isAll: isAll) }
        }
    }
}

extension LaneBook {
    /// Adds what a batch has to do from `start` on.
    ///
    /// - Returns: `true`.
    fileprivate mutating func add(_ batch: ReadBatch, to lanes: [Int], of number: Int, from start: Int64 = 0) -> Bool {
        let hasFinished = !batch.finished.isEmpty
        for place in min(lanes.count, max(0, Int(start - batch.first)))..<lanes.count where !hasFinished || !batch.finished.contains(place)
        {
            add(batch.first + Int64(place), to: LaneKey(bot: number, peer: lanes[place]))
        }
        return true
    }

    /// Offers what is in a batch from `position` on, as long as some lane has room.
    ///
    /// - Returns: the position after the last one offered, and whether some lane may want more.
    fileprivate mutating func offer(
        _ batch: ReadBatch, from position: Int64, of number: Int, since start: Int64
    ) -> (end: Int64, isWanted: Bool) {
        for place in max(0, Int(position - batch.first))..<batch.updates.count where !batch.finished.contains(place) {
            offer(batch.first + Int64(place), to: LaneKey(bot: number, peer: batch.updates[place].lane), since: start)
            // Looking around costs as much as a dozen offers.
            guard place & 15 != 15 || wantsMore(of: number, since: start) else { return (batch.first + Int64(place) + 1, false) }
        }
        return (batch.end, wantsMore(of: number, since: start))
    }
}
