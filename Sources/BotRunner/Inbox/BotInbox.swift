// Govorun: a bot's updates from their arrival to their end. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import VKUpdates

/// The buffer between VK and the lanes: a batch is stored with its cursor before anything of it is handled, and stays until all of it is done.
///
/// Lanes get positions; what finds no room in a lane is read again from the storage when the lane has room, so memory does not grow with
/// what waits.
final class BotInbox: Sendable {
    /// How much may wait before no more is taken from VK.
    struct Limits: Sendable {
        var updates = 1_000_000
        var bytes = 1 << 30
    }

    let source: String
    let line: FinishLine
    private let storage: any Storage
    private let shelf: BatchShelf
    private let pool: LanePool
    private let trouble: StorageTrouble
    private let limits: Limits
    private let bell = Doorbell()
    private let turn = Turnstile<Int>()

    private struct State {
        var seen = SeenEvents()
        /// What is stored as the cursor.
        var cursor: [UInt8] = []
        /// The position of the next update to be stored.
        var next: Int64 = 0
        /// The position of the next update to be given to its lane.
        var frontier: Int64 = 0
        /// Updates before this were here when the process began.
        var replayEnd: Int64 = 0
        var waiting = 0
        /// The bot's number in the pool.
        var number = 0
    }
    private let state = PlainMutex(State())

    init(
        of source: String, in storage: any Storage, shelf: BatchShelf, pool: LanePool, trouble: StorageTrouble, limits: Limits = .init()
    ) {
        self.source = source
        self.storage = storage
        self.shelf = shelf
        self.pool = pool
        self.trouble = trouble
        self.limits = limits
        line = FinishLine(source, storage, trouble)
    }

    /// Reads what an earlier process left.
    ///
    /// - Returns: where its polling stood; `nil` when there was none.
    /// - Throws: `StorageError`.
    func open() async throws -> (cursor: PollCursor?, waiting: Int) {
        let found = try await storage.inbox(of: source)
        let ids = try await storage.eventIDs(of: source)
        let first = try await storage.batches(of: source, from: 0, limit: 1, bytes: 0).first?.first ?? found.next
        state.withLock { state in
            for id in ids { state.seen.insert(id) }
            state.cursor = found.cursor ?? []
            (state.next, state.replayEnd, state.frontier, state.waiting) = (found.next, found.next, first, found.updates)
        }
        let cursor = found.cursor.flatMap { $0.isEmpty ? nil : PollCursor(stored: $0) }
        return (cursor, found.updates)
    }

    /// Whether an earlier process may have begun the update at `position`.
    func isReplay(_ position: Int64) -> Bool { state.withLock { position < $0.replayEnd } }

    // MARK: Taking

    /// What became of a batch.
    enum Receipt: Sendable {
        /// It is stored; whether anything in it was new.
        case stored(hasNews: Bool)
        /// The process ended before it was stored.
        case dropped
    }

    /// Stores a batch with its cursor, less what VK has sent before; returns once it is stored, and there is room for another.
    ///
    /// - Parameter cursor: where polling goes on after it; `nil` for what comes by another way.
    /// - Parameter identities: what an update is also known by, beside VK's event id.
    /// - Parameter needsWork: asked of each new update.
    /// - Parameter writes: what is stored in the same commit; what the storage refuses of it has the batch dropped.
    /// - Parameter stored: told the position of each that does.
    func receive(
        _ updates: [Update], body: [UInt8], cursor: PollCursor?, identities: (Update) -> [String] = { _ in [] },
        with writes: [Write] = [], needsWork: (Update) -> Bool, stored: (Update, Int64) -> Void = { _, _ in }
    ) async -> Receipt {
        // One after the other, so that positions are given in the order of arrival.
        do {
            return try await turn.pass(0) { await take(updates, body, cursor, identities, writes, needsWork, stored) }
        } catch {
            return .dropped
        }
    }

