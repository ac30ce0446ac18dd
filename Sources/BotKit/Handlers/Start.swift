// Govorun: handlers for the first message and for the rest. SPDX-License-Identifier: MIT

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
