// Govorun: whether VK answers at all. SPDX-License-Identifier: MIT
import Synchronization

/// When VK has last answered each method.
final class Pulse: Sendable {
    private let last = Mutex<[String: Duration]>([:])

    /// `method` was answered.
    func beat(_ method: String, at now: Duration) { last.withLock { $0[method] = now } }

    /// VK has refused a call of `method`, which is an answer too, unless something is broken (1, 10, 36 …); or the network has.
    func note(_ error: VKError, of method: String, at now: Duration) {
        if error.code != nil, !FailurePolicy.isBroken(error) { beat(method, at: now) }
    }

    func hasBeaten(_ method: String, since start: Duration) -> Bool { last.withLock { $0[method].map { $0 >= start } ?? false } }
}

extension VKClient {
    /// Whether VK has answered any call of `method` from `start` on, by the client's clock.
    package func hasAnswer(to method: String, since start: Duration) -> Bool { pulse.hasBeaten(method, since: start) }
}

extension VKError {
    /// Whether it is VK's or the network's trouble, after whatever repeats the call may have; a later call may do better.
    package var isTroubleOfVK: Bool { FailurePolicy.isBroken(self) }
}
