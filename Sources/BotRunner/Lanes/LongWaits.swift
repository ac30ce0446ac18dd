// Govorun: how long a lane has waited for VK while VK was slow. SPDX-License-Identifier: MIT
import VKAPI

/// The waits for VK that were too long to be everyday life; a value without a clock.
///
/// They are VK's time and not a handler's: a handler that waits while VK hangs is not given up, since its message would be lost with it. Short
/// waits are the handler's own time, or one that calls without end would never be given up.
struct LongWaits: Sendable {
    /// VK answers in a small part of this.
    static let shortest: Duration = .seconds(1)

    /// When the wait began that goes on, and whether something has failed by now.
    private var beginning: Duration?
    private var isInTrouble = false
    private var past: [(from: Duration, to: Duration)] = []

    /// Waiting begins at `now`; `inTrouble`, before a call is repeated, however long it lasts.
    mutating func begin(at now: Duration, inTrouble: Bool = false) {
        beginning = beginning ?? now
        isInTrouble = isInTrouble || inTrouble
    }

    /// Waiting ends at `now`.
    mutating func end(at now: Duration) {
        if let beginning, areGoingOn(at: now) { past.append((beginning, now)) }
        (beginning, isInTrouble) = (nil, false)
    }

    /// Whether one is going on at `now`.
    func areGoingOn(at now: Duration) -> Bool { beginning.map { isInTrouble || now - $0 >= Self.shortest } ?? false }

    /// What of the time from `start` to `now` were long waits.
    func time(from start: Duration, to now: Duration) -> Duration {
        let present = areGoingOn(at: now) ? beginning.map { ($0, now) } : nil
        return (past + [present].compactMap(\.self)).reduce(.zero) { sum, wait in
            sum + max(.zero, min(wait.to, now) - max(wait.from, start))
        }
    }
}
