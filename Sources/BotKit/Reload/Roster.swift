// Govorun: plugins that work together, from the first update to the last. SPDX-License-Identifier: MIT
import Synchronization

/// A router with its plugins, and how many updates are on their way through it: an update ends where it has begun.
final class Roster: Sendable {
    let router: Router
    /// The plugins in the order of the list.
    let instances: [PluginInstance]
    /// Those that work here alone.
    let own: [PluginInstance]
    private let inHand = Atomic(0)
    private let isRetired = Atomic(false)
    private let waiter = Mutex<CheckedContinuation<Void, Never>?>(nil)

    init(_ router: Router, _ instances: [PluginInstance], own: [PluginInstance] = []) {
        (self.router, self.instances, self.own) = (router, instances, own)
    }

    /// An update begins here; not called once it is retired.
    func take() { inHand.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    /// An update has ended.
    func release() {
        let left = inHand.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        // Either it is seen here that somebody waits, or they see that nothing is left.
        if left == 0, isRetired.load(ordering: .sequentiallyConsistent) { wake() }
    }

    /// No more updates begin here, from now on.
    func retire() { isRetired.store(true, ordering: .sequentiallyConsistent) }

    private func wake() { waiter.withLock { $0.take() }?.resume() }

    /// Suspends until no update is in hand any more, or the task is cancelled; asked once, of one that is retired.
    func rest() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter.withLock { $0 = continuation }
                if inHand.load(ordering: .sequentiallyConsistent) == 0 || Task.isCancelled { wake() }
            }
        } onCancel: {
            wake()
        }
    }
}
