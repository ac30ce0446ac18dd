// Govorun: the thread that reads. SPDX-License-Identifier: MIT

/// A question that waits for the reader. Exactly one of `fail` and what `perform` returned is called, once.
struct PendingRead: Sendable {
    /// Reads, and hands back what tells the caller.
    let perform: @Sendable (Connection, UnixTime) throws(StorageError) -> @Sendable () -> Void
    /// Tells the caller that nothing could be read.
    let fail: @Sendable (StorageError) -> Void
}

/// Answers questions on a connection of its own, so that a flush of the disk delays no reader.
struct ReaderThread {
    private let path: String
    private let options: SQLiteStorage.Options
    private let clock: @Sendable () -> UnixTime
    private let queue: WorkQueue<PendingRead>
    /// Whether the file is another process's.
    private let isGuest: Bool

    init(
        _ path: String, _ options: SQLiteStorage.Options, clock: @escaping @Sendable () -> UnixTime, queue: WorkQueue<PendingRead>,
        isGuest: Bool = false
    ) {
        (self.path, self.options, self.clock, self.queue, self.isGuest) = (path, options, clock, queue, isGuest)
    }

    /// The body of the thread.
    func run(_ ready: CheckedContinuation<Void, any Error>) {
        defer { queue.end() }
        do throws(StorageError) {
            let opening = Opening(options)
            let connection = try isGuest ? opening.openAsGuest(path) : opening.openForReading(path)
            ready.resume()
            serve(connection)
        } catch {
            ready.resume(throwing: error)
        }
    }

    private func serve(_ connection: Connection) {
        var waiting: [PendingRead] = []
        while queue.take(into: &waiting) {
            for pending in waiting { answer(pending, from: connection) }
            waiting.removeAll(keepingCapacity: waiting.count < 1_024)
        }
    }

    /// One question, one moment: all of its statements see the same data.
    private func answer(_ pending: PendingRead, from connection: Connection) {
        do throws(StorageError) {
            try connection.run("BEGIN")
            let answer = try pending.perform(connection, clock())
            try connection.run("COMMIT")
            answer()
        } catch {
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            pending.fail(error)
        }
    }
}
