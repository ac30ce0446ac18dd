// Govorun: plugins that get no updates for now. SPDX-License-Identifier: MIT
import Synchronization

/// The instances of a bot that are parked: their handlers are passed over, all else goes on.
final class ParkedNames: Sendable {
    private let names = Mutex<Set<String>>([])

    func insert(_ name: String) { _ = names.withLock { $0.insert(name) } }
    func contains(_ name: String) -> Bool { names.withLock { !$0.isEmpty && $0.contains(name) } }
}
