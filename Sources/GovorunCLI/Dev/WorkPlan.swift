// Govorun: what govorun dev does next. SPDX-License-Identifier: MIT

/// One build at a time, and of what is saved meanwhile only the newest counts. `bots.yaml` waits for no build: the program as it was before
/// looks at it.
struct WorkPlan: Equatable, Sendable {
    /// What is to be done.
    enum Step: Equatable, Sendable {
        case build
        /// Check `bots.yaml` and change the bots for new ones; `hasNewCode` after a build.
        case renew(hasNewCode: Bool)
        /// The build ended badly.
        case tell
        case wait
    }

    /// Whether a build is under way.
    private(set) var isBuilding = false
    /// Whether code was saved since it began.
    private var isStale = false
    /// Whether there is a program that a build cannot take away.
    var hasProgram = false

    /// Something was saved.
    mutating func saved(code: Bool, configuration: Bool) -> Step {
        guard code else { return !isBuilding || hasProgram ? .renew(hasNewCode: false) : .wait }
        guard isBuilding else {
            isBuilding = true
            return .build
        }
        isStale = true
        return .wait
    }

    /// The build has ended; what it made of files that have changed since is of no use.
    mutating func built(well: Bool) -> Step {
        isBuilding = isStale
        isStale = false
        if isBuilding { return .build }
        return well ? .renew(hasNewCode: true) : .tell
    }
}
