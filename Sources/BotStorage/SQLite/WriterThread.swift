// Govorun: the thread that writes. SPDX-License-Identifier: MIT

/// A write that waits for its transaction. Exactly one of `fail` and what `perform` returned is called, once.
struct PendingWrite: Sendable {
    /// Tells the caller, once the transaction is on disk.
    typealias Answer = @Sendable () -> Void

    /// Whether a refusal leaves nothing behind that would have to be taken back.
    let isWhole: Bool
    /// Does the work inside a transaction; runs again when the transaction of its group failed.
    let perform: @Sendable (WriteSession) throws(StorageError) -> Answer
    /// Tells the caller that nothing was written.
    let fail: @Sendable (StorageError) -> Void
}

/// Opens the file, then commits what waits: all of it in one transaction.
struct WriterThread {
    /// More than this many writes are several transactions, so that the first need not wait for all.
    private static let largestGroup = 1_000

    private let path: String
    private let options: SQLiteStorage.Options
    private let clock: @Sendable () -> UnixTime
    private let queue: WorkQueue<PendingWrite>

    init(_ path: String, _ options: SQLiteStorage.Options, clock: @escaping @Sendable () -> UnixTime, queue: WorkQueue<PendingWrite>) {
        (self.path, self.options, self.clock, self.queue) = (path, options, clock, queue)
    }

    /// The body of the thread.
    ///
    /// - Parameter ready: is told the absolute path when the file is open, or why it is not.
    func run(_ ready: CheckedContinuation<String, any Error>) {
        defer { queue.end() }
        do throws(StorageError) {
            let file = try StorageFile(path)
            let lock = try FileLock(file.lockPath)
            let database = try file.create()
            try withExtendedLifetime((lock, database)) { () throws(StorageError) in try serve(file, ready) }
        } catch {
            ready.resume(throwing: error)
        }
    }

    /// Opens the file and writes until there is nothing more to come; the connection has ended when this returns.
    private func serve(_ file: StorageFile, _ ready: CheckedContinuation<String, any Error>) throws(StorageError) {
        let connection = try Opening(options).open(file.path)
        ready.resume(returning: file.path)
        serve(GroupWriter(WriteSession(connection, keptEventIDs: options.keptEventIDs, clock: clock)))
    }

    private func serve(_ writer: GroupWriter) {
        var waiting: [PendingWrite] = []
        while queue.take(into: &waiting) {
            var rest = waiting[...]
            while !rest.isEmpty {
                writer.write(rest.prefix(Self.largestGroup))
                rest = rest.dropFirst(Self.largestGroup)
            }
            waiting.removeAll(keepingCapacity: waiting.count <= Self.largestGroup)
        }
    }
}
