// Govorun: commands by the number of their arguments. SPDX-License-Identifier: MIT

// Not one form over a pack: a closure with another number of parameters would be told of "pack elements", and not how many it needs.
extension Command {
    /// A command `name`, without a prefix, also reached by `aliases`; `help` is its line in the list of commands, empty for an unlisted one.
    public init(
        _ name: String, aliases: [String] = [], help: String = "", fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message) async throws -> Void
    ) { self.init(.init(name, aliases, help), Origin(fileID: fileID, line: line), run: run) }

    /// A command with one argument, whose value the closure receives after the message.
    public init<A: CommandArgument>(
        _ name: String, _ a: A, aliases: [String] = [], help: String = "", fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value) async throws -> Void
    ) { self.init(.init(name, aliases, help), Origin(fileID: fileID, line: line), a, run: run) }

    /// A command with two arguments, whose values the closure receives after the message.
    public init<A: CommandArgument, B: CommandArgument>(
        _ name: String, _ a: A, _ b: B, aliases: [String] = [], help: String = "", fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value) async throws -> Void
    ) { self.init(.init(name, aliases, help), Origin(fileID: fileID, line: line), a, b, run: run) }

    /// A command with three arguments, whose values the closure receives after the message.
    public init<A: CommandArgument, B: CommandArgument, C: CommandArgument>(
        _ name: String, _ a: A, _ b: B, _ c: C, aliases: [String] = [], help: String = "", fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value, C.Value) async throws -> Void
    ) { self.init(.init(name, aliases, help), Origin(fileID: fileID, line: line), a, b, c, run: run) }

    /// A command with four arguments, whose values the closure receives after the message.
    public init<A: CommandArgument, B: CommandArgument, C: CommandArgument, D: CommandArgument>(
        _ name: String, _ a: A, _ b: B, _ c: C, _ d: D, aliases: [String] = [], help: String = "", fileID: String = #fileID,
        line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value, C.Value, D.Value) async throws -> Void
    ) { self.init(.init(name, aliases, help), Origin(fileID: fileID, line: line), a, b, c, d, run: run) }

    /// A command with five arguments, whose values the closure receives after the message.
    public init<A: CommandArgument, B: CommandArgument, C: CommandArgument, D: CommandArgument, E: CommandArgument>(
        _ name: String, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, aliases: [String] = [], help: String = "", fileID: String = #fileID,
        line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value, C.Value, D.Value, E.Value) async throws -> Void
    ) { self.init(.init(name, aliases, help), Origin(fileID: fileID, line: line), a, b, c, d, e, run: run) }

    /// A command with six arguments, whose values the closure receives after the message.
    public init<A: CommandArgument, B: CommandArgument, C: CommandArgument, D: CommandArgument, E: CommandArgument, F: CommandArgument>(
        _ name: String, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, aliases: [String] = [], help: String = "", fileID: String = #fileID,
        line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) async throws -> Void
    ) { self.init(.init(name, aliases, help), Origin(fileID: fileID, line: line), a, b, c, d, e, f, run: run) }
}
