// Govorun: `govorun run`. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import CurlClient
import VKSimulator

/// Runs the bots until SIGTERM or SIGINT.
struct RunCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["run"], arguments: "[FILE]", summary: "runs the bots of bots.yaml", count: 0...1,
        options: [
            .init(name: "simulator", value: "URL", help: "the simulator for bots that live on one; in this process when left out"),
            .init(name: "keep", value: "PATH", help: "an SQLite file for what bots remember when bots.yaml has them keep nothing"),
            .init(name: "companion", help: "for govorun dev: descriptor 3 is told when the bots listen, and stops them when it closes"),
        ],
        details: """
            SIGTERM and SIGINT (Ctrl-C) stop gracefully: polling ends, running handlers finish, exit code 0.
            A second signal ends at once. SIGHUP reads the file again: what has changed begins anew, and with mistakes in it all goes on.
            Exit code 78 or 69 when no bot is left: bots.yaml has to change, or VK refuses.
            With vk.api: simulator, VK itself runs in this process, and its web chat is where the printed address says.
            """,
        isService: true)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        if let address = arguments["simulator"], !Self.isAddress(address) {
            throw ArgumentList.Problem(message: "'--simulator' takes an address such as http://127.0.0.1:8080, not '\(address)'")
        }
        // Before the file is read: until then SIGHUP would end the process.
        let drain = Drain()
        let signals = Signals.begin(drain)
        defer { signals.cancel() }
        var (configuration, sink) = try BotsYAML.load(BotsYAML.path(arguments), context, otherwise: "nothing was started")
        if let path = arguments["keep"], configuration.storage == .memory { configuration.storage = .sqlite(path: path) }
        Self.tell(of: configuration.storage, sink.logger(level: configuration.logLevel))
        let simulator = try await simulator(for: &configuration, arguments, sink, context)
        let companion = arguments.has("companion") ? Task { await Self.end(drain) } : nil
        defer { companion?.cancel() }
        let runner = Runner(configuration, sink: sink)
        let health = try await HealthHost.start(for: runner, configuration, context)
        // Told only now: what is written before the bots listen would find nobody.
        let place = arguments["simulator"].map(ReloadHost.Place.elsewhere) ?? simulator.map(ReloadHost.Place.here) ?? .nowhere
        let host = ReloadHost(
            path: BotsYAML.path(arguments), keep: arguments["keep"], runner: runner, sink: sink, context: context, simulator: place)
        let reloads = Task { [hangups = signals.hangups] in await host.reload(at: hangups) }
        defer { reloads.cancel() }
        let ending = try await runner.run(until: drain) {
            if let simulator { context.terminal.say("web chat: \(simulator.baseURL)/") }
            if companion != nil { CompanionLine.sayReady() }
        }
        await health?.stop()
        await simulator?.stop()
        return ExitCode(ending)
    }

    private static func tell(of storage: StorageChoice, _ logger: Logger) {
        logger.info("storage", ["kind": storage.kind])
        for stray in storage.strayLogs {
            logger.warning("a storage was moved without what it had not yet written back; move this with it", ["file": stray])
        }
    }

    /// VK in this process, unless it is in another or no bot asks for it.
    private func simulator(
        for configuration: inout RunnerConfiguration, _ arguments: ArgumentList, _ sink: LogSink, _ context: CommandContext
    ) async throws -> VKSimulator? {
        guard let address = arguments["simulator"], configuration.usesSimulator else {
            return try await SimulatorHost.start(for: &configuration, sink: sink, context)
        }
        let client = try CurlClient()
        let guest = SimulatorGuest(address: address, client: client, file: BotsYAML.path(arguments))
        do {
            configuration = try await guest.settle(configuration) { sink.hide($0) }
        } catch {
            await client.shutdown()
            context.terminal.complain(context.terminal.red("error: ") + "\(error)")
            throw ExitCode.unavailable
        }
        await client.shutdown()
        return nil
    }

    private static func isAddress(_ text: String) -> Bool {
        ListenAddress(text) != nil || ["http://", "https://"].contains { text.hasPrefix($0) && text.count > $0.count }
    }

    /// Ends the bots when whoever started them has ended.
    private static func end(_ drain: Drain) async {
        await CompanionLine.companionHasEnded()
        drain.begin()
    }
}

extension ExitCode {
    fileprivate init(_ ending: Runner.Ending) {
        switch ending {
        case .drained, .drainTimedOut: self = .success
        case .misconfigured: self = .configuration
        case .failed: self = .unavailable
        }
    }
}
