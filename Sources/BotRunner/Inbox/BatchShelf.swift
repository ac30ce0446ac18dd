// Govorun: batches read lately, within a budget. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization
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

    private struct State {
        /// By source, in the order of their positions.
        var places: [String: [Place]] = [:]
        var size = 0
        var clock: UInt64 = 0
    }

    private let budget: Int
    private let state = Mutex(State())

    /// A shelf for `budget` bytes of bodies; what is read of them takes about as much again.
    init(budget: Int = 32 << 20) { self.budget = budget }

    /// The size of what is here.
    var size: Int { state.withLock { $0.size } }

    /// Keeps a batch, letting go of those not used for longest.
    func put(_ batch: ReadBatch, of source: String) {
        state.withLock { state in
            state.clock += 1
            var places = state.places.removeValue(forKey: source) ?? []
            let index = Self.index(of: batch.first, in: places) + 1
            if index == 0 || places[index - 1].batch.first != batch.first {
                let open = batch.updates.count - batch.finished.count
                places.insert(Place(batch: batch, open: open, lastUse: state.clock), at: index)
                state.size += batch.size
            }
            state.places[source] = places
            if state.size > budget { Self.letGo(&state, downTo: budget / 4 * 3) }
        }
    }

    /// The batch that holds `position`, if it is here.
    func batch(holding position: Int64, of source: String) -> ReadBatch? {
        state.withLock { state in
            guard let places = state.places[source] else { return nil }
            let index = Self.index(of: position, in: places)
            guard index >= 0, places[index].batch.end > position else { return nil }
            state.clock += 1
            state.places[source]?[index].lastUse = state.clock
            return places[index].batch
        }
    }

    /// An update is done; a batch without others goes.
    func finish(_ position: Int64, of source: String) {
        state.withLock { state in
            guard let places = state.places[source] else { return }
            let index = Self.index(of: position, in: places)
            guard index >= 0, places[index].batch.end > position else { return }
            state.places[source]?[index].open -= 1
            guard places[index].open <= 1 else { return }
            state.size -= places[index].batch.size
            state.places[source]?.remove(at: index)
            if places.count == 1 { state.places[source] = nil }
        }
    }

    /// The last place that begins at or before `position`; -1 when none does.
    private static func index(of position: Int64, in places: [Place]) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].batch.first <= position { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// Lets go of what was not used for longest, a quarter of the budget at once; the last batch stays, whatever its size.
    private static func letGo(_ state: inout State, downTo size: Int) {
        let uses = state.places.values.joined().map { (use: $0.lastUse, size: $0.batch.size) }.sorted { $0.use < $1.use }
        var (left, oldest) = (state.size, UInt64.max)
        for place in uses.dropLast() where left > size {
            left -= place.size
            oldest = place.use
        }
        guard oldest < .max else { return }
        for (source, places) in state.places {
            let kept = places.filter { $0.lastUse > oldest }
            state.places[source] = kept.isEmpty ? nil : kept
        }
        state.size = left
    }
}
