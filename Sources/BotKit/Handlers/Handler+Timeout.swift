// Govorun: how long a handler may take. SPDX-License-Identifier: MIT

extension HandlerConvertible {
    /// The same handler with more time than its plugin's `timeout:` of `bots.yaml` gives: `Daily("09:00") { … }.timeout(.minutes(10))`.
    public func timeout(_ timeout: Duration) -> Handler {
        var handler = handler
        handler.timeout = timeout
        return handler
    }
}
