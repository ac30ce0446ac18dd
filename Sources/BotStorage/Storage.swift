// Govorun: what every storage can do. SPDX-License-Identifier: MIT

/// Where bots keep what must outlive them: an SQLite file, this process's memory, or a server.
///
/// Everything is changed by commits, which are values; what is read is read apart. A commit that has returned is there for
/// every later reader, and on disk where the storage has one. Cancelling a task that waits does not take back what it asked
/// for: each call ends with the one outcome it has. Every function throws ``StorageError``.
public protocol Storage: ValueStorage, InboxStorage, JournalStorage, JobStorage, LeaseStorage, RecordStorage {
    /// The storage's wall clock, by which values expire and jobs come due.
    var now: UnixTime { get }

    /// Applies a commit: all of its writes, or none.
    ///
    /// - Returns: one outcome per write.
    /// - Throws: `StorageError`; with `isRefusal` nothing of this commit was written, by the state of the data.
    @discardableResult
    func commit(_ commit: Commit) async throws -> Receipt

    /// Ends the storage after what has been asked so far; later calls throw `closed`. May be called twice.
    func close() async
}
