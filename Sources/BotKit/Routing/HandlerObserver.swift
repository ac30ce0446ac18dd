// Govorun: told when handlers begin and end. SPDX-License-Identifier: MIT

/// Somebody who keeps an eye on running handlers.
public protocol HandlerObserver: Sendable {
    /// A handler begins; the number returned is handed to `ended`.
    func began(_ handler: RunningHandler) -> Int
    /// The handler has returned or thrown.
    func ended(_ run: Int)
    /// The same; `failed` when it threw.
    func ended(_ run: Int, failed: Bool)
}

extension HandlerObserver {
    /// Tells of the end alone.
    public func ended(_ run: Int, failed: Bool) { ended(run) }
}

/// A handler at work.
public struct RunningHandler: Sendable {
    /// The bot's name in `bots.yaml`.
    public let bot: String
    /// The plugin's name there.
    public let plugin: String
    /// The handler: `command buy`.
    public let handler: String
    /// How long it may take.
    public let timeout: Duration
    /// What it works on.
    package let work: EventWork

    /// A handler that begins its work.
    package init(bot: String, plugin: String, handler: String, timeout: Duration, work: EventWork) {
        (self.bot, self.plugin, self.handler) = (bot, plugin, handler)
        (self.timeout, self.work) = (timeout, work)
    }
}
