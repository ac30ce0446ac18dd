// Govorun: when something was last used. SPDX-License-Identifier: MIT

/// The last use of something with a pause, as it is stored.
struct CooldownMark: PluginState, Equatable {
    /// Unix seconds; 0: never.
    private var last = 0
    /// Whether somebody was told, in this pause, that it is too early.
    private var hasTold = false

    /// What is to be done with a use.
    enum Verdict: Sendable, Equatable {
        case free
        /// So many seconds are left; `tells`: nobody was told yet in this pause.
        case tooSoon(left: Int, tells: Bool)
    }

    /// It is to be used at `moment`, `period` seconds after the last use at the earliest; what does not count leaves no pause behind.
    mutating func use(at moment: Int, every period: Int, counts: Bool = true) -> Verdict {
        let left = last + period - moment
        guard last > 0, left > 0 else {
            if counts { (last, hasTold) = (moment, false) }
            return .free
        }
        defer { hasTold = true }
        // What was written before the last use, in another conversation, waits no longer than the rest.
        return .tooSoon(left: min(left, period), tells: !hasTold)
    }
}

extension HandlerRun {
    /// Reads and changes a mark of this plugin: once for this update, whatever happens to the process.
    ///
    /// - Parameter change: is given the mark and when the update happened; may run more than once.
    func mark<Result: Sendable>(
        _ name: String, _ scope: StateScope, lifetime: Duration = .seconds(3600),
        _ change: @Sendable (inout CooldownMark, Int) -> Result
    ) async throws -> Result {
        let moment = work.moment
        let key = StateKey(
            named: name, of: route.instance.name, scope, conversation: update.peerID ?? work.lane, person: update.userID)
        return try await exchange(key, scope) { stored in
            var mark = try StateCoding.decode(CooldownMark.self, from: stored)
            let result = change(&mark, moment)
            var value = try StateCoding.encode(mark)
            value.lifetime = lifetime
            return (value, result)
        }
    }
}
