// Govorun: a storage that ends with the process. SPDX-License-Identifier: MIT
import Synchronization

/// A storage in this process's memory: for trying things out, for tests, and for bots that need not remember.
public final class MemoryStorage: Storage {
    private let state: Mutex<MemoryState>
    private let clock: @Sendable () -> UnixTime

    /// Makes an empty storage.
    ///
    /// - Parameter keptEventIDs: the ids of at least so many updates are kept per source, see ``InboxStorage/eventIDs(of:)``.
    /// - Parameter clock: the wall clock by which values expire and jobs come due.
    public init(keptEventIDs: Int = 10_000, clock: @escaping @Sendable () -> UnixTime = { .now }) {
        self.clock = clock
        state = Mutex(MemoryState(keptEventIDs: keptEventIDs))
    }

    /// The time by the clock it was made with.
    public var now: UnixTime { clock() }

    /// Applies a commit.
    @discardableResult
    public func commit(_ commit: Commit) async throws -> Receipt { try access { state throws(StorageError) in try state.apply(commit) } }

    /// Forgets everything.
    public func close() async {
        state.withLock { state in
            state = MemoryState(keptEventIDs: 0)
            state.isClosed = true
        }
    }

    /// Works on the state, with its time set to now.
    func access<Value: Sendable>(_ body: (inout MemoryState) throws(StorageError) -> Value) throws(StorageError) -> Value {
        try state.withLock { state throws(StorageError) in
            guard !state.isClosed else { throw StorageError(.closed) }
            state.now = clock()
            return try body(&state)
        }
    }
}
