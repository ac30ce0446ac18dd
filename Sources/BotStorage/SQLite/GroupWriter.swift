// Govorun: many writes in one transaction. SPDX-License-Identifier: MIT

/// Commits groups of writes. A write that is refused fails alone; when the transaction fails, each write gets one of its own.
final class GroupWriter {
    private let session: WriteSession
    private var connection: Connection { session.connection }

    init(_ session: WriteSession) { self.session = session }

    /// Writes a group and answers each of its callers.
    func write(_ group: ArraySlice<PendingWrite>) {
        takeBack()  // what an earlier rollback may have failed to
        do throws(StorageError) {
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            for pending in group { pending.fail(error) }
            return
        }
        do throws(StorageError) {
            session.begin()
            let answers = try perform(group)
            try session.finishGroup()
            try connection.run("COMMIT")
            for answer in answers { answer() }
        } catch {
            takeBack()
            guard let only = group.first, group.count > 1 else { return group.forEach { $0.fail(error) } }
            // One of them may be too large for the disk that has room for the others.
            write([only])
            for pending in group.dropFirst() { write([pending]) }
        }
    }

    private func perform(_ group: ArraySlice<PendingWrite>) throws(StorageError) -> [PendingWrite.Answer] {
        var answers: [PendingWrite.Answer] = []
        answers.reserveCapacity(group.count)
        for pending in group {
            do throws(StorageError) {
                answers.append(try perform(pending))
            } catch {
                // What the library refuses may have been done in part, or have ended the transaction: nothing of the group holds.
                guard error.isRefusal, error.context.libraryCode == nil else { throw error }
                answers.append { pending.fail(error) }
            }
        }
        return answers
    }

    private func perform(_ pending: PendingWrite) throws(StorageError) -> PendingWrite.Answer {
        if pending.isWhole { return try pending.perform(session) }
        try connection.run("SAVEPOINT one")
        do throws(StorageError) {
            let answer = try pending.perform(session)
            try connection.run("RELEASE one")
            return answer
        } catch {
            guard connection.isInTransaction else { throw error }
            try connection.run("ROLLBACK TO one")
            try connection.run("RELEASE one")
            throw error
        }
    }

    private func takeBack() {
        guard connection.isInTransaction else { return }
        // One that fails is tried again before the next group, whose BEGIN says what is wrong.
        try? connection.run("ROLLBACK")
    }
}
