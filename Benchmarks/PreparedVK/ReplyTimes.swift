// Govorun: how long messages wait for their replies. SPDX-License-Identifier: MIT
import Measuring
import Synchronization

/// Takes the time from the moment when a message is there to the moment when its reply is, and prints it when there are enough.
final class ReplyTimes: Sendable {
    /// The first ones find a limiter that is still careful, and code that never ran.
    private static let warmUp = 30

    private struct State {
        var since = ContinuousClock.now
        var times: [Duration] = []
    }

    private let count: Int
    private let state = Mutex(State())

    init(of count: Int) { self.count = count }

    /// A message goes out.
    func asked() { state.withLock { $0.since = .now } }

    /// Its reply has come.
    func replied() {
        guard count > 0 else { return }
        let times = state.withLock { state in
            state.times.append(state.since.duration(to: .now))
            return state.times.count == Self.warmUp + count ? Array(state.times.dropFirst(Self.warmUp)) : []
        }
        guard !times.isEmpty else { return }
        let figures = [0.5, 0.9, 0.99].map { Figures.rounded(Figures.quantile($0, of: times) ?? .zero, in: .milliseconds(1)) }
        ServerProcess.say("p50 \(figures[0]) ms, p90 \(figures[1]) ms, p99 \(figures[2]) ms")
    }
}
