// Govorun: the inbox in memory. SPDX-License-Identifier: MIT

/// One source's inbox.
struct MemoryInbox {
    struct Batch {
        let first: Int64
        let updates: Int
        let stored: UnixTime
        let body: [UInt8]
        var finished: FinishMarks

        var end: Int64 { first + Int64(updates) }
    }

    var cursor: [UInt8]?
    var next: Int64 = 0
    /// Those with unfinished updates, in order.
    var batches: [Batch] = []
    /// The event ids of each batch, and the position behind it; oldest first.
    var eventIDs: [(end: Int64, ids: [String])] = []

    func state(of source: String) -> InboxState {
        let updates = batches.reduce(0) { $0 + $1.updates - $1.finished.count }
        let bytes = batches.reduce(0) { $0 + $1.body.count }
        return InboxState(source: source, cursor: cursor, next: next, updates: updates, bytes: bytes, oldest: batches.first?.stored)
    }

    mutating func store(_ batch: InboxBatch, now: UnixTime, keptEventIDs: Int) -> Int64 {
        cursor = batch.cursor
        defer { next += Int64(batch.updates) }
        let marks = FinishMarks(batch.finished, count: batch.updates)
        if marks.count < batch.updates {
            batches.append(Batch(first: next, updates: batch.updates, stored: now, body: batch.body, finished: marks))
        }
        let end = next + Int64(batch.updates)
        if !batch.eventIDs.isEmpty, batch.updates > 0 { eventIDs.append((end, batch.eventIDs)) }
        eventIDs.removeFirst(eventIDs.prefix { $0.end <= end - Int64(keptEventIDs) }.count)
        return next
    }

    mutating func finish(_ positions: [Int64]) {
        for position in positions {
            let index = indexOfBatch(holding: position)
            guard index < batches.count, batches[index].first <= position else { continue }
            batches[index].finished.insert(Int(position - batches[index].first))
            if batches[index].finished.count == batches[index].updates { batches.remove(at: index) }
        }
    }

    /// The first batch that ends behind a position, by halving.
    func indexOfBatch(holding position: Int64) -> Int {
        var (low, high) = (0, batches.count)
        while low < high {
            let middle = (low + high) / 2
            if batches[middle].end > position { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension MemoryState {
    mutating func perform(_ write: InboxWrite) -> Receipt.Outcome {
        switch write {
        case .store(let batch):
            return .stored(
                first: inboxes[ByteText(batch.source), default: MemoryInbox()].store(batch, now: now, keptEventIDs: keptEventIDs))
        case .moveCursor(let source, let cursor):
            inboxes[ByteText(source), default: MemoryInbox()].cursor = cursor
            return .done
        case .finish(let source, let positions):
            inboxes[ByteText(source)]?.finish(positions)
            return .done
        case .forget(let source):
            calls[ByteText(source)] = nil
            guard let old = inboxes[ByteText(source)] else { return .removed(0) }
            inboxes[ByteText(source)] = MemoryInbox(next: old.next)
            return .removed(old.state(of: source).updates)
        }
    }
}

extension MemoryStorage {
    /// How full a source's inbox is.
    public func inbox(of source: String) async throws -> InboxState {
        try access { $0.inboxes[ByteText(source)]?.state(of: source) ?? InboxState(source: source) }
    }

    /// The state of every source's inbox, by source.
    public func inboxes() async throws -> [InboxState] {
        try access { state in state.inboxes.sorted { $0.key < $1.key }.map { $0.value.state(of: $0.key.text) } }
    }

    /// Batches with unfinished updates, in order, from the one on that holds `position`.
    public func batches(of source: String, from position: Int64, limit: Int, bytes: Int) async throws -> [StoredBatch] {
        try access { state in
            guard let inbox = state.inboxes[ByteText(source)] else { return [] }
            var size = 0
            let wanted = inbox.batches[inbox.indexOfBatch(holding: position)...].prefix(max(0, limit)).prefix { batch in
                defer { size += batch.body.count }
                return size < bytes || size == 0
            }
            return wanted.map { batch in
                StoredBatch(
                    source: source, first: batch.first, updates: batch.updates, stored: batch.stored, body: batch.body,
                    finished: batch.finished.bytes)
            }
        }
    }

    /// The event ids of the batches stored last, oldest first.
    public func eventIDs(of source: String) async throws -> [String] {
        try access { $0.inboxes[ByteText(source)]?.eventIDs.flatMap(\.ids) ?? [] }
    }
}
