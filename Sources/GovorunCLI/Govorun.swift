// Govorun: the command line, for our own runner and for everybody's. SPDX-License-Identifier: MIT
public import BotKit

/// The `govorun` command with the plugins of whoever builds it.
///
/// ```swift
/// import GovorunCLI
/// await Govorun.main(plugins: registeredPlugins)
/// ```
public enum Govorun {
    /// The version of this library.
    public static let version = "0.1.0"

    /// Does what the process's arguments say and ends the process with an exit code of sysexits.
    public static func main(plugins: [any Plugin.Type]) async -> Never {
        let words = Array(CommandLine.arguments.dropFirst())
        // First of all; other commands may be killed.
        if CommandLineTool.isService(words) { EarlySignals.note() }
        Terminal.occupyStandardDescriptors()
        let terminal = Terminal()
        let context = CommandContext(
            plugins: plugins, environment: ProcessEnvironment.variables, program: ProcessEnvironment.program, terminal: terminal)
        let code = await CommandLineTool(context: context).runToTheEnd(words)
        terminal.end(with: code)
    }
}
