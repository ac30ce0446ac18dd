// Govorun: `govorun run` reads its file again. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import CurlClient
import VKSimulator

/// Checks the file on every SIGHUP and hands it to the runner, or tells what is wrong with it.
struct ReloadHost: Sendable {
    /// Where bots that live on the simulator find it.
    enum Place: Sendable {
        case nowhere
        case here(VKSimulator)
        /// In another process, at this address.
        case elsewhere(String)
    }

    let path: String
    /// What `--keep` says.
    let keep: String?
    let runner: Runner
    let sink: LogSink
    let context: CommandContext
    let simulator: Place

    /// Reads the file at each of `signals`, until they end or the task is cancelled; no bot that takes long to change holds up the next.
    func reload(at signals: AsyncStream<Void>) async {
        await withDiscardingTaskGroup { group in
            for await _ in signals {
                guard let reload = await beginReload() else { continue }
                group.addTask { await reload.settled() }
            }
        }
    }

    private func beginReload() async -> Runner.Reload? {
        do {
            let (read, secrets) = try BotsYAML.read(path, context, otherwise: "the bots go on as they were")
            for secret in secrets { sink.hide(secret) }
            var configuration = try await settled(read)
            if let keep, configuration.storage == .memory { configuration.storage = .sqlite(path: keep) }
            return await runner.beginReload(to: configuration)
        } catch is ExitCode {
            // Told already.
        } catch {
            context.terminal.complain(context.terminal.red("error: ") + "\(error); the bots go on as they were")
        }
        return nil
    }

    /// The configuration with each bot of the simulator at home there: those that are there as they are, new ones with a community.
    private func settled(_ read: RunnerConfiguration) async throws -> RunnerConfiguration {
        var configuration = read
        let known = Dictionary(runner.bots.filter(\.usesSimulator).map { ($0.name, $0) }) { first, _ in first }
        var strangers = configuration
        strangers.bots = configuration.bots.filter { $0.usesSimulator && known[$0.name] == nil }
        if !strangers.bots.isEmpty { strangers = try await settle(strangers) }
        let settled = Dictionary(strangers.bots.map { ($0.name, $0) }) { first, _ in first }
        for index in configuration.bots.indices where configuration.bots[index].usesSimulator {
            guard let home = known[configuration.bots[index].name] ?? settled[configuration.bots[index].name] else { continue }
            (configuration.bots[index].token, configuration.bots[index].vk.api) = (home.token, home.vk.api)
        }
        return configuration
    }

    private func settle(_ strangers: RunnerConfiguration) async throws -> RunnerConfiguration {
        switch simulator {
        case .nowhere: throw Homeless(bot: strangers.bots[0].name)
        case .here(let simulator):
            var configuration = strangers
            for index in configuration.bots.indices { try SimulatorHost.settle(&configuration.bots[index], on: simulator, sink) }
            return configuration
        case .elsewhere(let address):
            let client = try CurlClient()
            let guest = SimulatorGuest(address: address, client: client, file: path)
            do {
                let configuration = try await guest.settle(strangers) { sink.hide($0) }
                await client.shutdown()
                return configuration
            } catch {
                await client.shutdown()
                throw error
            }
        }
    }

    /// No simulator has been started.
    private struct Homeless: Error, CustomStringConvertible {
        let bot: String
        var description: String { "the first bot on the simulator, '\(bot)', needs a start of the process" }
    }
}

extension SimulatorHost {
    /// Gives a bot that has come later a community of its own.
    ///
    /// - Throws: `SimulatorError`.
    static func settle(_ bot: inout BotConfiguration, on simulator: VKSimulator, _ sink: LogSink) throws {
        let token = "simulator-\(bot.name)-\(UInt64.random(in: .min ... .max))"
        sink.hide(Secret(token))
        var id: Int?
        if case .community(let number) = bot.community { id = number }
        _ = try simulator.addCommunity(name: bot.name, token: token, id: id)
        (bot.token, bot.vk.api) = (.known(Secret(token)), simulator.baseURL + "/method")
    }
}
