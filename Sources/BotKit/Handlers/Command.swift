// Govorun: a handler for a command. SPDX-License-Identifier: MIT

/// A command with typed arguments: `Command("add", .int("a"), .int("b"), help: "Adds") { message, a, b in … }`.
///
/// Matches in any letter case, after a prefix of the bot, after its mention, or, in private, as a message of the name alone. A wrong
/// argument is answered with the usage and the handler does not run.
public struct Command: HandlerConvertible {
    public let handler: Handler

    /// A command `name`, also reached by `aliases`; `help` is its line in the list of commands, empty for an unlisted one.
    public init<each Argument: CommandArgument>(
        _ name: String, _ arguments: repeat each Argument, aliases: [String] = [], help: String = "",
        fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, repeat (each Argument).Value) async throws -> Void
    ) {
        let arguments = (repeat each arguments)
        var placeholders: [String] = []
        for argument in repeat each arguments { placeholders.append(argument.placeholder) }
        let form = CommandForm(name: name, aliases: aliases, help: help, placeholders: placeholders)
        handler = Handler(
            trigger: .command(form), name: "command \(name)", origin: Origin(fileID: fileID, line: line)
        ) { context in
            let message = Message(run: context)
            do {
                // Read twice: whether something is left over is known only at the end, and Swift 6.3.1 crashes on a stored pack of values.
                var check = ArgumentReader(context.arguments)
                for argument in repeat each arguments { _ = try argument.read(&check) }
                try check.finish()
                var reader = ArgumentReader(context.arguments)
                try await run(message, repeat try (each arguments).read(&reader))
            } catch let problem as ArgumentProblem {
                try await message.answerUsage(of: form, because: problem)
            }
        }
    }
}

/// A command as it is listed and matched.
public struct CommandForm: Sendable, Hashable {
    /// The name that help shows, without a prefix.
    public var name: String
    /// Other names.
    public var aliases: [String]
    /// One line for lists; empty: not listed.
    public let help: String
    /// The arguments as usage shows them: `<a>`, `[b]`.
    public let placeholders: [String]

    /// Name and arguments, as a person types them after `prefix`.
    public func usage(prefix: String) -> String {
        ([prefix + name] + placeholders).joined(separator: " ")
    }
}
