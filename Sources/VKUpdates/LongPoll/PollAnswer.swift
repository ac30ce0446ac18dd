// Govorun: what the long poll server said. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON
public import VKAPI

/// One answer of a long poll server (source: the reference, "Answers").
public enum PollAnswer: Sendable {
    /// Updates, possibly none, and where to go on.
    case updates([Update], ts: String)
    /// `failed` with its code; `ts` comes with code 1.
    case failed(Int, ts: String?)
    /// JSON that is neither; treated as lost history.
    case neither
    /// No JSON: an error page, a cut body.
    case unreadable(status: Int)

    /// Reads the body of an answer with HTTP `status`.
    public init(status: Int, body: [UInt8]) {
        guard let root = Self.parse(body) else {
            self = .unreadable(status: status)
            return
        }
        if let code = root["failed"].int {
            self = .failed(code, ts: root["ts"].text)
        } else if let ts = root["ts"].text {
            self = .updates(root["updates"].items.map(Update.init), ts: ts)
        } else {
            self = status == 200 ? .neither : .unreadable(status: status)
        }
    }

    private static func parse(_ body: [UInt8]) -> JSON? {
        do {
            let root = try JSONDocument(body).root
            return root.kind == .object ? root : nil
        } catch {
            return nil
        }
    }
}
