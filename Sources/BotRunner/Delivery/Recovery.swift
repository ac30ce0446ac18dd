// Govorun: VK answers nothing for a while. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// Where updates of one bot wait whose handlers could do nothing, because VK was broken or out of reach.
final class Recovery: Sendable {
    /// How often an update runs again although VK answers others, and for how long while it answers nobody.
    private static let (runs, patience) = (3, Duration.seconds(3600))
    private static let (firstPause, longestPause) = (Duration.milliseconds(500), Duration.seconds(5))

    /// What one update has met so far.
    struct Record {
        fileprivate var start: Duration
        fileprivate var runs = 0

        /// Before the first run.
        init(at now: Duration) { start = now }
    }

    private let vk: VKClient
    private let time: any TimeSource
    /// Of all who wait, the one that tries.
    private let scout = Mutex<Int64?>(nil)

    init(of vk: VKClient, time: any TimeSource) { (self.vk, self.time) = (vk, time) }

    /// Whether what VK's trouble has kept from its end is to run again.
    func isWorthARun(_ record: Record) -> Bool { record.runs < Self.runs && vk.time.now < record.start + Self.patience }

    /// Returns when the update at `position` is to run again, after a run that began at `start`: VK answers others, or it is the one to try,
    /// or `end` has come.
    ///
    /// Of an upload server nobody else tells: its trouble is waited out longer each time.
    ///
    /// - Throws: `CancellationError`.
    func wait(
        _ position: Int64, _ error: any Error, after start: Duration, _ record: inout Record, until end: Duration? = nil
    ) async throws {
        leave(position)
        guard let method = VKTrouble.method(of: error) else {
            try await time.sleep(for: Self.firstPause * (1 << (2 * record.runs)))
            return record.runs += 1
        }
        if vk.hasAnswer(to: method, since: start) { record.runs += 1 }
        let moment = vk.time.now
        var pause = Self.firstPause
        while true {
            try await time.sleep(for: pause)
            if vk.hasAnswer(to: method, since: moment) || end.map({ vk.time.now >= $0 }) == true || goesAhead(position) { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func goesAhead(_ position: Int64) -> Bool {
        scout.withLock { scout in
            guard scout == nil else { return false }
            scout = position
            return true
        }
    }

    /// The update at `position` waits again, or has come to its end.
    func leave(_ position: Int64) { scout.withLock { if $0 == position { $0 = nil } } }
}