    private func take(
        _ updates: [Update], _ body: [UInt8], _ cursor: PollCursor?, _ identities: (Update) -> [String], _ writes: [Write],
        _ needsWork: (Update) -> Bool, _ stored: (Update, Int64) -> Void
    ) async -> Receipt {
        let (ids, finished) = sift(updates, identities, needsWork)
        let entry = InboxBatch(
            source: source, cursor: cursor?.stored ?? state.withLock { $0.cursor }, body: finished.count == updates.count ? [] : body,
            updates: updates.count, eventIDs: ids, finished: finished.sorted())
        let found = await trouble.overcome("updates cannot be stored") { try await storage.store(entry, after: writes) }
        guard let found, let first = found else { return .dropped }
        for (place, update) in updates.enumerated() where !finished.contains(place) { stored(update, first + Int64(place)) }
        let read = ReadBatch(first: first, updates: updates, stored: storage.now, finished: finished, size: body.count)
        let fresh = updates.count - finished.count
        let isNext = state.withLock { state in
            for id in ids { state.seen.insert(id) }
            state.cursor = entry.cursor
            state.next = read.end
            state.waiting += fresh
            return state.frontier == first
        }
        // Behind a backlog it would only push out what is needed sooner.
        if isNext, fresh > 0 { shelf.put(read, of: source) }
        bell.ring()
        await waitForRoom()
        return .stored(hasNews: fresh > 0)
    }

    /// The ids to remember, and the places that need no work: seen before, or not wanted.
    private func sift(
        _ updates: [Update], _ identities: (Update) -> [String], _ needsWork: (Update) -> Bool
    ) -> (ids: [String], finished: Set<Int>) {
        var (ids, known, finished) = ([String](), Set<String>(), Set<Int>())
        for (place, update) in updates.enumerated() {
            let own = ([update.eventID] + identities(update)).filter { !$0.isEmpty }
            let isKnown = own.contains { known.contains($0) } || state.withLock { state in own.contains { state.seen.contains($0) } }
            for id in own where known.insert(id).inserted { ids.append(id) }
            if isKnown || !needsWork(update) { finished.insert(place) }
        }
        return (ids, finished)
    }

    /// How many wait to be done.
    var waiting: Int { state.withLock { $0.waiting } }

    /// Whether there is no room for more now.
    var isFull: Bool { state.withLock { $0.waiting >= limits.updates } }

    /// Suspends while the inbox is full.
    private func waitForRoom() async {
        guard state.withLock({ $0.waiting >= limits.updates || $0.next & 255 == 0 }) else { return }
        var isKnown = false
        while !Task.isCancelled {
            guard let now = await trouble.overcome("the inbox cannot be read", { try await storage.inbox(of: source) }) else { return }
            state.withLock { $0.waiting = now.updates }
            guard now.updates >= limits.updates || now.bytes >= limits.bytes else {
                if isKnown { trouble.report(nil) }
                return
            }
            if !isKnown {
                isKnown = true
                trouble.logger.warning("the inbox is full, polling pauses", ["updates": now.updates, "bytes": now.bytes])
                trouble.report("the inbox is full: \(now.updates) updates wait")
            }
            do { try await trouble.time.sleep(for: .seconds(1)) } catch { return }
        }
    }

    /// Stores where polling begins, unless a batch has brought a later place meanwhile: what is written from now on is not skipped by a
    /// later start.
    func keepFirst(_ cursor: PollCursor) async {
        do {
            try await turn.pass(0) {
                guard state.withLock({ $0.cursor.isEmpty }) else { return }
                let write = Write.moveCursor(of: source, to: cursor.stored)
                let isStored = await trouble.overcome("the place in VK's updates cannot be stored") { try await storage.commit([write]) }
                if isStored != nil { state.withLock { $0.cursor = cursor.stored } }
            }
        } catch {
            // Cancelled: the next start begins as this one did.
        }
    }

    /// What VK has queued is not to be handled: polling begins anew.
    func forgetCursor() { state.withLock { $0.cursor = [] } }

    // MARK: Handing out

    /// The lanes of the bot are these from now on.
    func fill(_ number: Int) {
        state.withLock { $0.number = number }
        bell.ring()
    }

    /// Some lane has room.
    func lanesAreHungry() { bell.ring() }

    /// Gives positions to the lanes as they have room, until closed.
    ///
    /// - Parameter expires: whether an update that was here when the process began is too old to be handled, by when it was stored.
    func run(expires: @escaping @Sendable (UnixTime) -> Bool) async {
        while await bell.wait() {
            let number = state.withLock { $0.number }
            guard number > 0 else { continue }
            while await handOut(number, expires) { if Task.isCancelled { return } }
        }
    }

