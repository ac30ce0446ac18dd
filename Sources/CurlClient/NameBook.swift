// Govorun: which host names are known, being looked up, or waiting. SPDX-License-Identifier: MIT

/// What a lookup found.
enum LookupResult: Sendable, Equatable {
    /// Numeric addresses in the order of preference, IPv6 in brackets; never empty.
    case found([String])
    case notFound
}

/// Decides who looks a name up and who waits for it: libcurl would start a thread per request (a thousand requests to a
/// new host made 981), so one lookup serves all, and only a few run at once. A value: no clock, thread or socket.
struct NameBook {
    enum Step: Equatable {
        /// Go on with these addresses.
        case go([String])
        /// Wait for `answer`; if `lookUp` is set, start that lookup first.
        case wait(lookUp: String?)
    }

    private enum Entry {
        case known([String], until: Int64)
        case asking([ObjectIdentifier])
    }

    /// How long an answer is believed, in nanoseconds.
    static let lifetime: Int64 = 60_000_000_000
    /// Names remembered at most.
    static let capacity = 1_024

    private let maximumLookups: Int
    private var entries: [String: Entry] = [:]
    private var queue: [String] = []
    private var running = 0

    /// Names remembered or being asked for.
    var count: Int { entries.count }

    init(maximumLookups: Int) { self.maximumLookups = maximumLookups }

    /// Asks for a host on behalf of `waiter`.
    mutating func ask(_ host: String, for waiter: ObjectIdentifier, now: Int64) -> Step {
        switch entries[host] {
        case .known(let addresses, let until) where now < until:
            return .go(addresses)
        case .asking(var waiters):
            entries[host] = nil  // so that the list is appended to in place
            waiters.append(waiter)
            entries[host] = .asking(waiters)
            return .wait(lookUp: nil)
        default:
            entries[host] = .asking([waiter])
            guard running < maximumLookups else {
                queue.append(host)
                return .wait(lookUp: nil)
            }
            running += 1
            return .wait(lookUp: host)
        }
    }

    /// Takes the outcome of a lookup: who waited for it, and which lookup to start now. A failure is not remembered.
    mutating func answer(_ host: String, _ result: LookupResult, now: Int64) -> (waiters: [ObjectIdentifier], lookUp: String?) {
        guard case .asking(let waiters) = entries[host] else { return ([], nil) }
        entries[host] = nil
        if case .found(let addresses) = result {
            makeRoom(now: now)
            entries[host] = .known(addresses, until: now + Self.lifetime)
        }
        guard !queue.isEmpty else {
            running -= 1
            return (waiters, nil)
        }
        return (waiters, queue.removeFirst())
    }

    /// Forgets addresses that nobody answered at, so that the next request asks anew.
    mutating func forget(_ host: String) {
        if case .known = entries[host] { entries[host] = nil }
    }

    private mutating func makeRoom(now: Int64) {
        guard entries.count >= Self.capacity else { return }
        entries = entries.filter { if case .known(_, let until) = $0.value { until > now } else { true } }
        guard entries.count >= Self.capacity else { return }
        entries = entries.filter { if case .known = $0.value { false } else { true } }
    }
}
