// Govorun: dates and times as people type them. SPDX-License-Identifier: MIT

/// A point in time: `завтра 12:00`, `25.12`, `25.12.2026 18:30`, `в пятницу в 9:00`, `через 2 часа`, `2026-12-25T18:30+03:00`.
///
/// Without a day it is the next time that the clock shows this; without a year, the next such day; without a time, midnight, and
/// `isWholeDay` says so.
public struct DateArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// How far the clock of whoever types is ahead of UTC; `nil`: the bot's.
    public let utcOffset: Duration?
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }

    /// Reads a day, a time, or both in either order.
    public func read(_ reader: inout ArgumentReader) throws -> DateAndTime {
        var copy = reader
        guard let word = copy.word() else { throw ArgumentProblem(name, .missing) }
        let zone = utcOffset.map { Zone(name: "", rules: ZoneRules(offset: Int($0.components.seconds))) } ?? reader.surroundings.zone
        let dates = DateReader(now: zone.date(at: reader.now), zone: zone)
        guard let date = reader.attempt({ dates.date(&$0) }) else { throw ArgumentProblem(name, .unreadable(word), expected: .date) }
        return date
    }
}

extension CommandArgument where Self == DateArgument {
    /// A point in time, by a clock that is `utcOffset` ahead of UTC; `nil`: by the bot's.
    public static func date(_ name: String, utcOffset: Duration? = nil) -> Self { Self(name: name, utcOffset: utcOffset) }
}
