// Govorun: what a bot is doing, and what keeps it from doing it well. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// What a bot is doing.
public enum BotState: Sendable {
    /// It learns who it is and starts its plugins.
    case starting
    /// It reads updates.
    case polling
    /// It goes on, but not as it should; `since` is Unix time.
    case degraded(reason: String, since: Duration)
    /// It does nothing any more.
    case stopped(BotEnding)

    /// One word for `/health`.
    var name: String {
        switch self {
        case .starting: "starting"
        case .polling: "polling"
        case .degraded: "degraded"
        case .stopped: "stopped"
        }
    }
}

/// Collects the troubles of one bot: it is degraded while there is any, and tells of the one that has lasted longest.
final class BotCondition: Sendable {
    /// What may be in trouble, each by itself.
    enum Part: Hashable, Sendable { case polling, callback, storage, inbox, life }

    private enum Phase { case starting, polling, stopped(BotEnding) }

    private struct State {
        var phase = Phase.starting
        var troubles: [Part: (reason: String, since: Duration)] = [:]
    }

    private let time: any TimeSource
    private let state = Mutex(State())

    init(_ time: any TimeSource) { self.time = time }

    /// What the bot is doing.
    var current: BotState {
        state.withLock { state in
            if case .stopped(let ending) = state.phase { return .stopped(ending) }
            if let worst = state.troubles.values.min(by: { $0.since < $1.since }) {
                return .degraded(reason: worst.reason, since: worst.since)
            }
            if case .polling = state.phase { return .polling }
            return .starting
        }
    }

    /// It reads updates.
    ///
    /// - Returns: whether it did not before.
    func polls() -> Bool {
        state.withLock { state in
            state.troubles[.life] = nil
            if case .polling = state.phase { return false }
            state.phase = .polling
            return true
        }
    }

    /// It begins anew.
    func starts() { state.withLock { $0.phase = .starting } }

    /// It has ended.
    func stops(_ ending: BotEnding) { state.withLock { $0.phase = .stopped(ending) } }

    /// A part is in trouble, or with `nil` no more.
    func report(_ part: Part, _ reason: String?) {
        let now = time.unixTime
        state.withLock { state in
            guard let reason else { return state.troubles[part] = nil }
            state.troubles[part] = (reason, state.troubles[part]?.since ?? now)
        }
    }
}
