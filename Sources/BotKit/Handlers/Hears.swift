// Govorun: handlers for what people write in plain words. SPDX-License-Identifier: MIT

/// A handler for what people write in plain words.
///
/// Whole texts come first, then the rest in the order of `bots.yaml`.
public struct Hears: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Runs when the whole message is one of `texts`, in any letter case; spaces around it and how many stand between words do not matter.
    public init(
        _ texts: String..., fileID: String = #fileID, line: Int = #line, run: @escaping @Sendable (Message) async throws -> Void
    ) {
        self.init(anyOf: texts, fileID: fileID, line: line, run: run)
    }

    /// As with texts written in place; for a list that options give.
    public init(
        anyOf texts: [String], fileID: String = #fileID, line: Int = #line, run: @escaping @Sendable (Message) async throws -> Void
    ) {
        self.init(texts.map { .text($0) }, Origin(fileID: fileID, line: line)) { try await run(Message(run: $0)) }
    }

    /// Runs when `pattern` is found in the message; a pattern that does not compile stops the bot's start with its line.
    public init(
        matching pattern: String, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, PatternMatch) async throws -> Void
    ) {
        self.init([.pattern(pattern)], Origin(fileID: fileID, line: line), run)
    }

    /// Runs when `pattern` is found in the message.
    public init(
        matching pattern: Pattern, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, PatternMatch) async throws -> Void
    ) {
        self.init([.pattern(pattern)], Origin(fileID: fileID, line: line), run)
    }

    /// Runs when the whole message fits `template`, whose places are read by name: `Hears(template: "дай <count:int> <what>")`,
    /// `match["count", as: Int.self]`. See `Phrase.template`.
    public init(
        template: String, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, PatternMatch) async throws -> Void
    ) {
        self.init([.template(template)], Origin(fileID: fileID, line: line), run)
    }

    /// Runs when the whole message is `text` with at most `distance` wrong, missing, superfluous or swapped letters. See `Phrase.similar`.
    public init(
        similarTo text: String, distance: Int = 1, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message) async throws -> Void
    ) {
        self.init([.similar(to: text, distance: distance)], Origin(fileID: fileID, line: line)) { try await run(Message(run: $0)) }
    }

    /// Runs when one of `phrases` is heard, tried in their order after whole texts:
    /// `Hears(oneOf: "привет", .template("привет, <who>"), .similar(to: "здравствуйте", distance: 2)) { message, match in … }`.
    public init(
        oneOf phrases: Phrase..., fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, PatternMatch) async throws -> Void
    ) {
        self.init(phrases, Origin(fileID: fileID, line: line), run)
    }

    private init(_ phrases: [Phrase], _ origin: Origin, _ run: @escaping @Sendable (Message, PatternMatch) async throws -> Void) {
        self.init(phrases, origin) { context in
            let message = Message(run: context)
            try await run(message, context.occasion.match ?? PatternMatch(groups: [message.text], names: [:]))
        }
    }

    init(
        _ phrases: [Phrase], _ origin: Origin, flaw: String? = nil, isUse: (@Sendable (HandlerRun) async throws -> Bool)? = nil,
        _ run: @escaping @Sendable (HandlerRun) async throws -> Void
    ) {
        var handler = Handler(
            trigger: .hears(phrases), name: "hears \(phrases.first?.source ?? "")", origin: origin, flaw: flaw, run: run)
        handler.isUse = isUse
        self.handler = handler
    }
}
