// Govorun: bots.yaml for the commands that read it. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import MarkedYAML

enum BotsYAML {
    /// The file a command was given, or the usual one.
    static func path(_ arguments: ArgumentList) -> String { arguments.positional.first ?? "bots.yaml" }

    /// The checked configuration; every problem is printed to standard error, and when there is none, what follows from that.
    ///
    /// - Throws: `ExitCode` when there is none.
    static func load(
        _ path: String, _ context: CommandContext, otherwise consequence: String? = nil
    ) throws -> (configuration: RunnerConfiguration, sink: LogSink) {
        let (configuration, secrets) = try read(path, context, otherwise: consequence)
        return (configuration, LogSink(format: configuration.logFormat, secrets: secrets))
    }

    /// The checked configuration with its secrets; every problem is printed to standard error, and when there is none, what follows.
    ///
    /// - Throws: `ExitCode` when there is none.
    static func read(
        _ path: String, _ context: CommandContext, otherwise consequence: String?
    ) throws -> (configuration: RunnerConfiguration, secrets: [Secret]) {
        let loader = ConfigurationLoader(catalog: PluginCatalog(context.plugins), environment: context.environment)
        let outcome: ConfigurationLoader.Outcome
        let rest = consequence.map { "; " + $0 } ?? ""
        do {
            outcome = try loader.load(path: path)
        } catch {
            context.terminal.complain(context.terminal.red("error: ") + "\(error)\(rest)")
            throw ExitCode(unreadable: error.number)
        }
        for problem in outcome.problems { context.terminal.complain(problem.rendered) }
        guard let configuration = outcome.configuration else {
            let errors = outcome.problems.filter { $0.severity == .error }.count
            context.terminal.complain("\(path): \(errors) \(errors == 1 ? "error" : "errors")\(rest)")
            throw ExitCode.configuration
        }
        return (configuration, outcome.secrets)
    }
}
