// Govorun: the API calls of late. SPDX-License-Identifier: MIT
import TapeJSON

/// One API call as the log keeps it. It holds no token.
public struct LoggedCall: Sendable {
    /// Its number, from 1.
    public let number: Int
    /// The method, as it was called.
    public let method: String
    /// Whose token it was: `community 200000001`; empty for a token nobody has.
    public let caller: String
    /// Unix seconds.
    public let date: Int
    /// The parameters without the token.
    public let parameters: [(name: String, value: String)]
    /// VK's error code; 0 when it was performed.
    public let errorCode: Int

    var json: JSONValue {
        var values = JSONObject()
        for parameter in parameters { values[parameter.name] = JSONValue(parameter.value) }
        return [
            "number": JSONValue(number), "method": JSONValue(method), "caller": JSONValue(caller), "date": JSONValue(date),
            "params": .object(values), "error_code": JSONValue(errorCode),
        ]
    }
}

/// Keeps the last calls.
struct CallLog: Sendable {
    private let limit: Int
    private var kept: [LoggedCall] = []
    private(set) var total = 0

    init(limit: Int) { self.limit = limit }

    var calls: ArraySlice<LoggedCall> { kept.suffix(limit) }

    mutating func note(method: String, caller: String, date: Int, parameters: [(name: String, value: String)], errorCode: Int) {
        total += 1
        let call = LoggedCall(number: total, method: method, caller: caller, date: date, parameters: parameters, errorCode: errorCode)
        if kept.count >= 2 * max(limit, 1) { kept.removeFirst(kept.count - limit) }
        kept.append(call)
    }
}
