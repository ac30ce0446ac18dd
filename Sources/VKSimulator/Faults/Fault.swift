// Govorun: how the simulator is told to misbehave. SPDX-License-Identifier: MIT

/// A fault that the next matching requests meet.
public struct Fault: Sendable, Equatable {
    /// What goes wrong.
    public enum Kind: Sendable, Equatable {
        /// The answer comes this much later.
        case delay(Duration)
        /// An HTML page with that status, as a proxy in trouble gives; nothing is performed.
        case status(Int)
        /// The call is performed, its answer is no JSON.
        case garbage
        /// The call is performed, its answer ends in the middle, the length agreeing.
        case cutJSON
        /// The call is performed, its answer is empty.
        case empty
        /// The connection is reset, nothing is performed.
        case resetBefore
        /// The call is performed, the connection ends in the middle of the answer.
        case resetDuring
        /// The call is performed, the connection is reset without an answer.
        case resetAfter
        /// Nothing is performed and nothing answered until the client gives up.
        case hang
        /// The call is performed, and never answered.
        case hangAfter
        /// VK's error of that code for a call; nothing is performed.
        case error(Int)
        /// The long poll answer `failed` of that code.
        case failed(Int)
        /// The community's long poll key expires, so the poll gets `failed` 2.
        case expireKeys
        /// The request is dropped and no connection is accepted for so long.
        case refuse(Duration)

        var isError: Bool { if case .error = self { true } else { false } }
    }

    static let longPoll = "longpoll"

    /// Which requests: a method name, `longpoll`, or either with `*` for any rest: `messages.*`, `*`.
    /// An ``Kind/error(_:)`` also meets calls inside `execute`, and fails them alone.
    public var match: String
    /// How many requests meet it.
    public var count: Int
    /// What happens to them.
    public var kind: Kind

    /// Makes a fault.
    public init(_ kind: Kind, match: String = "*", count: Int = 1) {
        self.kind = kind
        self.match = match
        self.count = count
    }

    /// Whether a request of that kind meets it; what only makes sense for polls, or for calls, waits for one.
    func matches(_ target: String) -> Bool {
        let isPoll = target == Self.longPoll
        switch kind {
        case .failed, .expireKeys: guard isPoll else { return false }
        case .error: guard !isPoll else { return false }
        default: break
        }
        return match.last == "*" ? target.hasPrefix(match.dropLast()) : target == match
    }
}

/// The faults that wait, in order.
struct FaultQueue: Sendable {
    private(set) var waiting: [Fault] = []

    mutating func add(_ fault: Fault) { waiting.append(fault) }

    mutating func removeAll() { waiting = [] }

    /// The first fault for that request, used up by one.
    ///
    /// - Parameter isInside: for a call inside `execute`, which is no request: it can meet nothing but an error.
    mutating func take(for target: String, isInside: Bool = false) -> Fault.Kind? {
        let index = waiting.firstIndex { fault in fault.matches(target) && (!isInside || fault.kind.isError) }
        guard let index else { return nil }
        let kind = waiting[index].kind
        waiting[index].count -= 1
        if waiting[index].count <= 0 { waiting.remove(at: index) }
        return kind
    }
}
