// Govorun: reads a command's arguments. SPDX-License-Identifier: MIT

/// What a command understands.
struct CommandSyntax: Sendable {
    /// An option with a value, `--listen HOST:PORT`, or without one, `--print`.
    struct Option: Sendable {
        let name: String
        /// What help calls the value; empty for an option that takes none.
        var value = ""
        let help: String
    }

    /// The words that select it: `run`, or `new plugin`.
    let words: [String]
    /// The arguments as usage shows them: `[FILE]`.
    let arguments: String
    let summary: String
    /// The least and the most arguments.
    let count: ClosedRange<Int>
    var options: [Option] = []
    /// What `--help` says beyond the summary.
    var details = ""
    /// Whether it works until it is stopped, so that what it prints is a courtesy.
    var isService = false
}

/// The arguments of one invocation, told apart.
struct ArgumentList: Sendable {
    private(set) var positional: [String] = []
    private var values: [String: String] = [:]

    /// Why a command line cannot be understood.
    struct Problem: Error, Equatable {
        let message: String

        /// A file where the command takes something else.
        static func misplaced(file: String) -> Problem { Problem(message: "'\(file)' is no argument here; write --file \(file)") }
    }

    /// Tells `arguments` apart by `syntax`; after `--` everything is positional, `--name=value` is `--name value`.
    init(_ arguments: [String], _ syntax: CommandSyntax) throws(Problem) {
        var rest = arguments[...]
        var onlyPositional = false
        while let word = rest.popFirst() {
            if word == "--", !onlyPositional {
                onlyPositional = true
            } else if !onlyPositional, word.hasPrefix("--") {
                try readOption(word, &rest, syntax)
            } else if !onlyPositional, word.hasPrefix("-"), word.count > 1 {
                throw Problem(message: "unknown option '\(word)'")
            } else {
                if word.isEmpty { throw Problem(message: "an argument is empty: ''") }
                positional.append(word)
            }
        }
        if positional.count > syntax.count.upperBound {
            if values["file"] == nil, syntax.options.contains(where: { $0.name == "file" }), let word = positional.last(where: Self.isYAML)
            {
                throw .misplaced(file: word)
            }
            throw Problem(message: "too many arguments: '\(positional[syntax.count.upperBound])'")
        }
        if positional.count < syntax.count.lowerBound { throw Problem(message: "too few arguments") }
    }

    /// Whether a word is the name of a YAML file.
    static func isYAML(_ word: String) -> Bool { word.hasSuffix(".yaml") || word.hasSuffix(".yml") }

    /// The value of an option.
    subscript(_ option: String) -> String? { values[option] }

    /// Whether an option without a value was given.
    func has(_ option: String) -> Bool { values[option] != nil }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>, _ syntax: CommandSyntax) throws(Problem) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = syntax.options.first(where: { $0.name == name }) else {
            throw Problem(message: "unknown option '--\(name)'")
        }
        if option.value.isEmpty {
            guard parts.count == 1 else { throw Problem(message: "'--\(name)' takes no value") }
            values[name] = ""
            return
        }
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw Problem(message: "'--\(name)' needs a value")
        }
        values[name] = value
    }
}
