// Govorun: VK inside this process. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import Foundation
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
        for index in configuration.bots.indices where configuration.bots[index].usesSimulator {
            // Whatever token the file gives: there it would be good for nothing.
            let token = Secret("simulator-\(configuration.bots[index].name)-\(UInt64.random(in: .min ... .max))")
            sink.hide(token)
            configuration.bots[index].token = .known(token)
        }
        let simulated = configuration.bots.filter(\.usesSimulator)
        let simulator = try await make(for: simulated, at: configuration.simulator, key: "simulator.listen", context)
        for index in configuration.bots.indices where configuration.bots[index].usesSimulator {
            configuration.bots[index].vk.api = simulator.baseURL + "/method"
        }
        return simulator
    }

    /// A listening simulator with a community for each of `bots`; they are there before the first connection.
    ///
    /// - Throws: `ExitCode.unavailable` when it cannot listen.
    static func make(
        for bots: [BotConfiguration], at address: ListenAddress, key: String, _ context: CommandContext
    ) async throws -> VKSimulator {
        var settings = VKSimulator.Configuration()
        settings.host = address.host
        settings.port = address.port
        // Bots that are kept in a file come with a position of the simulator before, which counted from an earlier moment.
        settings.firstEvent = Int(Date().timeIntervalSince1970 * 1000)
        let simulator = VKSimulator(settings)
        for bot in bots {
            guard case .known(let token) = bot.token else { continue }
            var id: Int?
            if case .community(let number) = bot.community { id = number }
            _ = try simulator.addCommunity(name: bot.name, token: token.reveal(), id: id)
        }
        do {
            try await simulator.start()
        } catch let error as ServerError {
            context.terminal.complain(context.terminal.red("error: ") + "\(error) (the key is \(key))")
            throw ExitCode.unavailable
        }
        return simulator
    }
}
