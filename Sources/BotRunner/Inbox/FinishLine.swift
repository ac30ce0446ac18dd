// Govorun: what has been done is stored, many at a time. SPDX-License-Identifier: MIT
import BotKit
import BotStorage

/// Stores the marks of finished updates with what their handlers changed: while one commit is under way the next ones gather.
///
/// A mark without changes is in no hurry: it is stored with the next batch, with the next changes, or after 20 ms. Should the process die
/// before, its handlers run again, as they would had it died a moment earlier: what they sent has the same `random_id`, what they called is
/// in the journal.
final class FinishLine: Sendable {
    /// Marks on their way into the storage.
    struct Marks: Sendable {
        fileprivate let positions: [Int64]
        /// How many there were since the beginning, up to the last of these.
        fileprivate let end: Int
        private let source: String

        fileprivate init(_ positions: [Int64], upTo end: Int, of source: String) {
            (self.positions, self.end, self.source) = (positions, end, source)
        }

        /// What stores them.
        var writes: [Write] { positions.isEmpty ? [] : [.finish(positions, of: source)] }
    }

    private struct State {
        /// Marks that are not stored. They stay until they are, so that no change which came later can be stored before them.
        var marks: [Int64] = []
        /// How many marks there were since the beginning.
        var end = 0
        /// Which of the marks, counted from the beginning, have changes that are not stored: those are stored with them, never before.
        var bound: [Int] = []
        var writes: [Write] = []
        var completions: [@Sendable () -> Void] = []
        /// Whether somebody sees to it that no mark waits for long.
        var isWatched = false

        /// How many marks are stored.
        var stored: Int {
            get { end - marks.count }
            set {
                marks.removeFirst(max(0, newValue - stored))
                let stored = stored
                bound.removeAll { $0 < stored }
            }
        }

        /// The marks there are, up to the first one whose changes are not stored.
        func free(of source: String) -> Marks {
            let end = bound.first ?? end
            return Marks(Array(marks.prefix(end - stored)), upTo: end, of: source)
        }
    }

    private let source: String
    private let storage: any Storage
    private let trouble: StorageTrouble
    private let state = PlainMutex(State())
    private let bell = Doorbell()
    private let marksBell = Doorbell()

    /// How long a mark waits for a commit that is made anyhow.
    private static let patience: Duration = .milliseconds(20)

    init(_ source: String, _ storage: any Storage, _ trouble: StorageTrouble) {
        (self.source, self.storage, self.trouble) = (source, storage, trouble)
    }

    /// The update at `position` is done, and changes what `writes` say.
    ///
    /// - Parameter completion: called when that is stored, which is then done at once.
    func finish(_ position: Int64?, _ writes: [Write] = [], completion: (@Sendable () -> Void)? = nil) {
        let isUrgent = !writes.isEmpty || completion != nil
        let isLone = state.withLock { state in
            if let position {
                if !writes.isEmpty { state.bound.append(state.end) }
                state.marks.append(position)
                state.end += 1
            }
            if !writes.isEmpty { state.writes += writes }
            if let completion { state.completions.append(completion) }
            guard !isUrgent, !state.isWatched else { return false }
            state.isWatched = true
            return true
        }
        if isUrgent { bell.ring() } else if isLone { marksBell.ring() }
    }

    // MARK: With a commit of somebody else

    /// The marks that any commit may take with it.
    var marks: Marks { state.withLock { $0.free(of: source) } }

    /// These have been stored.
    func stored(_ marks: Marks) { state.withLock { $0.stored = marks.end } }

    // MARK: Storing

    /// Stores what comes, until closed; what cannot be stored now is tried again for as long as it takes.
    func run() async {
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await self.watch() }
            while await bell.wait() { await storeAll() }
            tasks.cancelAll()
            await tasks.waitForAll()
            // What came just before the end.
            await storeAll()
            await store([], marks)
        }
    }

    /// Nothing more will come: `run` ends when all is stored.
    func close() {
        bell.close()
        marksBell.close()
    }

    /// Stores the marks that nobody else has stored.
    private func watch() async {
        while await marksBell.wait() {
            var isOver = false
            while !isOver {
                let present = state.withLock { $0.end }
                do { try await Task.sleep(for: Self.patience) } catch { return }
                if state.withLock({ $0.stored < present }) { await store([], marks) }
                isOver = state.withLock { state in
                    state.isWatched = !state.marks.isEmpty
                    return !state.isWatched
                }
            }
        }
    }

    private func storeAll() async {
        while let (writes, marks, completions) = take() {
            await store(writes, marks)
            // Given up only when the process ends: whoever waits is let go, and finds that nothing more may be begun.
            for completion in completions { completion() }
        }
    }

    /// The changes there are, with all marks, those of the changes among them.
    private func take() -> (writes: [Write], marks: Marks, completions: [@Sendable () -> Void])? {
        state.withLock { state in
            guard !state.writes.isEmpty || !state.completions.isEmpty else { return nil }
            defer { (state.writes, state.completions) = ([], []) }
            return (state.writes, Marks(state.marks, upTo: state.end, of: source), state.completions)
        }
    }

    private func store(_ writes: [Write], _ marks: Marks) async {
        let commit = Commit(writes + marks.writes)
        guard !commit.writes.isEmpty else { return }
        let done: Void? = await trouble.overcome("what was done cannot be stored") { _ = try await storage.commit(commit) }
        if done != nil { stored(marks) }
    }
}
