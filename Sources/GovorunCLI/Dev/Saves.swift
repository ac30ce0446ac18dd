// Govorun: what was saved and not yet looked at. SPDX-License-Identifier: MIT
import Synchronization

/// However often files are saved while we are busy, it is one change.
final class Saves: Sendable {
    struct Change: Sendable, Equatable {
        var hasCode = false
        var hasConfiguration = false
        var paths: Set<String> = []
        /// When the last of it was saved.
        var moment = ContinuousClock.now
    }

    private let pending = Mutex<Change?>(nil)

    /// Adds what was saved at `moment`.
    func add(_ changes: [(path: String, kind: FileSnapshot.Kind)], at moment: ContinuousClock.Instant) {
        pending.withLock { pending in
            var change = pending ?? Change()
            for item in changes {
                change.paths.insert(item.path)
                if item.kind == .code { change.hasCode = true } else { change.hasConfiguration = true }
            }
            change.moment = moment
            pending = change
        }
    }

    /// Everything since the last time; `nil` when that is nothing.
    func take() -> Change? { pending.withLock { $0.take() } }
}
