// Govorun: a conversation that people have taken over. SPDX-License-Identifier: MIT

/// A conversation in which plugins are silent because people answer there.
public struct Takeover: PluginState, Equatable {
    /// Until when, in Unix seconds by VK's clock.
    public internal(set) var until = 0
    /// The administrator who wrote there last; `nil` when a plugin handed it over.
    public internal(set) var administrator: Int?
    /// Why a plugin handed it over; empty otherwise.
    public internal(set) var reason = ""

    /// None.
    public init() {}

    init(until: Int, administrator: Int? = nil, reason: String = "") {
        (self.until, self.administrator, self.reason) = (until, administrator, reason)
    }

    /// What an administrator's line in a conversation does to it.
    enum Change: Sendable, Equatable {
        /// Plugins are silent until then.
        case silence(Takeover)
        /// They speak again.
        case end
    }

    /// The line `text` of `administrator` at `moment`: it prolongs the silence, and never shortens it; `/bot` ends it.
    static func change(
        _ current: Takeover?, by administrator: Int, saying text: String, at moment: Int, for period: Duration, _ prefixes: [Prefixes]
    ) -> Change {
        if prefixes.contains(where: { isEnd(text, $0) }) { return .end }
        let until = max(moment + period.wholeSeconds, current?.until ?? 0)
        return .silence(Takeover(until: until, administrator: administrator, reason: current?.reason ?? ""))
    }

    /// `/bot` or `/бот`, with any prefix of the bot, and nothing behind it.
    private static func isEnd(_ text: String, _ prefixes: Prefixes) -> Bool {
        [true, false].contains { inChat in
            guard let command = Utterance(text, prefixes: prefixes, community: 0, inChat: inChat).command else { return false }
            return ["bot", "бот"].contains(command.name) && command.arguments.allSatisfy(\.isBlank)
        }
    }
}
