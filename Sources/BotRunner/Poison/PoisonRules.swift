// Govorun: what becomes of an event that was in hand when the process died. SPDX-License-Identifier: MIT

/// How a process ended without closing its house.
package enum Death: Sendable, Equatable {
    /// By its own code: a trap, an abort, a call of `exit`.
    case trap
    /// Without a word, as by SIGKILL, when memory runs out or the power goes: whatever was in hand need not be the cause.
    case silent
}

/// How often an event was in hand when the process died.
package struct Deaths: Sendable, Equatable {
    /// Deaths by code of the process.
    package var traps = 0
    /// Deaths that left no mark.
    package var silents = 0

    /// Counts of both kinds.
    package init(traps: Int = 0, silents: Int = 0) {
        self.traps = traps
        self.silents = silents
    }

    /// Counts one more.
    package mutating func add(_ death: Death) {
        switch death {
        case .trap: traps += 1
        case .silent: silents += 1
        }
    }
}

/// When an event is under suspicion, and when it is condemned.
package struct PoisonRules: Sendable {
    /// What is done with an event.
    package enum Verdict: Sendable, Equatable {
        /// It runs like any other.
        case runsAsUsual
        /// It runs while no other suspect does, so that only the culprit counts again; others run beside it.
        case runsAlone
        /// It runs no more.
        case isSetAside
    }

    /// At so many traps an event is set aside; a single one has it run alone.
    package var trapsToSetAside = 3
    /// At so many silent deaths it runs alone. Hundreds of events may be in hand when somebody kills the process, so a few mean nothing.
    package var silentsToRunAlone = 4
    /// At so many it is set aside: most of them it was in hand alone. Such a death is somebody else's more often than not, and who kills the
    /// process within its first second, again and again, kills it before the first answer can leave: 25 of those came about. What takes all the
    /// memory comes to so many within minutes. Measured with a kill every second on a busy machine: the suspect whose turn it is outlives two of
    /// three kills, and one in a hundred of them sees eight.
    package var silentsToSetAside = 100

    /// The rules as they are used.
    package init() {}

    /// What is done with an event that saw these deaths.
    package func verdict(on deaths: Deaths) -> Verdict {
        if deaths.traps >= trapsToSetAside || deaths.silents >= silentsToSetAside { return .isSetAside }
        return deaths.traps >= 1 || deaths.silents >= silentsToRunAlone ? .runsAlone : .runsAsUsual
    }

    /// What is left of a suspicion once another build runs, which may have mended the fault: it still runs alone, and has to fail anew.
    package func pardoned(_ deaths: Deaths) -> Deaths {
        Deaths(traps: min(deaths.traps, 1), silents: min(deaths.silents, silentsToRunAlone))
    }
}
