// Govorun: what a pattern found, as typed values. SPDX-License-Identifier: MIT

extension Hears {
    /// As with up to four arguments, where nobody has to say `arguments:`, for any number.
    public init<each Argument: CommandArgument>(
        matching pattern: String, arguments: repeat each Argument, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, repeat (each Argument).Value) async throws -> Void
    ) {
        self.init(.pattern(pattern), Origin(fileID: fileID, line: line), repeat each arguments, run: run)
    }

    /// As with up to four arguments, where nobody has to say `arguments:`, for any number.
    public init<each Argument: CommandArgument>(
        template: String, arguments: repeat each Argument, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, repeat (each Argument).Value) async throws -> Void
    ) {
        var resting: Set<String> = []
        for argument in repeat each arguments { if argument.takesRest { resting.insert(argument.name) } }
        self.init(.template(template, resting: resting), Origin(fileID: fileID, line: line), repeat each arguments, run: run)
    }

    private init<each Argument: CommandArgument>(
        _ phrase: Phrase, _ origin: Origin, _ arguments: repeat each Argument,
        run: @escaping @Sendable (Message, repeat (each Argument).Value) async throws -> Void
    ) {
        var names: [String] = []
        for argument in repeat each arguments { names.append(argument.name) }
        let arguments = (repeat each arguments)
        let fits: @Sendable (HandlerRun) async throws -> Bool = { context in
            guard let match = context.occasion.match else { return false }
            do {
                _ = try await CaptureFit.surroundings(for: match, of: context, repeat each arguments)
                return true
            } catch is ArgumentProblem {
                return false
            }
        }
        self.init([phrase], origin, flaw: phrase.flaw(capturing: names), isUse: fits) { context in
            guard let match = context.occasion.match else { return }
            let surroundings: ArgumentSurroundings
            do {
                // One pack and nothing beside it: Swift 6.3.1 crashes on `first, repeat each rest` here.
                surroundings = try await CaptureFit.surroundings(for: match, of: context, repeat each arguments)
            } catch is ArgumentProblem {
                // Not what was meant; somebody else's, perhaps.
                return context.pass()
            }
            let captures = Captures(match: match, surroundings: surroundings)
            try await run(Message(run: context), repeat try captures.value(of: each arguments))
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

/// Asks VK what the arguments need to know.
enum CaptureFit {
    /// What the arguments need besides the text, VK's word about short names among it.
    ///
    /// - Throws: `ArgumentProblem` when an argument cannot be read; `VKError`.
    static func surroundings<each Argument: CommandArgument>(
        for match: PatternMatch, of run: HandlerRun, _ arguments: repeat each Argument
    ) async throws -> ArgumentSurroundings {
        var surroundings = ArgumentSurroundings(now: run.update.message?.date ?? 0, run: run)
        while true {
            let captures = Captures(match: match, surroundings: surroundings)
            let wanted = try wantedNames(in: captures, repeat each arguments)
            if wanted.isEmpty { return surroundings }
            for name in wanted.sorted() { surroundings.pages[name] = .some(try await ShortNames.page(called: name, by: run.bot)) }
        }
    }

    /// Apart from the asynchronous part: an error that leaves a loop over a pack there crashes with Swift 6.3.1.
    private static func wantedNames<each Argument: CommandArgument>(
        in captures: Captures, _ arguments: repeat each Argument
    ) throws -> Set<String> {
        var wanted: Set<String> = []
        for argument in repeat each arguments { wanted.formUnion(try captures.read(argument).wantedNames) }
        return wanted
    }
}

/// Reads arguments from what a pattern found.
struct Captures: Sendable {
    let match: PatternMatch
    let surroundings: ArgumentSurroundings

    func value<Argument: CommandArgument>(of argument: Argument) throws -> Argument.Value { try read(argument).value }

    func read<Argument: CommandArgument>(_ argument: Argument) throws -> (value: Argument.Value, wantedNames: Set<String>) {
        try ArgumentReader.readWhole(match[argument.name] ?? "", as: argument, in: surroundings)
    }
}
