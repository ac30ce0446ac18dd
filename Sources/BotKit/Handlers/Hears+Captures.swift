// Govorun: what a pattern found, as typed values. SPDX-License-Identifier: MIT

extension Hears {
    /// Runs when `pattern` is found in the message and its groups can be read as the arguments of their names:
    /// `Hears(matching: #"(?<n>\d+) руб"#, .int("n")) { message, n in … }`. A group that cannot be read is no match.
    public init<First: CommandArgument, each Rest: CommandArgument>(
        matching pattern: String, _ first: First, _ rest: repeat each Rest, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, First.Value, repeat (each Rest).Value) async throws -> Void
    ) {
        self.init(.pattern(pattern), Origin(fileID: fileID, line: line), first, repeat each rest, run: run)
    }

    /// Runs when the whole message fits `template` and its places can be read as the arguments of their names:
    /// `Hears(template: "дай <count> <what>", .int("count"), .rest("what")) { message, count, what in … }`.
    public init<First: CommandArgument, each Rest: CommandArgument>(
        template: String, _ first: First, _ rest: repeat each Rest, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, First.Value, repeat (each Rest).Value) async throws -> Void
    ) {
        var resting: Set<String> = first.takesRest ? [first.name] : []
        for argument in repeat each rest { if argument.takesRest { resting.insert(argument.name) } }
        self.init(.template(template, resting: resting), Origin(fileID: fileID, line: line), first, repeat each rest, run: run)
    }

    private init<First: CommandArgument, each Rest: CommandArgument>(
        _ phrase: Phrase, _ origin: Origin, _ first: First, _ rest: repeat each Rest,
        run: @escaping @Sendable (Message, First.Value, repeat (each Rest).Value) async throws -> Void
    ) {
        var names = [first.name]
        for argument in repeat each rest { names.append(argument.name) }
        let rest = (repeat each rest)
        self.init([phrase], origin, flaw: phrase.flaw(capturing: names)) { context in
            guard let match = context.occasion.match else { return }
            var surroundings: ArgumentSurroundings
            do {
                surroundings = try await CaptureFit.surroundings(for: match, of: context, first, repeat each rest)
            } catch is ArgumentProblem {
                // Not what was meant; somebody else's, perhaps.
                return context.pass()
            }
            try await run(
                Message(run: context), try CaptureFit.value(of: first, in: match, &surroundings),
                repeat try CaptureFit.value(of: each rest, in: match, &surroundings))
        }
    }
}

extension Phrase {
    /// Why its groups cannot be read as `names`; `nil` when they can.
    fileprivate func flaw(capturing names: [String]) -> String? {
        guard case .pattern(let pattern) = kind else { return nil }
        return names.first { pattern.names[$0] == nil }.map { "there is no '\($0)' in «\(source)»" }
    }
}

/// Reads arguments from what a pattern found.
enum CaptureFit {
    /// What the arguments need besides the text, VK's word about short names among it.
    ///
    /// - Throws: `ArgumentProblem` when an argument cannot be read; `VKError`.
    static func surroundings<each Argument: CommandArgument>(
        for match: PatternMatch, of run: HandlerRun, _ arguments: repeat each Argument
    ) async throws -> ArgumentSurroundings {
        var surroundings = ArgumentSurroundings(now: run.update.message?.date ?? 0, run: run)
        while true {
            var wanted: Set<String> = []
            for argument in repeat each arguments { _ = try value(of: argument, in: match, &surroundings, &wanted) }
            if wanted.isEmpty { return surroundings }
            for name in wanted.sorted() { surroundings.pages[name] = .some(try await ShortNames.page(called: name, by: run.bot)) }
        }
    }

    static func value<Argument: CommandArgument>(
        of argument: Argument, in match: PatternMatch, _ surroundings: inout ArgumentSurroundings
    ) throws -> Argument.Value {
        var wanted: Set<String> = []
        return try value(of: argument, in: match, &surroundings, &wanted)
    }

    /// Word by word first; what then is left over is read as one word.
    private static func value<Argument: CommandArgument>(
        of argument: Argument, in match: PatternMatch, _ surroundings: inout ArgumentSurroundings, _ wanted: inout Set<String>
    ) throws -> Argument.Value {
        let text = match[argument.name] ?? ""
        do {
            return try value(of: argument, in: ArgumentReader(text, surroundings: surroundings, isOneWord: false), &wanted)
        } catch is ArgumentProblem {
            return try value(of: argument, in: ArgumentReader(text, surroundings: surroundings, isOneWord: true), &wanted)
        }
    }

    private static func value<Argument: CommandArgument>(
        of argument: Argument, in reader: ArgumentReader, _ wanted: inout Set<String>
    ) throws -> Argument.Value {
        var reader = reader
        let value = try argument.read(&reader)
        try reader.finish()
        wanted.formUnion(reader.wantedNames)
        return value
    }
}
