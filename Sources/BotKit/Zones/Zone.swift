// Govorun: a time zone. SPDX-License-Identifier: MIT

/// What clocks show somewhere on earth: a zone of the IANA database (`Europe/Moscow`), or a fixed distance from UTC (`UTC+3`, `UTC-03:30`).
///
/// It is read from the system's own files once and is a value from then on: nothing of the process's `TZ` counts, and no thread waits for
/// another.
public struct Zone: Sendable, Hashable, CustomStringConvertible {
    /// As it was asked for.
    public let name: String
    private let rules: ZoneRules

    /// UTC itself.
    public static let utc = Zone(name: "UTC", rules: ZoneRules(offset: 0))
    /// Three hours ahead of UTC since 2014; what a bot has unless told otherwise.
    public static let moscow = (try? Zone("Europe/Moscow")) ?? Zone(name: "Europe/Moscow", rules: ZoneRules(offset: 3 * 3600))

    init(name: String, rules: ZoneRules) { (self.name, self.rules) = (name, rules) }

    /// The zone of that name.
    ///
    /// - Throws: `ZoneError` when there is none, with the name that was probably meant; when the system has no zones.
    public init(_ name: String) throws(ZoneError) {
        if let offset = FixedOffset.seconds(of: name) {
            self.init(name: name, rules: ZoneRules(offset: offset))
        } else {
            self.init(name: name, rules: try ZoneDatabase.system.rules(named: name))
        }
    }

    /// How far its clocks are ahead of UTC at `unixTime`, in seconds.
    public func offset(at unixTime: Int) -> Int { rules.span(at: unixTime).offset }

    /// What its clocks show at `unixTime`.
    public func date(at unixTime: Int) -> DateAndTime { DateAndTime(unixTime: unixTime, utcOffset: offset(at: unixTime)) }

    /// When its clocks show `wall`, which counts seconds as if they showed UTC: the first time when they show it twice, and the first
    /// moment after the gap when they skip it.
    func moment(ofWall wall: Int) -> Int {
        // No offset is larger than 26 hours.
        var span = rules.span(at: wall - 26 * 3600)
        while let end = span.end {
            if wall - span.offset < end { break }
            span = rules.span(at: end)
        }
        return max(wall - span.offset, span.start ?? .min)
    }

    /// Its name.
    public var description: String { name }
    /// Zones of one name are equal.
    public static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }
    /// By the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Why there is no such zone.
public struct ZoneError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        /// The database has no zone of that name.
        case unknown
        /// The system has no database.
        case noDatabase
        /// The zone's file is none.
        case unreadable
    }

    /// What is wrong.
    public let code: Code
    /// The name that was asked for.
    public let name: String
    /// The name that was probably meant.
    public let suggestion: String?

    init(_ code: Code, _ name: String, suggestion: String? = nil) {
        (self.code, self.name, self.suggestion) = (code, name, suggestion)
    }

    /// What is wrong and what to do.
    public var description: String {
        switch code {
        case .unknown:
            "there is no time zone '\(name)'; "
                + (suggestion.map { "did you mean '\($0)'?" } ?? "write one such as Europe/Moscow, Asia/Yekaterinburg or UTC+3")
        case .noDatabase: "this system has no time zones to look '\(name)' up in; install the package tzdata, or write UTC+3 for one"
        case .unreadable: "the system's file of the time zone '\(name)' cannot be read"
        }
    }
}

/// `UTC`, `UTC+3`, `UTC-03:30`
enum FixedOffset {
    static func seconds(of name: String) -> Int? {
        guard name.hasPrefix("UTC") else { return nil }
        let rest = name.dropFirst(3)
        guard let sign = rest.first else { return 0 }
        let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard sign == "+" || sign == "-", (1...2).contains(parts.count), let hours = number(parts[0], digits: 1...2), hours <= 14 else {
            return nil
        }
        guard let minutes = parts.count == 2 ? number(parts[1], digits: 2...2) : 0, minutes < 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? { DateReader.number(text, digits: digits) }
}
