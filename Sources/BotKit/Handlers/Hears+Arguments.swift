// Govorun: patterns and templates by the number of their arguments. SPDX-License-Identifier: MIT

// As with commands: written out, so that a closure with another number of parameters is told how many it needs.
extension Hears {
    /// Runs when `pattern` is found in the message and its groups can be read as the arguments of their names:
    /// `Hears(matching: #"(?<n>\d+) руб"#, .int("n")) { message, n in … }`. A group that cannot be read is no match.
    public init<A: CommandArgument>(
        matching pattern: String, _ a: A, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value) async throws -> Void
    ) { self.init(matching: pattern, arguments: a, fileID: fileID, line: line, run: run) }

    /// The same with two arguments.
    public init<A: CommandArgument, B: CommandArgument>(
        matching pattern: String, _ a: A, _ b: B, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value) async throws -> Void
    ) { self.init(matching: pattern, arguments: a, b, fileID: fileID, line: line, run: run) }

    /// The same with three arguments.
    public init<A: CommandArgument, B: CommandArgument, C: CommandArgument>(
        matching pattern: String, _ a: A, _ b: B, _ c: C, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value, C.Value) async throws -> Void
    ) { self.init(matching: pattern, arguments: a, b, c, fileID: fileID, line: line, run: run) }

    /// The same with four arguments.
    public init<A: CommandArgument, B: CommandArgument, C: CommandArgument, D: CommandArgument>(
        matching pattern: String, _ a: A, _ b: B, _ c: C, _ d: D, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value, C.Value, D.Value) async throws -> Void
    ) { self.init(matching: pattern, arguments: a, b, c, d, fileID: fileID, line: line, run: run) }

    /// Runs when the whole message fits `template` and its places can be read as the arguments of their names:
    /// `Hears(template: "дай <count> <what>", .int("count"), .rest("what")) { message, count, what in … }`.
    public init<A: CommandArgument>(
        template: String, _ a: A, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value) async throws -> Void
    ) { self.init(template: template, arguments: a, fileID: fileID, line: line, run: run) }

    /// The same with two arguments.
    public init<A: CommandArgument, B: CommandArgument>(
        template: String, _ a: A, _ b: B, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value) async throws -> Void
    ) { self.init(template: template, arguments: a, b, fileID: fileID, line: line, run: run) }

    /// The same with three arguments.
    public init<A: CommandArgument, B: CommandArgument, C: CommandArgument>(
        template: String, _ a: A, _ b: B, _ c: C, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value, C.Value) async throws -> Void
    ) { self.init(template: template, arguments: a, b, c, fileID: fileID, line: line, run: run) }

    /// The same with four arguments.
    public init<A: CommandArgument, B: CommandArgument, C: CommandArgument, D: CommandArgument>(
        template: String, _ a: A, _ b: B, _ c: C, _ d: D, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, A.Value, B.Value, C.Value, D.Value) async throws -> Void
    ) { self.init(template: template, arguments: a, b, c, d, fileID: fileID, line: line, run: run) }
}
