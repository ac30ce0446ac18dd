// Govorun: a handler for a command. SPDX-License-Identifier: MIT

/// A command with typed arguments: `Command("add", .int("a"), .int("b"), help: "Adds") { message, a, b in … }`.
///
/// Matches in any letter case, after a prefix of the bot, after its mention, or, in private, as a message of the name alone. A wrong
/// argument is answered with the usage and the handler does not run.
public struct Command: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// A command with more arguments than are written one by one: `Command("set", arguments: .int("a"), .int("b"), …) { message, a, b, … in … }`.
    ///
    /// Of up to six nobody has to say `arguments:`. Those forms are written out one by one, so that a closure with too few or too many
    /// parameters is told how many it needs.
    public init<each Argument: CommandArgument>(
        _ name: String, arguments: repeat each Argument, aliases: [String] = [], help: String = "",
        fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, repeat (each Argument).Value) async throws -> Void
    ) {
        self.init(CommandForm.Titles(name, aliases, help), Origin(fileID: fileID, line: line), repeat each arguments, run: run)
    }

    init<each Argument: CommandArgument>(
        _ titles: CommandForm.Titles, _ origin: Origin, _ arguments: repeat each Argument,
        run: @escaping @Sendable (Message, repeat (each Argument).Value) async throws -> Void
    ) {
        let arguments = (repeat each arguments)
        var (placeholders, names): ([String], [String]) = ([], [])
        for argument in repeat each arguments {
            placeholders.append(argument.placeholder)
            names += argument.name.split(separator: "|").map(String.init)
        }
        let form = CommandForm(name: titles.name, aliases: titles.aliases, help: titles.help, placeholders: placeholders, names: names)
        var handler = Handler(
            trigger: .command(form), name: "command \(titles.name)", origin: origin, flaw: ArgumentOrder.flaw(of: repeat each arguments)
        ) { context in
            let message = Message(run: context)
            var reader: ArgumentReader
            do {
                reader = try await ArgumentFit.reader(for: context.occasion.arguments, of: context, repeat each arguments)
            } catch let problem as ArgumentProblem {
                return try await message.answerUsage(of: context.occasion.form ?? form, because: problem)
            }
            // Read once more in place: Swift 6.3.1 crashes on a stored pack of values.
            try await run(message, repeat try (each arguments).read(&reader))
        }
        handler.isUse = { context in
            do {
                _ = try await ArgumentFit.reader(for: context.occasion.arguments, of: context, repeat each arguments)
                return true
            } catch is ArgumentProblem {
                return false
            }
        }
        self.handler = handler
    }
}
