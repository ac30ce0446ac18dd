// Govorun: VK inside this process. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import MicroServer
import VKSimulator

enum SimulatorHost {
    /// Starts the simulator when a bot asks for it, gives each such bot a community of its own, and points the bot there.
    ///
    /// - Throws: `ExitCode.unavailable` when the port is taken.
    static func start(
        for configuration: inout RunnerConfiguration, sink: LogSink, _ context: CommandContext
    ) async throws -> VKSimulator? {
        guard configuration.usesSimulator else { return nil }
        let simulator = try await listening(at: configuration.simulator, key: "simulator.listen", context)
        for index in configuration.bots.indices where configuration.bots[index].usesSimulator {
            let bot = configuration.bots[index]
            var id: Int?
            if case .community(let number) = bot.community { id = number }
            let token = Secret("simulator-\(bot.name)-\(UInt64.random(in: .min ... .max))")
            sink.hide(token)
            _ = try simulator.addCommunity(name: bot.name, token: token.reveal(), id: id)
            configuration.bots[index].token = .known(token)
            configuration.bots[index].vk.api = simulator.baseURL + "/method"
        }
        context.terminal.say("web chat: \(simulator.baseURL)/")
        return simulator
    }

    /// A simulator that listens.
    ///
    /// - Throws: `ExitCode.unavailable` when it cannot.
    static func listening(at address: ListenAddress, key: String, _ context: CommandContext) async throws -> VKSimulator {
        var settings = VKSimulator.Configuration()
        settings.host = address.host
        settings.port = address.port
        let simulator = VKSimulator(settings)
        do {
            try await simulator.start()
        } catch let error as ServerError {
            context.terminal.complain(context.terminal.red("error: ") + "\(error) (the key is \(key))")
            throw ExitCode.unavailable
        }
        return simulator
    }
}
