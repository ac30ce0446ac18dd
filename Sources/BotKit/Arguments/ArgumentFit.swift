// Govorun: which optional arguments were left out. SPDX-License-Identifier: MIT

/// What one reading of all arguments is tried on.
struct ArgumentTrial: Sendable {
    let text: FlagText
    let surroundings: ArgumentSurroundings
    /// How many arguments may be left out.
    let optionals: Int
}

/// Decides which optional arguments were left out: each is filled where it can be, from the left; when the rest then does not fit, the
/// later ones are given up first. `/give [count] <thing>` reads both `/give 3 apples` and `/give apples`.
enum ArgumentFit {
    /// Ways tried at most: 2 to this power.
    private static let mostOmitted = 6
    /// Short names asked for in one command at most.
    private static let mostNames = 10

    /// A reader from which all `arguments` can be read, to the end; asks VK who the short names among them are.
    ///
    /// - Throws: `ArgumentProblem` of the first way tried; what else an argument throws; `VKError`.
    static func reader<each Argument: CommandArgument>(
        for text: Substring, of run: HandlerRun, _ arguments: repeat each Argument
    ) async throws -> ArgumentReader {
        var surroundings = ArgumentSurroundings(now: run.update.message?.date ?? 0, zone: run.bot.zone, run: run)
        while true {
            let (start, end) = try fit(text, surroundings, repeat each arguments)
            if end.wantedNames.isEmpty { return start }
            for name in end.wantedNames.sorted() {
                let isTooMany = surroundings.pages.count >= mostNames
                surroundings.pages[name] = .some(isTooMany ? nil : try await ShortNames.page(called: name, by: run.bot))
            }
        }
    }

    /// The reader before and after everything was read.
    static func fit<each Argument: CommandArgument>(
        _ text: Substring, _ surroundings: ArgumentSurroundings, _ arguments: repeat each Argument
    ) throws -> (start: ArgumentReader, end: ArgumentReader) {
        var optionals = 0
        var flags: Set<String> = []
        for argument in repeat each arguments {
            if let flag = argument.flag { flags.insert(flag.lowercased()) } else { optionals += argument.isOptional ? 1 : 0 }
        }
        let taken = FlagText(text, known: flags)
        if let flag = taken.unknown { throw ArgumentProblem("", .unknownFlag(flag)) }
        let trial = ArgumentTrial(text: taken, surroundings: surroundings, optionals: optionals)
        do {
            return try attempt(trial, omitting: 0, repeat each arguments)
        } catch let problem as ArgumentProblem {
            for omitted in 1..<(1 << min(optionals, mostOmitted)) {
                do {
                    return try attempt(trial, omitting: omitted, repeat each arguments)
                } catch is ArgumentProblem {
                    continue
                }
            }
            throw problem
        }
    }

    private static func attempt<each Argument: CommandArgument>(
        _ trial: ArgumentTrial, omitting omitted: Int, _ arguments: repeat each Argument
    ) throws -> (start: ArgumentReader, end: ArgumentReader) {
        let start = ArgumentReader(trial, omitting: omitted)
        var reader = start
        for argument in repeat each arguments { _ = try argument.read(&reader) }
        try reader.finish()
        return (start, reader)
    }
}
