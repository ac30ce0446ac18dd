// Govorun: handlers for kinds of events. SPDX-License-Identifier: MIT

/// A kind of event with the type its object is read as.
public struct EventKind<Payload: VKObject>: Sendable {
    let type: UpdateType?
}

extension EventKind where Payload == RawObject {
    /// Every event, kinds unknown to this library included; runs beside the handlers for that kind.
    public static var any: Self { Self(type: nil) }
    /// A kind by VK's word, its object as JSON.
    public static func raw(_ type: UpdateType) -> Self { Self(type: type) }
}

/// An object without a type of its own.
public struct RawObject: VKObject {
    /// The object as VK sent it.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }
}

/// A handler for a kind of event: `On(.groupJoin) { event in try await event.user?.send("Welcome!") }`.
///
/// Runs for every plugin that asked, in the order of `bots.yaml`, each failing alone, and before the handlers for messages. A plugin's `in:`
/// counts for events of a conversation, its `allow:` for presses of buttons.
public struct On: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    init(handler: Handler) { self.handler = handler }

    /// A reaction to every event of `kind`.
    public init<Payload>(
        _ kind: EventKind<Payload>, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (EventContext<Payload>) async throws -> Void
    ) {
        handler = Handler(
            trigger: kind.type.map(Handler.Trigger.event) ?? .everyEvent, name: "on \(kind.type?.rawValue ?? "any")",
            origin: Origin(fileID: fileID, line: line)
        ) { try await run(EventContext(run: $0)) }
    }
}
