// Govorun: handlers for texts that are no commands. SPDX-License-Identifier: MIT

/// A handler for what people write in plain words.
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
        handler = Handler(
            trigger: .hears(.texts(Set(texts.map(TextMatcher.normalized)))), name: "hears \(texts.first ?? "")",
            origin: Origin(fileID: fileID, line: line)
        ) { try await run(Message(run: $0)) }
    }

    /// Runs when `pattern` is found in the message; a pattern that does not compile stops the bot's start with its line.
    public init(
        matching pattern: String, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, PatternMatch) async throws -> Void
    ) {
        self.init(TextMatcher(pattern: pattern), name: pattern, Origin(fileID: fileID, line: line), run)
    }

    /// Runs when `pattern` is found in the message.
    public init(
        matching pattern: Pattern, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, PatternMatch) async throws -> Void
    ) {
        self.init(.pattern(pattern), name: pattern.source, Origin(fileID: fileID, line: line), run)
    }

    private init(
        _ matcher: TextMatcher, name: String, _ origin: Origin, _ run: @escaping @Sendable (Message, PatternMatch) async throws -> Void
    ) {
        handler = Handler(trigger: .hears(matcher), name: "hears \(name)", origin: origin) { context in
            guard let match = context.occasion.match else { return }
            try await run(Message(run: context), match)
        }
    }
}

/// Runs on VK's start button, however old the client, and on «Начать» or `start` written in private.
public struct Start: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// A greeting for whoever opens the conversation.
    public init(fileID: String = #fileID, line: Int = #line, run: @escaping @Sendable (Message) async throws -> Void) {
        handler = Handler(trigger: .start, name: "start", origin: Origin(fileID: fileID, line: line)) {
            try await run(Message(run: $0))
        }
    }
}

/// Runs on a message that nothing else took, with or without text.
public struct Fallback: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// The last resort of the bot.
    public init(fileID: String = #fileID, line: Int = #line, run: @escaping @Sendable (Message) async throws -> Void) {
        handler = Handler(trigger: .fallback, name: "fallback", origin: Origin(fileID: fileID, line: line)) {
            try await run(Message(run: $0))
        }
    }
}

/// What a `Hears` looks for.
enum TextMatcher: Sendable {
    case texts(Set<String>)
    case pattern(Pattern)
    case broken(PatternError)

    init(pattern: String) {
        do { self = .pattern(try Pattern(pattern)) } catch { self = .broken(error) }
    }

    /// One spelling for texts that count as equal.
    static func normalized(_ text: some StringProtocol) -> String {
        text.lowercased().split(whereSeparator: \.isBlank).joined(separator: " ")
    }
}
