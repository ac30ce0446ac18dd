// Govorun: a clock that a test moves. SPDX-License-Identifier: MIT
import Synchronization
import VKSimulator

/// Time that stands still until a test moves it. Nobody sleeps on it: a sleep ends when it is cancelled.
final class HandMovedTime: Sendable {
    private let elapsed = Mutex(Duration.zero)

    func advance(by duration: Duration) { elapsed.withLock { $0 += duration } }

    var source: TimeSource {
        TimeSource(
            unixSeconds: { 1_767_270_000 + Int(self.elapsed.withLock { $0 }.components.seconds) },
            position: { _ in self.elapsed.withLock { $0 } },
            sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
    }
}
