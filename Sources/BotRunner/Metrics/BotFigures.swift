// Govorun: what the runner counts of one bot. SPDX-License-Identifier: MIT
import BotKit

/// Updates, handlers and calls of one bot.
final class BotFigures: Sendable {
    /// The figures of one plugin's handlers.
    private struct Handlers {
        let seconds: Histogram
        let failures: Counter
    }

    /// Whether a call has its answer.
    private struct Outcome: Hashable {
        let method: String
        let name: String
    }

    private let bot: String
    private let own = Metrics()
    private let inbox = PlainMutex<BotInbox?>(nil)
    private let updates = Figures<UpdateType, Counter>()
    private let handlers = Figures<String, Handlers>()
    private let outcomes = Figures<Outcome, Counter>()

    init(of bot: String) { self.bot = bot }

    /// So many updates of one kind were new, and are stored.
    func received(_ count: Int, _ type: UpdateType) {
        updates[type] { own.counter("updates", ["type": type.rawValue], help: "Updates from VK, stored") }.increment(by: count)
    }

    /// What waits there is shown from now on.
    func watch(_ inbox: BotInbox) { self.inbox.withLock { $0 = inbox } }

    /// A handler of `plugin` has ended after `duration`.
    func ran(_ plugin: String, _ duration: Duration, failed: Bool) {
        let figures = handlers[plugin] {
            Handlers(
                seconds: own.histogram("handler_seconds", ["plugin": plugin], help: "How long handlers took"),
                failures: own.counter("handler_failures", ["plugin": plugin], help: "Handlers that threw"))
        }
        figures.seconds.observe(duration)
        if failed { figures.failures.increment() }
    }

    /// Hears of all calls of its client.
    var calls: CallObserver {
        CallObserver(finished: { [self] info, result in
            switch result {
            case .success: if info.origin == .vk { called(info.call.method, "ok") }
            case .failure(let error): called(info.call.method, error is CancellationError ? "cancelled" : "error")
            }
        })
    }

    private func called(_ method: String, _ outcome: String) {
        outcomes[Outcome(method: method, name: outcome)] {
            own.counter("calls", ["method": method, "outcome": outcome], help: "Calls of VK's methods, by their outcome")
        }.increment()
    }

    /// All of it.
    var families: [MetricFamily] {
        let labels = [(name: "bot", value: bot)]
        let waiting = inbox.withLock { $0 }?.waiting ?? 0
        let gauge = MetricFamily(
            .gauge, "govorun_inbox_waiting", help: "Updates stored and not yet done", [(labels: labels, value: Double(waiting))])
        return own.all(prefix: "govorun_", labels: labels) + [gauge]
    }
}

/// Figures that are found by one look-up: every update passes here.
private final class Figures<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Keys beyond this are looked up the long way; there are that many only when somebody makes names up.
    private static var limit: Int { 1000 }

    private let known = PlainMutex<[Key: Value]>([:])

    subscript(_ key: Key, _ make: () -> Value) -> Value {
        if let value = known.withLock({ $0[key] }) { return value }
        let value = make()
        known.withLock { if $0.count < Self.limit { $0[key] = value } }
        return value
    }
}

/// Tells a bot's figures of its handlers, and the watch that all bots share.
final class CountingObserver: HandlerObserver {
    private let watch: HandlerWatch
    private let figures: BotFigures

    init(watch: HandlerWatch, figures: BotFigures) { (self.watch, self.figures) = (watch, figures) }

    func began(_ handler: RunningHandler) -> Int { watch.began(handler) }
    func ended(_ run: Int) { ended(run, failed: false) }

    func ended(_ run: Int, failed: Bool) {
        if let (plugin, duration) = watch.end(run) { figures.ran(plugin, duration, failed: failed) }
    }
}
