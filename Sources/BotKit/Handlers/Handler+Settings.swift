// Govorun: what can be said about any handler. SPDX-License-Identifier: MIT

extension HandlerConvertible {
    /// The same handler, tried before those of its kind with a lower priority, whatever plugin they belong to; 0 unless said otherwise,
    /// and among equals the order of `bots.yaml` and of the plugin counts. Kinds keep their order: a command stays before a pattern.
    public func priority(_ priority: Int) -> Handler {
        var handler = handler
        handler.priority = priority
        return handler
    }

    /// The same handler for messages that `filter` is true of; others go on to the next: `Command("ban", …) { … }.when(.isChat)`.
    public func when(_ filter: MessageFilter<Void>) -> Handler {
        var handler = handler
        if handler.trigger.isForMessages {
            handler.condition = handler.condition.map { $0 && filter } ?? filter
        } else {
            handler.flaw = handler.flaw ?? "'when' is for handlers of messages, this one is for '\(handler.name)'"
        }
        return handler
    }
}

extension Handler.Trigger {
    fileprivate var isForMessages: Bool {
        switch self {
        case .command, .hears, .received, .start, .fallback, .scene: true
        case .pressed, .event, .everyEvent, .around, .errand: false
        }
    }
}
