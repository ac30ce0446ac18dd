// Govorun: batches read lately, within a budget. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import VKUpdates

/// A batch of one bot's inbox, read.
struct ReadBatch: Sendable {
    /// The position of its first update.
    let first: Int64
    let updates: [Update]
    /// When it was stored.
    let stored: UnixTime
    /// Places of updates that need no work, ascending.
    let finished: Set<Int>
    /// The size of its bytes.
    let size: Int

    /// The position after its last update.
    var end: Int64 { first + Int64(updates.count) }

    init(first: Int64, updates: [Update], stored: UnixTime, finished: Set<Int>, size: Int) {
        (self.first, self.updates, self.stored, self.finished, self.size) = (first, updates, stored, finished, size)
    }

    /// A batch as the storage gives it. A place without an update, in a body that an older build read otherwise, stays empty.
    init(_ batch: StoredBatch) {
        var updates = UpdateBatch.updates(in: batch.body)
        while updates.count < batch.updates { updates.append(Update(.absent)) }
        updates.removeLast(updates.count - batch.updates)
        let finished = Set((0..<batch.updates).filter { batch.isFinished($0) })
        self.init(first: batch.first, updates: updates, stored: batch.stored, finished: finished, size: batch.body.count)
    }
}

/// Batches of all bots, those used last kept: a lane holds positions only, and finds its updates here or in the storage.
final class BatchShelf: Sendable {
    private struct Place {
        let batch: ReadBatch
        /// How many of its updates are not done.
        var open: Int
        var lastUse: UInt64
    }

    /// The batches of one bot, in the order of their positions.
    private struct Row {
        var places: [Place] = []

        /// How many begin at or before `position`.
        func count(upTo position: Int64) -> Int {
            var (low, high) = (0, places.count)
            while low < high {
                let middle = (low + high) / 2
                if places[middle].batch.first <= position { low = middle + 1 } else { high = middle }
            }
            return low
        }

        func index(holding position: Int64) -> Int? {
            let index = count(upTo: position) - 1
            return index >= 0 && places[index].batch.end > position ? index : nil
        }

        /// Whether there was none that begins there.
        mutating func insert(_ place: Place) -> Bool {
            let index = count(upTo: place.batch.first)
            guard index == 0 || places[index - 1].batch.first != place.batch.first else { return false }
            places.insert(place, at: index)
            return true
        }

        mutating func use(_ position: Int64, at moment: UInt64) -> ReadBatch? {
            guard let index = index(holding: position) else { return nil }
            places[index].lastUse = moment
            return places[index].batch
        }

        mutating func update(at position: Int64, _ moment: UInt64) -> (update: Update, stored: UnixTime)? {
            guard let index = index(holding: position) else { return nil }
            places[index].lastUse = moment
            return (places[index].batch.updates[Int(position - places[index].batch.first)], places[index].batch.stored)
        }

        /// An update is done; what its batch frees, when that was its last.
        mutating func finish(_ position: Int64) -> Int {
            guard let index = index(holding: position) else { return 0 }
            places[index].open -= 1
            return places[index].open > 0 ? 0 : places.remove(at: index).batch.size
        }
    }

    private struct State {
        /// A row is only ever changed in place: a copy of it would be a copy for each update.
        var rows: [Row] = []
        var numbers: [String: Int] = [:]
        var size = 0
        var clock: UInt64 = 0

        mutating func tick() -> UInt64 {
            clock += 1
            return clock
        }
    }

    /// Where the batches of one source stand; found once, since every update is looked up here.
    struct RowNumber: Sendable { fileprivate let index: Int }

    private let budget: Int
    private let state = PlainMutex(State())

    /// A shelf for `budget` bytes of bodies; what is read of them takes about as much again.
    init(budget: Int = 32 << 20) { self.budget = budget }

    /// The size of what is here.
    var size: Int { state.withLock { $0.size } }

    /// The row of a source, which is its own from now on.
    func row(of source: String) -> RowNumber {
        state.withLock { state in
            let index = state.numbers[source] ?? state.rows.count
            if index == state.rows.count {
                state.rows.append(Row())
                state.numbers[source] = index
            }
            return RowNumber(index: index)
        }
    }

    /// Keeps a batch, letting go of those not used for longest.
    func put(_ batch: ReadBatch, in row: RowNumber) {
        state.withLock { state in
            let place = Place(batch: batch, open: batch.updates.count - batch.finished.count, lastUse: state.tick())
            if state.rows[row.index].insert(place) { state.size += batch.size }
            if state.size > budget { Self.letGo(&state, downTo: budget / 4 * 3) }
        }
    }

    /// The batch that holds `position`, if it is here.
    func batch(holding position: Int64, in row: RowNumber) -> ReadBatch? {
        state.withLock { state in
            let moment = state.tick()
            return state.rows[row.index].use(position, at: moment)
        }
    }

    /// The update at `position` and when it was stored, if it is here; the same without a copy of the batch.
    func update(at position: Int64, in row: RowNumber) -> (update: Update, stored: UnixTime)? {
        state.withLock { state in
            let moment = state.tick()
            return state.rows[row.index].update(at: position, moment)
        }
    }

    /// An update is done; a batch without others goes.
    func finish(_ position: Int64, in row: RowNumber) {
        state.withLock { $0.size -= $0.rows[row.index].finish(position) }
    }

    /// Lets go of what was not used for longest, a quarter of the budget at once; the last batch stays, whatever its size.
    private static func letGo(_ state: inout State, downTo size: Int) {
        let uses = state.rows.flatMap(\.places).map { (use: $0.lastUse, size: $0.batch.size) }.sorted { $0.use < $1.use }
        var (left, oldest) = (state.size, UInt64.max)
        for place in uses.dropLast() where left > size {
            left -= place.size
            oldest = place.use
        }
        guard oldest < .max else { return }
        for index in state.rows.indices { state.rows[index].places.removeAll { $0.lastUse <= oldest } }
        state.size = left
    }
}
