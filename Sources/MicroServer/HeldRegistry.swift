// Govorun: everything that must wake before a server may stop. SPDX-License-Identifier: MIT
import Synchronization

/// Who might be suspended. The library aborts the whole process when it is stopped while one connection is.
final class HeldRegistry: Sendable {
    private struct State {
        var isClosed = false
        var held: [ObjectIdentifier: any Held] = [:]
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.held.count } }

    /// - Returns: false when the server stops: then nobody may suspend.
    func enter(_ held: any Held) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.held[ObjectIdentifier(held)] = held
            return true
        }
    }

    func leave(_ held: any Held) {
        _ = state.withLock { $0.held.removeValue(forKey: ObjectIdentifier(held)) }
    }

    /// Lets nobody in any more.
    ///
    /// - Returns: who is in.
    func close() -> [any Held] {
        state.withLock { state in
            state.isClosed = true
            return Array(state.held.values)
        }
    }
}
