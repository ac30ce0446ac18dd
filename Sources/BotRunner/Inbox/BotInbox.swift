// Govorun: a bot's updates from their arrival to their end. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization
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
    private let reader: InboxReader
    private let filler: LaneFiller
    private let trouble: StorageTrouble
    private let limits: Limits
    private let turn = Turnstile<Int>()
    private let seen = PlainMutex(SeenEvents())
    /// What is stored as the cursor.
    private let cursor = PlainMutex<[UInt8]>([])
    private let openCount = Atomic(0)

    init(
        of source: String, in storage: any Storage, shelf: BatchShelf, pool: LanePool, trouble: StorageTrouble, limits: Limits = .init()
    ) {
        self.source = source
        self.storage = storage
        self.trouble = trouble
        self.limits = limits
        reader = InboxReader(source: source, storage: storage, shelf: shelf, trouble: trouble)
        filler = LaneFiller(reader, pool)
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
        seen.withLock { seen in for id in ids { seen.insert(id) } }
        cursor.withLock { $0 = found.cursor ?? [] }
        openCount.store(found.updates, ordering: .relaxed)
        filler.begin(at: first, next: found.next)
        let cursor = found.cursor.flatMap { $0.isEmpty ? nil : PollCursor(stored: $0) }
        return (cursor, found.updates)
    }

    /// Whether an earlier process may have begun the update at `position`.
    func isReplay(_ position: Int64) -> Bool { filler.isReplay(position) }

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
            source: source, cursor: cursor?.stored ?? self.cursor.withLock { $0 }, body: finished.count == updates.count ? [] : body,
            updates: updates.count, eventIDs: ids, finished: finished)
        guard let first = await store(entry, after: writes) else {
            seen.withLock { $0.remove(ids) }
            return .dropped
        }
        self.cursor.withLock { $0 = entry.cursor }
        let read = ReadBatch(first: first, updates: updates, stored: storage.now, finished: Set(finished), size: body.count)
        let fresh = updates.count - finished.count
        openCount.wrappingAdd(fresh, ordering: .relaxed)
        for (place, update) in updates.enumerated() where !read.finished.contains(place) { stored(update, first + Int64(place)) }
        // Behind a backlog it would only push out what is needed sooner.
        if fresh > 0, filler.isNext(first) { reader.shelf.put(read, in: reader.row) }
        filler.arrived(read)
        await waitForRoom(read.end)
        return .stored(hasNews: fresh > 0)
    }

    /// Stores a batch in one commit with `writes`, and with the marks of what is done meanwhile.
    ///
    /// - Returns: the position of its first update; `nil` when a write was refused, or the process ended before.
    private func store(_ batch: InboxBatch, after writes: [Write]) async -> Int64? {
        let marks = line.marks
        let all = writes + [.store(batch)] + marks.writes
        let receipt = await trouble.overcome("updates cannot be stored") { try await storage.commitUnlessRefused(all) }
        guard let receipt, case .stored(let first) = receipt?.outcomes[writes.count] else { return nil }
        line.stored(marks)
        return first
    }

    /// The ids to remember, and the places that need no work, ascending: seen before, or not wanted.
    private func sift(
        _ updates: [Update], _ identities: (Update) -> [String], _ needsWork: (Update) -> Bool
    ) -> (ids: [String], finished: [Int]) {
        var (ids, finished) = ([String](), [Int]())
        ids.reserveCapacity(updates.count)
        seen.withLock { seen in
            for (place, update) in updates.enumerated() {
                var isKnown = false
                func remember(_ id: String) {
                    guard !id.isEmpty else { return }
                    if seen.insert(id) { ids.append(id) } else { isKnown = true }
                }
                for id in identities(update) { remember(id) }
                remember(update.eventID)
                if isKnown || !needsWork(update) { finished.append(place) }
            }
        }
        return (ids, finished)
    }

    /// How many wait to be done.
    var waiting: Int { openCount.load(ordering: .relaxed) }

    /// Whether there is no room for more now.
    var isFull: Bool { waiting >= limits.updates }

    /// Suspends while the inbox is full, which ends at `end`; how many bytes it holds is asked for now and then.
    private func waitForRoom(_ end: Int64) async {
        guard isFull || end & 255 == 0 else { return }
        var isKnown = false
        while !Task.isCancelled {
            guard let now = await trouble.overcome("the inbox cannot be read", { try await storage.inbox(of: source) }) else { return }
            openCount.store(now.updates, ordering: .relaxed)
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

    // MARK: The place in VK's updates

    /// Stores where polling begins, unless a batch has brought a later place meanwhile: what is written from now on is not skipped by a
    /// later start.
    func keepFirst(_ first: PollCursor) async {
        do {
            try await turn.pass(0) {
                guard cursor.withLock({ $0.isEmpty }) else { return }
                let write = Write.moveCursor(of: source, to: first.stored)
                let isStored = await trouble.overcome("the place in VK's updates cannot be stored") { try await storage.commit([write]) }
                if isStored != nil { cursor.withLock { $0 = first.stored } }
            }
        } catch {
            // Cancelled: the next start begins as this one did.
        }
    }

    /// What VK has queued is not to be handled: polling begins anew.
    func forgetCursor() { cursor.withLock { $0 = [] } }

    // MARK: Handing out

    /// The lanes of the bot are these from now on.
    func fill(_ number: Int) { filler.fill(number) }

    /// Some lane has room.
    func lanesAreHungry() { filler.lanesAreHungry() }

    /// Gives positions to the lanes as they have room, until closed.
    ///
    /// - Parameter expires: whether an update that was here when the process began is too old to be handled, by when it was stored.
    func run(expires: @escaping @Sendable (UnixTime) -> Bool) async {
        await filler.run(expires: expires) { positions in
            self.trouble.logger.info("updates from before the start are too old and not handled", ["updates": positions.count])
            for position in positions { self.finish(position) }
        }
    }

    func close() {
        filler.close()
        line.close()
    }

    /// The update at `position`, and when it was stored, if it is in memory.
    func knownUpdate(at position: Int64) -> (update: Update, stored: UnixTime)? { reader.shelf.update(at: position, in: reader.row) }

    /// The update at `position`, and when it was stored; `nil` when it is no more, or the task was cancelled.
    func update(at position: Int64) async -> (update: Update, stored: UnixTime)? {
        if let known = knownUpdate(at: position) { return known }
        guard let batch = await reader.batch(from: position), batch.first <= position else { return nil }
        return (batch.updates[Int(position - batch.first)], batch.stored)
    }

    // MARK: Finishing

    /// The update at `position` is done, and changes what `writes` say.
    ///
    /// - Parameter completion: called when that is stored.
    func finish(_ position: Int64, _ writes: [Write] = [], completion: (@Sendable () -> Void)? = nil) {
        openCount.wrappingSubtract(1, ordering: .relaxed)
        reader.shelf.finish(position, in: reader.row)
        line.finish(position, writes, completion: completion)
    }
}
