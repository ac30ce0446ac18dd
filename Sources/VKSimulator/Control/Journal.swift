// Govorun: what happens in the world, for those who watch. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Numbers everything that happens, keeps the last of it, and tells the watchers.
struct Journal: Sendable {
    private struct Watcher: Sendable {
        let id: Int
        let stream: AsyncStream<ServerEvent>.Continuation
    }

    private let limit: Int
    private var kept: [ServerEvent] = []
    private var lastNumber = 0
    private var watchers: [Watcher] = []
    private var lastWatcher = 0

    init(limit: Int) { self.limit = limit }

    /// The number of the last event.
    var last: Int { lastNumber }

    /// Notes something that has happened.
    mutating func note(_ type: String, _ fields: JSONObject, message: Message? = nil) {
        lastNumber += 1
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", lastNumber)
            writer.member("type", type)
            for (key, value) in fields { writer.member(key, value) }
            if let message { writer.member("message", message) }
        }
        let event = ServerEvent(id: String(lastNumber), data: writer.text)
        if kept.count >= 2 * limit { kept.removeFirst(limit) }
        kept.append(event)
        for watcher in watchers { watcher.stream.yield(event) }
    }

    /// Everything after an event, then what comes.
    ///
    /// - Parameter after: nil for only what comes. Of what is forgotten already nothing is sent.
    /// - Parameter onEnd: called with the watcher's number when the client has left.
    mutating func watch(after: Int?, onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<ServerEvent> {
        // Bounded: a watcher that cannot follow loses the oldest events, and sees it by their ids.
        let (stream, continuation) = AsyncStream<ServerEvent>.makeStream(bufferingPolicy: .bufferingNewest(8 * limit))
        lastWatcher += 1
        let id = lastWatcher
        if let after { for event in kept.suffix(min(limit, max(0, lastNumber - after))) { continuation.yield(event) } }
        watchers.append(Watcher(id: id, stream: continuation))
        continuation.onTermination = { _ in onEnd(id) }
        return stream
    }

    mutating func forget(_ watcher: Int) { watchers.removeAll { $0.id == watcher } }

    /// Ends every stream.
    mutating func end() {
        let ended = watchers
        watchers = []
        for watcher in ended { watcher.stream.finish() }
    }
}
