// Govorun: the bot that both parts measure. SPDX-License-Identifier: MIT
import BotKit
import BotRunner

/// Repeats what it is told, as the shipped `echo` with `everything: true`.
struct EchoPlugin: Plugin {
    private let replied: @Sendable () -> Void

    init(_ replied: @escaping @Sendable () -> Void) { self.replied = replied }
    init(_ setup: PluginSetup<NoOptions>) { self.init {} }

    var handlers: [Handler] {
        Fallback { message in
            try await message.send(message.text)
            replied()
        }
    }

    /// A runner with this plugin alone.
    func runner(at api: String, _ storage: StorageChoice = .memory, _ change: (inout BotConfiguration) -> Void = { _ in }) -> Runner {
        var bot = BotConfiguration(name: "echo", token: .known(Secret("token-of-the-benchmark")))
        bot.vk.api = api
        bot.plugins = [PluginConfiguration(PluginInstance(name: "echo", plugin: self))]
        change(&bot)
        var configuration = RunnerConfiguration()
        configuration.bots = [bot]
        configuration.logLevel = .error
        configuration.storage = storage
        return Runner(configuration, sink: LogSink(descriptor: 2))
    }
}
