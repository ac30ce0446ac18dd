// Govorun: `govorun dev`. SPDX-License-Identifier: MIT
import BotRunner
import Foundation
import VKSimulator

/// Builds and restarts the bots at every change, beside a simulator that goes on.
struct DevCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["dev"], arguments: "[FILE]", summary: "rebuilds and restarts the bots whenever a file is saved", count: 0...1,
        options: [
            .init(name: "listen", value: "HOST:PORT", help: "where the web chat listens; simulator.listen when left out"),
            .init(name: "build", value: "COMMAND", help: "what builds; swift build --product govorun when left out"),
            .init(name: "program", value: "PATH", help: "what it makes; this program when left out"),
        ],
        details: """
            Watches Plugins/, FILE, and the .env and *.yaml beside it that are no bots.yaml of their own. FILE waits for no build. The web
            chat keeps its people and what they wrote; a compile error or a mistake in FILE is shown there and here, and the bots as they
            were go on. Messages written meanwhile are answered by the new ones.
            """,
        isService: true)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let drain = Drain()
        let signals = Signals.begin(drain)
        defer { signals.cancel() }
        let file = BotsYAML.path(arguments)
        let address = try address(arguments, file, context)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let simulator = try await SimulatorHost.make(
            for: [], at: address, key: arguments["listen"] == nil ? "simulator.listen" : "--listen", context)
        context.terminal.say("web chat: \(simulator.baseURL)/")
        let workshop = Workshop(
            file: file, pluginFolder: "Plugins", build: arguments["build"] ?? "swift build --product govorun",
            program: arguments["program"] ?? context.program, folder: folder.path, simulator: simulator,
            terminal: context.terminal, listen: arguments["listen"] == nil ? address : nil)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await workshop.run() }
            await drain.begun()
            group.cancelAll()
        }
        await simulator.stop()
        return .success
    }

    /// A file with mistakes still says where the page is.
    private func address(_ arguments: ArgumentList, _ file: String, _ context: CommandContext) throws -> ListenAddress {
        if let text = arguments["listen"] {
            guard let given = ListenAddress(text) else { throw ArgumentList.Problem(message: "'--listen' takes HOST:PORT, not '\(text)'") }
            return given
        }
        let loader = ConfigurationLoader(catalog: PluginCatalog(context.plugins), environment: context.environment)
        do {
            return try loader.load(path: file).simulator ?? RunnerConfiguration().simulator
        } catch {
            context.terminal.complain(context.terminal.red("error: ") + "\(error)")
            throw ExitCode(unreadable: error.number)
        }
    }
}

/// A folder that is gone at the end.
private struct TemporaryFolder {
    let path: String

    init() throws(ExitCode) {
        var template = Array((NSTemporaryDirectory() + "govorun-dev-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { throw .cannotCreate }
        path = String(cString: made)
    }

    func remove() {
        do { try FileManager.default.removeItem(atPath: path) } catch { return }
    }
}

/// Where relative paths start.
func currentFolder() -> String { FileManager.default.currentDirectoryPath }
