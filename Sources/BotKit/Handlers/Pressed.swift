// Govorun: handlers for pressed buttons. SPDX-License-Identifier: MIT

/// A handler for a button: `Pressed(Buy.self) { press, buy in try await press.snackbar("\(buy.item)!") }`.
///
/// Text buttons and callback buttons are the same to it. Of a press the first handler that is for it handles, typed ones before those for
/// raw payloads; `press.pass()` hands on. Only when none took it is the label of a text button looked at as a text, and only when nothing
/// took that either is the presser told, in the bot's language, that the button is old.
public struct Pressed: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Runs when a button that carries a `Payload` was pressed, also one that an earlier release of the plugin made, where
    /// `Payload.upgrade` can read it; only what `isMeant` says is meant, and the rest goes on to the next: `where: { $0.page > 1 }`.
    public init<Payload: ButtonPayload>(
        _ type: Payload.Type, where isMeant: @escaping @Sendable (Payload) -> Bool = { _ in true }, fileID: String = #fileID,
        line: Int = #line, run: @escaping @Sendable (Press, Payload) async throws -> Void
    ) {
        handler = Handler(
            trigger: .pressed(.typed(Payload.self)), name: "pressed \(Payload.payloadName)", origin: Origin(fileID: fileID, line: line)
        ) { context in
            guard let payload = context.occasion.payload as? Payload else { return }
            guard isMeant(payload) else { return context.pass() }
            try await run(Press(run: context), payload)
        }
    }

    /// Runs when the payload, of a keyboard that another program left on a screen for example, has `value` under `key`.
    public init(
        key: String, equals value: JSONValue, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Press) async throws -> Void
    ) {
        handler = Handler(
            trigger: .pressed(.keyed(key, value)), name: "pressed \(key)=\(value)", origin: Origin(fileID: fileID, line: line)
        ) { try await run(Press(run: $0)) }
    }

    /// Runs when `accepts` says so of the payload, which may be any JSON.
    public init(
        where accepts: @escaping @Sendable (JSON) -> Bool, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Press) async throws -> Void
    ) {
        handler = Handler(
            trigger: .pressed(.raw(accepts)), name: "pressed", origin: Origin(fileID: fileID, line: line)
        ) { try await run(Press(run: $0)) }
    }
}

/// What a `Pressed` waits for.
enum PressMatcher: Sendable {
    case typed(any ButtonPayload.Type)
    case keyed(String, JSONValue)
    case raw(@Sendable (JSON) -> Bool)
}
