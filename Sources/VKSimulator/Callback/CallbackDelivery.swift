// Govorun: what waits to be posted to one callback server, as a value. SPDX-License-Identifier: MIT

/// Decides what is posted when; has no clock, no socket and no task.
///
/// Events go in their order. Of those at the front so many may be on their way at once; one that was not answered `ok` goes again after a
/// growing wait and holds the place it has. After many failures in a row everything pauses.
struct CallbackDelivery: Sendable {
    /// One event.
    struct Event: Sendable {
        let number: Int
        let type: String
        let eventID: String
        /// The object as JSON text.
        let object: [UInt8]
        /// How often it was tried.
        var attempts = 0
        /// When it may go.
        var due: Duration = .zero
        var isOut = false
    }

    /// What came of a post.
    enum Outcome: Sendable, Equatable {
        /// The server has it.
        case ok
        /// The server wants to be deleted.
        case remove
        /// The server wants it again after so long.
        case later(Duration)
        /// Anything else.
        case failed
    }

    let rules: CallbackPosting
    /// The events at the front, the ones that may be on their way.
    private var front: [Event] = []
    private var behind: [Event] = []
    /// How many of `behind` have moved to the front.
    private var moved = 0
    private var lastNumber = 0
    private var pausedUntil: Duration?
    private(set) var failuresInARow = 0

    init(rules: CallbackPosting) { self.rules = rules }

    /// How many wait or are on their way.
    var count: Int { front.count + behind.count - moved }

    /// Whether failures have made it pause; the first success ends that.
    var isFailing: Bool { failuresInARow >= rules.failureLimit }

    mutating func append(type: String, eventID: String, object: [UInt8]) {
        lastNumber += 1
        if count >= rules.limit, moved < behind.count { moved += 1 }
        behind.append(Event(number: lastNumber, type: type, eventID: eventID, object: object))
    }

    /// The next event to post now, as it goes out; call it until it gives none.
    mutating func next(at now: Duration) -> Event? {
        guard pausedUntil.map({ $0 <= now }) ?? true else { return nil }
        // A failing server is tried with one event.
        let width = isFailing ? 1 : rules.parallel
        while front.count < width, moved < behind.count {
            front.append(behind[moved])
            moved += 1
        }
        if moved > 64, moved * 2 > behind.count {
            behind.removeFirst(moved)
            moved = 0
        }
        guard let index = front.prefix(width).firstIndex(where: { !$0.isOut && $0.due <= now }) else { return nil }
        defer {
            front[index].isOut = true
            front[index].attempts += 1
        }
        return front[index]
    }

    /// When there may be something to post next; nil when something that is on its way has to come back first, or nothing waits.
    var due: Duration? {
        guard count > 0 else { return nil }
        let width = isFailing ? 1 : rules.parallel
        let waiting = front.prefix(width).filter { !$0.isOut }.map(\.due).min()
        let earliest = front.count < width && moved < behind.count ? .zero : waiting
        return earliest.map { max($0, pausedUntil ?? .zero) }
    }

    /// Notes what came of a post of the event with that number.
    mutating func receive(_ outcome: Outcome, of number: Int, at now: Duration) {
        guard let index = front.firstIndex(where: { $0.number == number }) else { return }
        front[index].isOut = false
        switch outcome {
        case .ok, .remove:
            front.remove(at: index)
            endPause()
        case .later(let wait):
            front[index].due = now + wait
        case .failed:
            failuresInARow += 1
            let doublings = min(front[index].attempts - 1, 16)
            front[index].due = now + min(rules.longestWait, rules.firstWait * (1 << max(0, doublings)))
            if isFailing { pausedUntil = now + rules.pause }
        }
    }

    /// Begins anew: what waits for another try goes at once.
    mutating func resume() {
        endPause()
        for index in front.indices { front[index].due = .zero }
    }

    private mutating func endPause() {
        failuresInARow = 0
        pausedUntil = nil
    }
}
