// Govorun: what has been done is stored, many at a time. SPDX-License-Identifier: MIT
import BotKit
import BotStorage

/// Stores the marks of finished updates with what their handlers changed: while one commit is under way the next ones gather.
final class FinishLine: Sendable {
    private struct State {
        var positions: [Int64] = []
        var writes: [Write] = []
        var completions: [@Sendable () -> Void] = []

        var isEmpty: Bool { positions.isEmpty && writes.isEmpty && completions.isEmpty }
    }

    private let source: String
    private let storage: any Storage
    private let trouble: StorageTrouble
    private let state = PlainMutex(State())
    private let bell = Doorbell()

    init(_ source: String, _ storage: any Storage, _ trouble: StorageTrouble) {
        (self.source, self.storage, self.trouble) = (source, storage, trouble)
    }

    /// The update at `position` is done, and changes what `writes` say.
    ///
    /// - Parameter completion: called when that is stored.
    func finish(_ position: Int64?, _ writes: [Write] = [], completion: (@Sendable () -> Void)? = nil) {
        state.withLock { state in
            if let position { state.positions.append(position) }
            state.writes += writes
            if let completion { state.completions.append(completion) }
        }
        bell.ring()
    }

    /// As `finish`, and returns when it is stored.
    func store(_ position: Int64?, _ writes: [Write]) async {
        await withCheckedContinuation { stored in finish(position, writes) { stored.resume() } }
    }

    /// Stores what comes, until closed; what cannot be stored now is tried again for as long as it takes.
    func run() async {
        while await bell.wait() { await storeAll() }
        // What came just before the end.
        await storeAll()
    }

    private func storeAll() async {
        while let group = take() {
            _ = await trouble.overcome("what was done cannot be stored") { try await self.store(group) }
            // Given up only when the process ends: whoever waits is let go, and finds that nothing more may be begun.
            for completion in group.completions { completion() }
        }
    }

    /// Nothing more will come: `run` ends when all is stored.
    func close() { bell.close() }

    private func take() -> State? {
        state.withLock { state in
            guard !state.isEmpty else { return nil }
            defer { state = State() }
            return state
        }
    }

    private func store(_ group: State) async throws {
        let marks: [Write] = group.positions.isEmpty ? [] : [.finish(group.positions, of: source)]
        let writes = group.writes + marks
        if !writes.isEmpty { try await storage.commit(Commit(writes)) }
    }
}
