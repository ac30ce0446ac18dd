// Govorun: reads arguments from a text. SPDX-License-Identifier: MIT

/// Reads words from the text after a command's name.
public struct ArgumentReader: Sendable {
    private var text: Substring
    /// What is known apart from the text.
    let surroundings: ArgumentSurroundings
    /// What `--` gave, by the flag's name in lower case.
    private var flags: [String: FlagText.Value]
    /// Whether the text is one word, spaces and all.
    private let isOneWord: Bool
    /// Which optional arguments are left out although something stands there: a bit each, the last of them lowest.
    private let omitted: Int
    /// The optional arguments not reached yet.
    private var optionalsAhead: Int
    /// Why an optional argument was taken as left out.
    private var obstacle: ArgumentProblem?
    /// Short names that VK must be asked about before the reading counts.
    private(set) var wantedNames: Set<String> = []

    init(_ trial: ArgumentTrial, omitting omitted: Int = 0) {
        text = trial.text.rest[...]
        flags = trial.text.flags
        surroundings = trial.surroundings
        isOneWord = false
        self.omitted = omitted
        optionalsAhead = trial.optionals
    }

    /// A reader of `text` alone, for tests of an argument; "now" is `now` in Unix seconds, and clocks are those of `zone`.
    public init(_ text: String, now: Int = 0, in zone: Zone = .moscow) {
        self.init(text, surroundings: ArgumentSurroundings(now: now, zone: zone), isOneWord: false)
    }

    init(_ text: String, surroundings: ArgumentSurroundings, isOneWord: Bool) {
        self.text = text[...]
        self.surroundings = surroundings
        self.isOneWord = isOneWord
        (flags, omitted, optionalsAhead) = ([:], 0, 0)
    }

    /// When the message was written, Unix seconds.
    public var now: Int { surroundings.now }

    /// The next word; a word in quotes may hold spaces. `nil` at the end.
    public mutating func word() -> String? {
        if isOneWord { return rest() }
        skipSpace()
        guard let first = text.first else { return nil }
        if let closing = Self.quotes[first], let end = text.dropFirst().firstIndex(of: closing) {
            defer { text = text[text.index(after: end)...] }
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let word = text.prefix { !$0.isBlank }
        text = text[word.endIndex...]
        return String(word)
    }

    /// A mention, if one stands next; its name may hold spaces.
    public mutating func mention() -> Mention? {
        skipSpace()
        guard let (mention, end) = MentionReader.mention(at: text), text[end...].first?.isBlank ?? true else { return nil }
        text = text[end...]
        return mention
    }

    /// Everything that is left, as it was typed; `nil` when nothing is.
    public mutating func rest() -> String? {
        skipSpace()
        guard !text.isEmpty else { return nil }
        defer { text = text[text.endIndex...] }
        return String(text)
    }

    /// Whether nothing is left.
    public var isAtEnd: Bool { text.allSatisfy(\.isBlank) }

    /// How much is left, in bytes.
    var left: Int { text.utf8.count }

    /// What `body` reads; when it finds nothing, it is as if it had not read.
    public mutating func attempt<Value>(_ body: (inout ArgumentReader) throws -> Value?) rethrows -> Value? {
        var copy = self
        guard let value = try body(&copy) else { return nil }
        self = copy
        return value
    }

    /// What was given with `--flag`; `nil` when it was not given.
    func flag(_ flag: String) -> FlagText.Value? { flags[flag.lowercased()] }

    /// `text`, all of it, as `argument`: word by word, and where words are left over, as one word with spaces.
    static func readWhole<Argument: CommandArgument>(
        _ text: String, as argument: Argument, in surroundings: ArgumentSurroundings
    ) throws -> (value: Argument.Value, wantedNames: Set<String>) {
        func read(isOneWord: Bool) throws -> (Argument.Value, Set<String>) {
            var reader = ArgumentReader(text, surroundings: surroundings, isOneWord: isOneWord)
            let value = try argument.read(&reader)
            try reader.finish()
            return (value, reader.wantedNames)
        }
        do { return try read(isOneWord: false) } catch is ArgumentProblem { return try read(isOneWord: true) }
    }

    /// An argument that may be left out: `nil` at the end, where it is omitted on trial, and where something else stands.
    mutating func optional<Argument: CommandArgument>(_ argument: Argument) throws -> Argument.Value? {
        optionalsAhead -= 1
        guard !isAtEnd, optionalsAhead < 0 || omitted & (1 << optionalsAhead) == 0 else { return nil }
        let start = text
        do {
            return try argument.read(&self)
        } catch let problem as ArgumentProblem {
            text = start
            obstacle = obstacle ?? problem
            return nil
        }
    }

    /// Notes that VK must be asked who `name` is; the reading is done again then.
    mutating func want(_ name: String) { wantedNames.insert(name) }

    /// Notes that of several.
    mutating func want(_ names: Set<String>) { wantedNames.formUnion(names) }

    /// - Throws: `ArgumentProblem` when something is left: the optional argument it may have been meant for, else that it is too much.
    mutating func finish() throws {
        guard let rest = rest() else { return }
        throw obstacle ?? ArgumentProblem("", .tooMany(rest))
    }

    private mutating func skipSpace() { text = text.drop(while: \.isBlank) }

    static let quotes: [Character: Character] = ["\"": "\"", "«": "»", "“": "”", "„": "“"]
}

/// What an argument may need besides the text.
struct ArgumentSurroundings: Sendable {
    /// When the message was written, Unix seconds.
    var now = 0
    /// The bot's time zone.
    var zone = Zone.moscow
    /// Whose run it is: people among the arguments can be written to.
    var run: HandlerRun?
    /// What VK said about short names; `nil` for one that nobody has.
    var pages: [String: Int?] = [:]
}
