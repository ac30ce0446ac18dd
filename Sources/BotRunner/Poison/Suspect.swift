// Govorun: an event that was in hand when the process died. SPDX-License-Identifier: MIT
import BotKit

/// Whose code ran, as far as it was named.
package struct RunningCode: Sendable, Equatable {
    /// The plugin's instance.
    package let plugin: String
    /// The handler; long names are cut.
    package let handler: String

    /// Names a plugin and its handler.
    package init(plugin: String, handler: String) {
        self.plugin = plugin
        self.handler = handler
    }
}

/// An event that was in hand at a death, until it is settled.
package struct Suspect: Sendable, Equatable {
    /// The source it came from: a community's id.
    package let source: String
    /// Its position in that source's inbox.
    package let position: Int64
    /// What ran for it at the last death; `nil` when no handler had begun.
    package let code: RunningCode?
    /// What it has seen.
    package let deaths: Deaths
    /// What is to be done with it.
    package let verdict: PoisonRules.Verdict
    /// Its update's `handPrint`; 0 where it was not noted.
    package var print: UInt32 = 0

    /// Whether it is this update that was in hand. A database that was put in the place of another one has others at the same positions.
    func isOf(_ update: Update) -> Bool { print == 0 || print == update.handPrint }
}

extension Update {
    /// Tells it from other updates, in four bytes that are never all 0.
    var handPrint: UInt32 {
        let id = eventID
        let hash = (id.isEmpty ? json.rawText : id).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return max(1, UInt32(truncatingIfNeeded: hash ^ hash >> 32))
    }
}
