// Govorun: handlers for kinds of events. SPDX-License-Identifier: MIT

/// A kind of event with the type its object is read as.
public struct EventKind<Payload: VKObject>: Sendable {
    let type: UpdateType?
}

extension EventKind where Payload == MessageNew {
    /// Somebody wrote, or something happened in a chat.
    public static var messageNew: Self { Self(type: .messageNew) }
}
extension EventKind where Payload == MessageEvent {
    /// A callback button was pressed.
    public static var messageEvent: Self { Self(type: .messageEvent) }
}
extension EventKind where Payload == GroupJoin {
    /// Somebody joined, or asked to.
    public static var groupJoin: Self { Self(type: .groupJoin) }
}
extension EventKind where Payload == GroupLeave {
    /// Somebody left or was removed.
    public static var groupLeave: Self { Self(type: .groupLeave) }
}
extension EventKind where Payload == MessagePermission {
    /// Somebody allowed messages from the community.
    public static var messageAllow: Self { Self(type: .messageAllow) }
    /// Somebody forbade messages from the community.
    public static var messageDeny: Self { Self(type: .messageDeny) }
}
extension EventKind where Payload == MessagesMessage {
    /// The community wrote: this bot, another program, or an administrator.
    public static var messageReply: Self { Self(type: .messageReply) }
    /// A message was edited.
    public static var messageEdit: Self { Self(type: .messageEdit) }
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
