// Govorun: told when handlers begin and end. SPDX-License-Identifier: MIT

/// Somebody who keeps an eye on running handlers.
public protocol HandlerObserver: Sendable {
    /// A handler begins; the number returned is handed to `ended`.
    func began(_ handler: String, of plugin: String, in bot: String) -> Int
    /// The handler has returned or thrown.
    func ended(_ run: Int)
}
