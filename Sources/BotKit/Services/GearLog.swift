// Govorun: a log for those who are made before there is one. SPDX-License-Identifier: MIT
import Synchronization

/// Keeps the first lines until somebody says where they go.
final class GearLog: Sendable {
    private struct State {
        var target: Logger?
        var early: [LogEntry] = []
    }

    /// How many lines are kept.
    private static let earlyLimit = 100

    private let state = Mutex(State())

    /// Writes to the target, or into memory while there is none.
    var logger: Logger {
        Logger(level: .trace) { [self] entry in
            let target = state.withLock { state -> Logger? in
                if state.target == nil, state.early.count < Self.earlyLimit { state.early.append(entry) }
                return state.target
            }
            target?.pass(on: entry)
        }
    }

    /// From now on its lines go to `target`, those it has kept first.
    func write(to target: Logger) {
        let early = state.withLock { state in
            defer { (state.target, state.early) = (target, []) }
            return state.early
        }
        for entry in early { target.pass(on: entry) }
    }
}
