// Govorun: an event that was in hand when the process died. SPDX-License-Identifier: MIT

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
}
