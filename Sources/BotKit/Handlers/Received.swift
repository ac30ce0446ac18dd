// Govorun: handlers for what people send besides words. SPDX-License-Identifier: MIT

/// A handler for messages of a kind: `Received(.sticker) { message, sticker in … }`, `Received(.photo && .isPrivate) { … }`.
///
/// It takes the message as `Hears` does, after texts and patterns and before `Fallback`; `message.pass()` hands it on. What the filter
/// found is handed to the closure.
public struct Received: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Runs on messages that `filter` is true of.
    public init(
        _ filter: MessageFilter<Void>, fileID: String = #fileID, line: Int = #line, run: @escaping @Sendable (Message) async throws -> Void
    ) {
        self.init(filter, Origin(fileID: fileID, line: line)) { message, _ in try await run(message) }
    }

    /// Runs on messages in which `filter` finds something.
    public init<Found>(
        _ filter: MessageFilter<Found>, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, Found) async throws -> Void
    ) {
        self.init(filter, Origin(fileID: fileID, line: line), run)
    }

    /// Runs on messages in which both sides of a filter find something.
    public init<First, Second>(
        _ filter: MessageFilter<(First, Second)>, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, First, Second) async throws -> Void
    ) {
        self.init(filter, Origin(fileID: fileID, line: line)) { message, found in try await run(message, found.0, found.1) }
    }

    private init<Found>(
        _ filter: MessageFilter<Found>, _ origin: Origin, _ run: @escaping @Sendable (Message, Found) async throws -> Void
    ) {
        handler = Handler(trigger: .received(AnyMessageFilter(filter)), name: "received", origin: origin) { context in
            guard let found = context.occasion.found as? Found else { return }
            try await run(Message(run: context), found)
        }
    }
}

extension On {
    /// A reaction to every message that `filter` is true of, in each plugin that asks, those that VK itself wrote included:
    /// `On(message: .botInvited) { message in try await message.send("Всем привет!") }`.
    public init(
        message filter: MessageFilter<Void>, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message) async throws -> Void
    ) {
        self.init(filter, Origin(fileID: fileID, line: line)) { message, _ in try await run(message) }
    }

    /// A reaction to every message in which `filter` finds something: `On(message: .chatJoin) { message, member in … }`.
    public init<Found>(
        message filter: MessageFilter<Found>, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, Found) async throws -> Void
    ) {
        self.init(filter, Origin(fileID: fileID, line: line), run)
    }

    private init<Found>(
        _ filter: MessageFilter<Found>, _ origin: Origin, _ run: @escaping @Sendable (Message, Found) async throws -> Void
    ) {
        self.init(
            handler: Handler(trigger: .event(.messageNew), name: "on message", origin: origin) { context in
                let message = Message(run: context)
                guard let found = filter.find(message) else { return }
                try await run(message, found)
            })
    }
}

/// A filter whose finding has no type.
struct AnyMessageFilter: Sendable {
    let find: @Sendable (Message) -> (any Sendable)?

    init<Found>(_ filter: MessageFilter<Found>) { find = { filter.find($0) } }
}
