// Govorun: `govorun new plugin` and `govorun new project`. SPDX-License-Identifier: MIT
import Foundation

/// Writes a plugin that builds, with a test that passes.
struct NewPluginCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["new", "plugin"], arguments: "NAME", summary: "writes a plugin and its test; the next build finds it", count: 1...1,
        details: "Run it where Plugins/ is. Nothing else has to be edited: name the plugin in bots.yaml.")

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        guard let template = PluginTemplate(arguments.positional[0]) else {
            let name = arguments.positional[0]
            throw ArgumentList.Problem(message: "'\(name)' cannot be a plugin's name; \(Self.rule(for: name)): Dice, TicTacToe")
        }
        guard let module = try Self.module() else {
            context.terminal.complain(context.terminal.red("error: ") + "there is no folder Plugins here; run this at the top of a project")
            return .noInput
        }
        try TemplateFile.write(template.files(module: module), context.terminal)
        context.terminal.say("next: add '- \(template.name)' under 'plugins:' in bots.yaml, then build")
        return .success
    }

    private static func rule(for name: String) -> String {
        name.first?.isNumber == true ? "begin with a Latin letter" : "use Latin letters"
    }

    /// The target of the plugins here, known by the folder of its tests.
    private static func module() throws -> String? {
        guard FileManager.default.fileExists(atPath: "Plugins") else { return nil }
        let tests = FileManager.default.fileExists(atPath: "Tests") ? try FileManager.default.contentsOfDirectory(atPath: "Tests") : []
        let name = tests.sorted().first { $0.hasSuffix("PluginsTests") }
        return name.map { String($0.dropLast("Tests".count)) } ?? "BotPlugins"
    }
}

/// Writes a package with its own `Plugins/` and its own runner.
struct NewProjectCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["new", "project"], arguments: "NAME", summary: "writes a package with plugins and a runner of its own", count: 1...1,
        options: [.init(name: "govorun", value: "PATH", help: "the Govorun checkout to depend on; the one of this binary when left out")])

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let name = arguments.positional[0]
        guard PluginTemplate(name) != nil, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
            throw ArgumentList.Problem(message: "'\(name)' cannot be a project's name; use Latin letters: shop, tea-shop")
        }
        guard let checkout = arguments["govorun"].map(Self.absolute) ?? Self.checkout(above: context.program) else {
            throw ArgumentList.Problem(message: "where is Govorun? give its checkout with '--govorun PATH'")
        }
        guard Self.isCheckout(checkout) else {
            context.terminal.complain(
                context.terminal.red("error: ") + "\(checkout) is no checkout of Govorun: there is no Sources/GovorunCLI")
            return .noInput
        }
        try TemplateFile.write(ProjectTemplate(name: name, govorun: checkout).files, context.terminal)
        context.terminal.say("next: cd \(name) && swift run \(name)")
        return .success
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

    /// The folder above the binary whose manifest is Govorun's.
    private static func checkout(above program: String) -> String? {
        var folder = URL(fileURLWithPath: program)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            if isCheckout(folder.path) { return folder.path }
        }
        return nil
    }

    private static func isCheckout(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/Sources/GovorunCLI") }
}
