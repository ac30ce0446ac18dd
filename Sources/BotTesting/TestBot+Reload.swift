// Govorun: other options for a bot under test. SPDX-License-Identifier: MIT
public import BotKit
import Synchronization

extension TestBot {
    /// The options of a plugin are changed in `bots.yaml`, and the file is read again while the bot runs: the plugin is made anew and takes
    /// over (`reconfigured(from:_:)`), or is started and the old one stopped. Other plugins are left alone, but for those that need it.
    ///
    /// - Throws: what making, starting or reconfiguring the plugin throws, `RoutingProblem`; then the old one goes on.
    public func reconfigure<P: Plugin>(_ type: P.Type, options: P.Options) async throws {
        var listed = lineup.listed
        guard let place = listed.firstIndex(where: { $0.plugin is P }) else { throw NoSuchPlugin(name: P.name) }
        listed[place] = try listed[place].remade(P.self, options: options, language: bot.language)
        do {
            try await lineup.change(to: listed)
        } catch let failure as PluginStartFailure { throw failure.cause }
        try await settle()
    }

    /// What was replaced is stopped, and timers go by what is at work now.
    func settle() async throws {
        await lineup.settle()
        let isStale = hasNewTimers.withLock { isStale in
            defer { isStale = false }
            return isStale
        }
        if isStale { try await timekeeper.prepare() }
    }
}

/// The bot of a test has no such plugin.
public struct NoSuchPlugin: Error, Sendable, CustomStringConvertible {
    /// The plugin's name.
    public let name: String
    /// What is missing.
    public var description: String { "the bot of this test has no plugin '\(name)'" }
}
