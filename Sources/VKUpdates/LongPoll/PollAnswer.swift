// Govorun: what the long poll server said. SPDX-License-Identifier: MIT
import TapeJSON
public import VKAPI

/// One answer of a long poll server (source: the reference, "Answers").
public enum PollAnswer: Sendable {
    /// Updates, possibly none, and where to go on.
    case updates([Update], ts: String, pts: String? = nil)
    /// `failed` with its code; `ts` comes with code 1.
    case failed(Int, ts: String?)
    /// `failed` 4: user long poll has these versions, and not the one asked for.
    case wrongVersion(ClosedRange<Int>)
    /// JSON that is neither; treated as lost history.
    case neither
    /// No JSON: an error page, a cut body.
    case unreadable(status: Int)

    /// Reads the body of an answer of bots long poll with HTTP `status`.
    ///
    /// What stands in `updates` and is no object is left out; the others stay.
    public init(status: Int, body: [UInt8]) { self.init(status: status, root: Self.parse(body), updates: Self.updates) }

    /// Reads `root`, the body of an answer with HTTP `status`; `updates` reads its updates.
    init(status: Int, root: JSON?, updates: (JSON) -> [Update]) {
        guard let root, root.kind == .object else {
            self = .unreadable(status: status)
            return
        }
        let list = root["updates"]
        if let code = root["failed"].int {
            self = Self.failure(code, root)
        } else if list.kind == .array || list.isNull, let ts = root["ts"].text {
            self = .updates(updates(root), ts: ts, pts: root["pts"].text)
        } else {
            self = status == 200 ? .neither : .unreadable(status: status)
        }
    }

    private static func failure(_ code: Int, _ root: JSON) -> PollAnswer {
        if code == 4, let lowest = root["min_version"].int, let highest = root["max_version"].int, lowest <= highest {
            return .wrongVersion(lowest...highest)
        }
        return .failed(code, ts: root["ts"].text)
    }

    /// What stands in `updates` and is an object.
    static func updates(of root: JSON) -> [Update] {
        let list = root["updates"]
        var updates: [Update] = []
        updates.reserveCapacity(list.count)
        for item in list.items where item.kind == .object { updates.append(Update(item)) }
        return updates
    }

    /// Reads `body` as JSON; again with more patience when one update in it has bytes that are not UTF-8, or is nested deeper than usual:
    /// given up, the batch would come again for ever and hold back all updates behind it.
    static func parse(_ body: [UInt8]) -> JSON? {
        do {
            return try JSONDocument(body).root
        } catch {
            guard error.code == .invalidUTF8 || error.code == .tooDeep else { return nil }
        }
        do {
            let mended = Array(String(decoding: body, as: UTF8.self).utf8)
            return try JSONDocument(mended, maximumDepth: JSONDocument.deepestNesting).root
        } catch {
            return nil
        }
    }
}

extension PollAnswer: CustomStringConvertible {
    /// For the log: what kind of answer it was; never its content.
    public var description: String {
        switch self {
        case .updates(let updates, _, _): "\(updates.count) updates"
        case .failed(let code, _): "failed \(code)"
        case .wrongVersion: "failed 4"
        case .neither: "neither updates nor failed"
        case .unreadable(let status): "HTTP \(status), not JSON"
        }
    }
}
