// Govorun: runners that tests lend. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import Testing
import VKSimulator

@testable import BotRunner

/// Runs `bots` until `body` has returned, then drains them; what it throws is an issue.
@discardableResult
func withRunner(
    _ bots: [BotConfiguration], storage: StorageChoice = .memory, change: (inout RunnerConfiguration) -> Void = { _ in },
    _ body: (Runner) async throws -> Void
) async throws -> Runner.Ending {
    var configuration = RunnerConfiguration()
    configuration.logLevel = .error
    configuration.storage = storage
    configuration.bots = bots
    change(&configuration)
    let runner = Runner(configuration, sink: LogSink(descriptor: open("/dev/null", O_WRONLY)))
    let drain = Drain()
    let running = Task { try await runner.run(until: drain) }
    do { try await body(runner) } catch { Issue.record(error) }
    drain.begin()
    return try await running.value
}

extension BotConfiguration {
    /// The bot `name`, whose token is `token-` and its name, with one plugin.
    init(_ name: String, on simulator: VKSimulator, _ plugin: PluginInstance) {
        self.init(name: name, token: .known(Secret("token-\(name)")))
        vk.api = simulator.baseURL
        plugins = [PluginConfiguration(plugin)]
    }
}
