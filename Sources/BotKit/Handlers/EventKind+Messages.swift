// Govorun: kinds of events about messages. SPDX-License-Identifier: MIT

extension EventKind where Payload == MessageNew {
    /// Somebody wrote, or something happened in a chat.
    public static var messageNew: Self { Self(type: .messageNew) }
}

extension EventKind where Payload == MessagesMessage {
    /// The community wrote: this bot, another program, or an administrator.
    public static var messageReply: Self { Self(type: .messageReply) }
    /// A message was edited.
    public static var messageEdit: Self { Self(type: .messageEdit) }
}

extension EventKind where Payload == MessageEvent {
    /// A callback button was pressed.
    public static var messageEvent: Self { Self(type: .messageEvent) }
}

extension EventKind where Payload == MessagePermission {
    /// Somebody allowed messages from the community.
    public static var messageAllow: Self { Self(type: .messageAllow) }
    /// Somebody forbade messages from the community.
    public static var messageDeny: Self { Self(type: .messageDeny) }
}

extension EventKind where Payload == MessageRead {
    /// Somebody read messages.
    public static var messageRead: Self { Self(type: .messageRead) }
}

extension EventKind where Payload == MessageTypingState {
    /// Somebody is writing, or recording, or uploading.
    public static var messageTypingState: Self { Self(type: .messageTypingState) }
}

extension EventKind where Payload == MessageReaction {
    /// Somebody set a reaction to a message, or took it back.
    public static var messageReactionEvent: Self { Self(type: .messageReactionEvent) }
}

extension EventKind where Payload == AppPayload {
    /// An app of the community's sent something.
    public static var appPayload: Self { Self(type: .appPayload) }
}
