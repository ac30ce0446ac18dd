// Govorun: told when handlers begin and end. SPDX-License-Identifier: MIT

/// Somebody who keeps an eye on running handlers.
public protocol HandlerObserver: AnyObject, Sendable {
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
    private let label: HandlerLabel
    /// What it works on.
    package let work: EventWork
    /// Who knows when it waits for VK.
    package let waits: (any WaitObserver)?

    init(_ label: HandlerLabel, _ work: EventWork, _ waits: (any WaitObserver)?) {
        (self.label, self.work, self.waits) = (label, work, waits)
    }

    /// A handler that begins its work.
    package init(plugin: String, handler: String, timeout: Duration, work: EventWork, waits: (any WaitObserver)? = nil) {
        self.init(HandlerLabel(plugin: plugin, handler: handler, timeout: timeout), work, waits)
    }

    /// The bot's name in `bots.yaml`.
    public var bot: String { work.botName }
    /// The plugin's name there.
    public var plugin: String { label.plugin }
    /// The handler: `command buy`.
    public var handler: String { label.handler }
    /// How long it may take, not counting long waits for VK.
    public var timeout: Duration { label.timeout }
}

/// What is told of a handler, the same for each of its runs.
final class HandlerLabel: Sendable {
    let plugin: String
    let handler: String
    let timeout: Duration

    init(plugin: String, handler: String, timeout: Duration) {
        (self.plugin, self.handler, self.timeout) = (plugin, handler, timeout)
    }
}
