// Govorun: what happens in the world, for those who watch. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Numbers everything that happens, keeps the last of it, and tells the watchers.
struct Journal: Sendable {
    private let limit: Int
    private var kept: [ServerEvent] = []
    private var lastNumber = 0
    private var watchers: [AsyncStream<ServerEvent>.Continuation] = []
    /// Those who only wait for the next thing to happen, whatever it is.
    private var onlookers: [AsyncStream<Void>.Continuation] = []

    /// Nothing is written before somebody looks: a bot under load alone should not pay for a page.
    private var isArmed = false

    init(limit: Int) { self.limit = limit }

    /// The number of the last event; everything after it can be watched from now on.
    mutating func position() -> Int {
        isArmed = true
        return lastNumber
    }

    /// Notes something that has happened.
    mutating func note(_ type: StaticString, _ fields: (inout JSONWriter) -> Void) {
        stir()
        guard isArmed else { return }
        lastNumber += 1
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", lastNumber)
            writer.member("type", "\(type)")
            fields(&writer)
        }
        let event = ServerEvent(id: String(lastNumber), data: writer.text)
        if kept.count >= 2 * limit { kept.removeFirst(limit) }
        kept.append(event)
        watchers.removeAll { if case .terminated = $0.yield(event) { true } else { false } }
    }

    /// Everything after an event, then what comes; a watcher that has left is forgotten at the next event.
    ///
    /// - Parameter after: nil for only what comes. Of what is forgotten already nothing is sent.
    mutating func watch(after: Int?) -> AsyncStream<ServerEvent> {
        // Bounded: a watcher that cannot follow loses the oldest events, and sees it by their ids.
        let (stream, continuation) = AsyncStream<ServerEvent>.makeStream(bufferingPolicy: .bufferingNewest(8 * limit))
        isArmed = true
        if let after { for event in kept.suffix(min(limit, max(0, lastNumber - max(0, after)))) { continuation.yield(event) } }
        watchers.append(continuation)
        return stream
    }

    /// Something yields whenever anything happens; of several things in between, once.
    mutating func happenings() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        onlookers.append(continuation)
        return stream
    }

    /// Tells the onlookers; also of what is no event to be watched.
    mutating func stir() { onlookers.removeAll { if case .terminated = $0.yield() { true } else { false } } }

    /// Ends every stream.
    mutating func end() {
        let (ended, left) = (watchers, onlookers)
        (watchers, onlookers) = ([], [])
        for watcher in ended { watcher.finish() }
        for onlooker in left { onlooker.finish() }
    }
}
