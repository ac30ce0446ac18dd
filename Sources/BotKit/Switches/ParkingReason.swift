// Govorun: why a plugin is parked. SPDX-License-Identifier: MIT

/// Why a plugin gets nothing; each part of it is a value, so that everybody can be told in their language.
public enum ParkingReason: Sendable, Hashable, CustomStringConvertible {
    /// So many updates in a row failed in it.
    case failures(Int)
    /// The process died in it, again and again, while it handled this update: the number that `govorun state set-aside` shows.
    case deaths(update: Int64)
    /// A sentence, of an older version or of whoever parked it.
    case said(String)

    /// One line in English, for the log; empty when nothing was said.
    public var description: String {
        switch self {
        case .failures(let count): "\(count) \(Plural.en(count, "failure", "failures")) in a row"
        case .deaths(let update): "update \(update) killed the process in it"
        case .said(let text): text
        }
    }

    /// What is stored: `{"reason": text}`, with the number it was made from.
    package var members: JSONObject {
        var members: JSONObject = ["reason": .string(description)]
        switch self {
        case .failures(let count): members["failures"] = .integer(count)
        case .deaths(let update): members["update"] = .integer(Int(update))
        case .said: break
        }
        return members
    }

    /// Reads what was stored.
    package init(stored json: JSON) {
        if let count = json["failures"].integer(Int.self) {
            self = .failures(count)
        } else if let update = json["update"].integer(Int64.self) {
            self = .deaths(update: update)
        } else {
            self = .said(json["reason"].string ?? "")
        }
    }
}

extension ParkingReason: ExpressibleByStringLiteral {
    /// Said in words.
    public init(stringLiteral text: String) { self = .said(text) }
}
