// Govorun: a plugin made of handlers written in a test. SPDX-License-Identifier: MIT
import BotTesting

/// A plugin that is nothing but its handlers.
struct TrialPlugin: Plugin {
    let handlers: [Handler]

    init(_ setup: PluginSetup<NoOptions>) { handlers = [] }
    init(@HandlersBuilder _ handlers: () -> [Handler]) { self.handlers = handlers() }
}

extension PluginInstance {
    /// An instance of a `TrialPlugin`.
    static func trial(
        _ name: String = "trial", in places: [Place] = [], allow audience: [Audience] = [], commands: [String: [String]] = [:],
        @HandlersBuilder _ handlers: () -> [Handler]
    ) -> PluginInstance {
        var instance = PluginInstance(name: name, plugin: TrialPlugin(handlers))
        instance.places = places
        instance.audience = audience
        instance.commandNames = commands
        return instance
    }
}

extension TestBot {
    /// A bot with one plugin that is nothing but its handlers.
    convenience init(
        language: String = "ru", prefixes: Prefixes = .init(), messageLimit: Int = 4096, admins: Set<Int> = [],
        manners: Manners = .init(), @HandlersBuilder _ handlers: () -> [Handler]
    ) async throws {
        try await self.init(
            [.trial("trial", handlers)], language: language, prefixes: prefixes, admins: admins, messageLimit: messageLimit,
            manners: manners)
    }
}

/// What a test's handler throws.
struct Mishap: Error {}
