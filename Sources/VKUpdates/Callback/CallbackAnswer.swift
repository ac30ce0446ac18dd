// Govorun: the answers VK gets to a callback. SPDX-License-Identifier: MIT
public import MicroServer
import VKAPI

/// What VK is answered (source: the reference, "Callback API"). `remove`, which deletes the server at VK, is not among them.
public enum CallbackAnswer: Sendable, Equatable {
    /// The update is stored, or nobody wants it: VK need not send it again.
    case ok
    /// The address is ours: the code VK wants to see.
    case confirmation(String)
    /// The body is no JSON object.
    case notJSON
    /// The secret is missing or another one.
    case wrongSecret
    /// No such address, or no such community there.
    case unknown
    /// Not `POST`.
    case wrongMethod
    /// The body is larger than is read.
    case tooLarge
    /// Not now; VK may come again after so long, which it is told as a moment less than three hours ahead.
    case later(Duration)

    /// The HTTP status.
    public var status: Int {
        switch self {
        case .ok, .confirmation: 200
        case .notJSON: 400
        case .wrongSecret: 403
        case .unknown: 404
        case .wrongMethod: 405
        case .tooLarge: 413
        case .later: 503
        }
    }

    /// The body, all of it: VK compares it letter by letter.
    public var body: String {
        switch self {
        case .ok: "ok"
        case .confirmation(let code): code
        case .notJSON: "not JSON"
        case .wrongSecret: "wrong secret"
        case .unknown: "not found"
        case .wrongMethod: "POST only"
        case .tooLarge: "body too large"
        case .later: "later"
        }
    }

    /// The answer as it goes out at `unixTime`.
    public func response(at unixTime: Duration) -> ServerResponse {
        var headers: [FieldList.Field] = []
        switch self {
        case .wrongMethod: headers.append(FieldList.Field(name: "Allow", value: "POST"))
        case .later(let wait):
            let moment = unixTime + min(max(wait, .seconds(1)), Self.longestWait)
            headers.append(FieldList.Field(name: "Retry-After", value: "\(HTTPDate(moment))"))
        default: break
        }
        return .bytes(status, type: "text/plain; charset=utf-8", Array(body.utf8), headers: headers)
    }

    /// VK heeds what is less than three hours ahead.
    static let longestWait: Duration = .seconds(3 * 3600 - 60)
}
