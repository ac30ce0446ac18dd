// Govorun: fits what was typed to a command's arguments. SPDX-License-Identifier: MIT

/// Decides which optional arguments were left out: each is filled where it can be, from the left; when the rest then does not fit, the
/// later ones are given up first. `/give [count] <thing>` reads both `/give 3 apples` and `/give apples`.
enum ArgumentFit {
    /// Ways tried at most: 2 to this power.
    private static let mostOmitted = 6

    /// A reader from which all `arguments` can be read, to the end.
    ///
    /// - Throws: `ArgumentProblem` of the first way tried; what else an argument throws.
    static func reader<each Argument: CommandArgument>(
        for text: Substring, _ arguments: repeat each Argument
    ) throws -> ArgumentReader {
        var optionals = 0
        for argument in repeat each arguments { optionals += argument.isOptional ? 1 : 0 }
        do {
            return try trial(text, omitting: 0, of: optionals, repeat each arguments)
        } catch let problem as ArgumentProblem {
            for omitted in 1..<(1 << min(optionals, mostOmitted)) {
                do {
                    return try trial(text, omitting: omitted, of: optionals, repeat each arguments)
                } catch is ArgumentProblem {
                    continue
                }
            }
            throw problem
        }
    }

    private static func trial<each Argument: CommandArgument>(
        _ text: Substring, omitting omitted: Int, of optionals: Int, _ arguments: repeat each Argument
    ) throws -> ArgumentReader {
        let start = ArgumentReader(text, omitting: omitted, ofOptionals: optionals)
        var reader = start
        for argument in repeat each arguments { _ = try argument.read(&reader) }
        try reader.finish()
        return start
    }
}
