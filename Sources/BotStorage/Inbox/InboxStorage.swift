// Govorun: the inbox, where updates wait until they are finished. SPDX-License-Identifier: MIT

/// One change of an inbox, part of a ``Commit``.
public enum InboxWrite: Sendable {
    /// Stores a batch and its cursor. Outcome: `.stored` with the position of its first update.
    case store(InboxBatch)
    /// Stores a cursor alone.
    case moveCursor(source: String, [UInt8])
    /// Marks updates finished, by their positions; a batch without unfinished ones vanishes. What is finished already, or was
    /// never there, is passed over.
    case finish(source: String, [Int64])
    /// Removes all that is known of a source but the count of its updates: batches, cursor, event ids, journalled calls.
    /// Outcome: `.removed` with the number of unfinished updates.
    case forget(source: String)
}

extension Write {
    /// Stores a batch and the cursor that follows it.
    public static func store(_ batch: InboxBatch) -> Write { .inbox(.store(batch)) }

    /// Stores a source's cursor alone.
    public static func moveCursor(of source: String, to cursor: [UInt8]) -> Write { .inbox(.moveCursor(source: source, cursor)) }

    /// Marks updates finished, by their positions.
    public static func finish(_ positions: [Int64], of source: String) -> Write { .inbox(.finish(source: source, positions)) }

    /// Removes all that is known of a source but the count of its updates.
    public static func forget(source: String) -> Write { .inbox(.forget(source: source)) }
}

extension Storage {
    /// Stores a batch and the cursor that follows it.
    ///
    /// - Parameter lease: the lease of who stores it; a stale one is refused with `staleFence`.
    /// - Returns: the position of its first update.
    @discardableResult
    public func store(_ batch: InboxBatch, under lease: Lease? = nil) async throws -> Int64 {
        let receipt = try await commit(Commit([.store(batch)], if: lease.map { [.fence($0)] } ?? []))
        guard case .stored(let first) = receipt.outcomes[0] else { throw StorageError(.failed) }
        return first
    }
}

/// Updates that were stored and are not finished, in the order they came.
public protocol InboxStorage: Sendable {
    /// How full a source's inbox is; all zero for a source that is not known.
    func inbox(of source: String) async throws -> InboxState

    /// The state of every source's inbox, by source.
    func inboxes() async throws -> [InboxState]

    /// Batches with unfinished updates, in order, from the one on that holds `position`.
    ///
    /// - Parameter limit: at most so many batches.
    /// - Parameter bytes: no more batches once their bodies are so large together; the first comes whatever its size.
    func batches(of source: String, from position: Int64, limit: Int, bytes: Int) async throws -> [StoredBatch]

    /// The event ids of the batches stored last, finished or not, oldest first: of as many batches as the last
    /// `keptEventIDs` updates (10 000 unless the storage was told otherwise) came in.
    func eventIDs(of source: String) async throws -> [String]
}
