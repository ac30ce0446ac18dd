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
        /// VK's error 14 in the form that is solved on a page of its own.
        case redirectCaptcha
        /// The long poll answer `failed` of that code.
        case failed(Int)
        /// The community's long poll key expires, so the poll gets `failed` 2.
        case expireKeys
        /// The events that no poller has read yet are lost: whoever was behind gets `failed` 1.
        case loseHistory
        /// An upload server refuses the file, whatever it is.
        case refuseFile
        /// Every upload address given out so far becomes worthless: an HTML page with status 404.
        case expireUploads
        /// The connection is closed after so many bytes of an upload.
        case cutUpload(Int)
        /// The request is dropped and no connection is accepted for so long.
        case refuse(Duration)

        var isError: Bool { if case .error = self { true } else { false } }

        /// Bytes after which an upload is cut; nil for any other kind.
        var cutAfter: Int? { if case .cutUpload(let count) = self { count } else { nil } }
        var cutsUpload: Bool { cutAfter != nil }
    }

    static let longPoll = "longpoll"
    static let uploads = "upload."

    /// Which requests: a method name, `longpoll`, `callback` for a post to a callback server, `upload.` and a flow as in `upload.message_photo`, or one of them with `*` for
    /// any rest: `messages.*`, `upload.*`, `*`.
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
        case .failed, .expireKeys, .loseHistory: guard isPoll else { return false }
        case .error, .redirectCaptcha: guard !isPoll, !target.hasPrefix(Self.uploads) else { return false }
        case .refuseFile, .expireUploads, .cutUpload: guard target.hasPrefix(Self.uploads) else { return false }
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
    /// - Parameter isPossible: whether the request can meet that kind.
    mutating func take(for target: String, where isPossible: (Fault.Kind) -> Bool) -> Fault.Kind? {
        let index = waiting.firstIndex { fault in fault.matches(target) && isPossible(fault.kind) }
        guard let index else { return nil }
        let kind = waiting[index].kind
        waiting[index].count -= 1
        if waiting[index].count <= 0 { waiting.remove(at: index) }
        return kind
    }
}
