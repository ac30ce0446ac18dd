// Govorun: a storage in one SQLite file. SPDX-License-Identifier: MIT

/// A storage in an SQLite file: durable against power loss, for one process at a time.
///
/// One thread writes: it takes all commits that wait into one transaction, so that many callers share one flush of the disk.
/// Another reads. The lock on `PATH.lock` is held from `open` to `close`, or to the end of the process.
public final class SQLiteStorage: Storage {
    /// How the file is used; every field has a sound default.
    public struct Options: Sendable {
        /// How thoroughly the file is looked at when it is opened.
        public enum Check: Sendable {
            /// Only what opening reads anyway.
            case none
            /// The structure of every page; about a second per gigabyte.
            case quick
            /// Also that the indexes agree with their tables.
            case full
        }

        /// How thoroughly the file is looked at when it is opened.
        public var check = Check.quick
        /// The file's largest size in bytes; beyond it writes throw `full`. `nil`: as much as the disk has.
        public var maximumBytes: Int?
        /// The ids of at least so many updates are kept per source, see ``InboxStorage/eventIDs(of:)``.
        public var keptEventIDs = 10_000
        /// How long another program may keep the file locked before a write throws `busy`.
        public var busyTimeout = Duration.seconds(5)

        /// The defaults.
        public init() {}
    }

    /// The file, as an absolute path.
    public let path: String
    let keptEventIDs: Int
    private let isForReading: Bool
    private let clock: @Sendable () -> UnixTime
    private let writes: WorkQueue<PendingWrite>
    private let reads: WorkQueue<PendingRead>

    private init(
        _ path: String, _ options: Options, clock: @escaping @Sendable () -> UnixTime, writes: WorkQueue<PendingWrite>,
        reads: WorkQueue<PendingRead>, isForReading: Bool = false
    ) {
        self.isForReading = isForReading
        (self.path, keptEventIDs, self.clock, self.writes, self.reads) = (path, options.keptEventIDs, clock, writes, reads)
    }

    deinit {
        reads.close()
        writes.close()
    }

    /// Opens a file, or makes it with the folders it is in; readable for this user only.
    ///
    /// - Parameter clock: the wall clock by which values expire.
    /// - Throws: ``StorageError``: `locked`, `notWritable`, `cannotOpen`, `corrupt`, `notStorage`, `newerSchema`, `full`.
    public static func open(
        _ path: String, options: Options = Options(), clock: @escaping @Sendable () -> UnixTime = { .now }
    ) async throws -> SQLiteStorage {
        let (writes, reads) = (try WorkQueue<PendingWrite>(), try WorkQueue<PendingRead>())
        do {
            let place = try await started(named: "storage write") { ready in
                WriterThread(path, options, clock: clock, queue: writes).run(ready)
            }
            try await started(named: "storage read") { ready in
                ReaderThread(place, options, clock: clock, queue: reads).run(ready)
            }
            return SQLiteStorage(place, options, clock: clock, writes: writes, reads: reads)
        } catch {
            writes.close()
            throw (error as? StorageError)?.located(at: path) ?? error
        }
    }

    /// Opens a file that is there, whoever has it, and only to read: what its owner has committed is seen at once, and every write throws
    /// `notWritable`. It takes no lock and changes nothing.
    ///
    /// - Throws: ``StorageError``: `cannotOpen`, `notStorage`, `newerSchema`, `failed` when a program of an older build has it.
    public static func open(
        readingFrom path: String, options: Options = Options(), clock: @escaping @Sendable () -> UnixTime = { .now }
    ) async throws -> SQLiteStorage {
        let (writes, reads) = (try WorkQueue<PendingWrite>(), try WorkQueue<PendingRead>())
        writes.close()
        writes.end()
        do {
            try await started(named: "storage read") { ready in
                ReaderThread(path, options, clock: clock, queue: reads, isGuest: true).run(ready)
            }
        } catch {
            throw (error as? StorageError)?.located(at: path) ?? error
        }
        return SQLiteStorage(path, options, clock: clock, writes: writes, reads: reads, isForReading: true)
    }

    /// Starts a thread and waits for what it says when it is ready.
    private static func started<Value: Sendable>(
        named name: String, _ body: @escaping @Sendable (CheckedContinuation<Value, any Error>) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { ready in
            do { try startThread(named: name) { body(ready) } } catch { ready.resume(throwing: error) }
        }
    }

    /// The time by the clock it was opened with.
    public var now: UnixTime { clock() }

    /// Applies a commit; returns when it is on disk.
    @discardableResult
    public func commit(_ commit: Commit) async throws -> Receipt {
        try await write(isWhole: !commit.mayLeaveTraces) { session throws(StorageError) in try session.apply(commit) }
    }

    /// Ends both threads after what they have been asked, and frees the lock.
    public func close() async {
        reads.close()
        await reads.ended()
        writes.close()
        await writes.ended()
    }

    /// Has `body` done inside the next transaction.
    ///
    /// - Parameter isWhole: whether `body`, when it refuses, has changed nothing; else a savepoint guards it.
    func write<Value: Sendable>(
        isWhole: Bool = true, _ body: @escaping @Sendable (WriteSession) throws(StorageError) -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let pending = PendingWrite(isWhole: isWhole) { session throws(StorageError) in
                let value = try body(session)
                return { continuation.resume(returning: value) }
            } fail: { [path] in
                continuation.resume(throwing: $0.located(at: path))
            }
            if !writes.add(pending) { pending.fail(StorageError(isForReading ? .notWritable : .closed)) }
        }
    }

    /// Has `body` done by the reader, with its time.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection, UnixTime) throws(StorageError) -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let pending = PendingRead { connection, now throws(StorageError) in
                let value = try body(connection, now)
                return { continuation.resume(returning: value) }
            } fail: { [path] in
                continuation.resume(throwing: $0.located(at: path))
            }
            if !reads.add(pending) { pending.fail(StorageError(.closed)) }
        }
    }
}