    func close() {
        bell.close()
        line.close()
    }

    /// - Returns: whether there may be more to hand out now.
    private func handOut(_ number: Int, _ expires: (UnixTime) -> Bool) async -> Bool {
        if let start = pool.read({ $0.refill(of: number) }) {
            await refill(number, from: start)
            return true
        }
        let (frontier, next) = state.withLock { ($0.frontier, $0.next) }
        guard frontier < next, pool.change(number, { $0.asksForMore(number) }) else { return false }
        guard let batch = await batch(from: frontier) else {
            state.withLock { $0.frontier = next }
            return true
        }
        await give(batch, to: number, from: frontier, expires)
        return true
    }

    private func give(_ batch: ReadBatch, to number: Int, from frontier: Int64, _ expires: (UnixTime) -> Bool) async {
        let open = batch.updates.indices.filter { !batch.finished.contains($0) && batch.first + Int64($0) >= frontier }
        // What we have planned ourselves is never too old.
        let isOld = isReplay(batch.first) && expires(batch.stored) && !open.contains { batch.updates[$0].type == .errand }
        if isOld {
            trouble.logger.info("updates from before the start are too old and not handled", ["updates": open.count])
            for place in open { finish(batch.first + Int64(place)) }
        } else {
            pool.change(number) { book in
                for place in open { book.add(batch.first + Int64(place), to: LaneKey(bot: number, peer: batch.updates[place].lane)) }
            }
        }
        state.withLock { $0.frontier = max($0.frontier, batch.end) }
    }

    /// Reads the inbox again for lanes that had no room: a stretch of it at a time, so that others are not kept waiting.
    private func refill(_ number: Int, from start: Int64) async {
        let frontier = state.withLock { $0.frontier }
        var position = start
        var isWanted = true
        for _ in 0..<16 where position < frontier && isWanted {
            guard let batch = await batch(from: position), batch.first < frontier else {
                position = frontier
                break
            }
            (position, isWanted) = pool.change(number) { Self.offer(batch, from: position, to: &$0, of: number, since: start) }
        }
        let end = position
        pool.change(number) { $0.finishReading(of: number, since: start, at: end, isAll: end >= frontier) }
    }

    /// Offers what is in a batch from `position` on, as long as some lane has room.
    ///
    /// - Returns: the position after the last one offered, and whether some lane may want more.
    private static func offer(
        _ batch: ReadBatch, from position: Int64, to book: inout LaneBook, of number: Int, since start: Int64
    ) -> (end: Int64, isWanted: Bool) {
        for place in max(0, Int(position - batch.first))..<batch.updates.count where !batch.finished.contains(place) {
            book.offer(batch.first + Int64(place), to: LaneKey(bot: number, peer: batch.updates[place].lane), since: start)
            // Looking around costs as much as a dozen offers.
            guard place & 15 != 15 || book.wantsMore(of: number, since: start) else { return (batch.first + Int64(place) + 1, false) }
        }
        return (batch.end, book.wantsMore(of: number, since: start))
    }

    // MARK: Reading

    /// The update at `position`, and when it was stored; `nil` when it is no more, or the task was cancelled.
    func update(at position: Int64) async -> (update: Update, stored: UnixTime)? {
        guard let batch = await batch(from: position), batch.first <= position else { return nil }
        return (batch.updates[Int(position - batch.first)], batch.stored)
    }

    /// The batch that holds `position`, or the first after it with something to do.
    private func batch(from position: Int64) async -> ReadBatch? {
        if let batch = shelf.batch(holding: position, of: source) { return batch }
        let found = await trouble.overcome("the inbox cannot be read") {
            try await storage.batches(of: source, from: position, limit: 1, bytes: 0)
        }
        guard let stored = found?.first else { return nil }
        let batch = ReadBatch(stored)
        shelf.put(batch, of: source)
        return batch
    }

    // MARK: Finishing

    /// The update at `position` is done, and changes what `writes` say.
    ///
    /// - Parameter completion: called when that is stored.
    func finish(_ position: Int64, _ writes: [Write] = [], completion: (@Sendable () -> Void)? = nil) {
        state.withLock { $0.waiting -= 1 }
        shelf.finish(position, of: source)
        line.finish(position, writes, completion: completion)
    }
}
