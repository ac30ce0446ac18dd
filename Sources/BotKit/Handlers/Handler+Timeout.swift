// Govorun: how long a handler may take. SPDX-License-Identifier: MIT

extension HandlerConvertible {
    /// The same handler with more time than its plugin's `timeout:` of `bots.yaml` gives: `Daily("09:00") { … }.timeout(.minutes(10))`.
    public func timeout(_ timeout: Duration) -> Handler {
        var handler = handler
        handler.timeout = timeout
        return handler
    }
}

extension Route {
    /// How long a run may take: as the author says, or as `bots.yaml` does, whichever is longer.
    var timeout: Duration { max(handler.timeout ?? .zero, instance.timeout) }
}
