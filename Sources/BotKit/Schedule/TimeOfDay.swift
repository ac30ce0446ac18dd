// Govorun: a time of day as an option. SPDX-License-Identifier: MIT
public import MarkedYAML

/// What a clock shows, `09:00`; as an option of a plugin it is written in `bots.yaml` as it is said.
public struct TimeOfDay: Sendable, Hashable, Comparable, WrittenTime {
    /// 0...23.
    public let hour: Int
    /// 0...59.
    public let minute: Int
    /// Why it is none, for one that its author wrote.
    let flaw: String?

    /// Reads `9:00` and `21:30`.
    ///
    /// - Throws: `ScheduleError`.
    public init(_ text: String) throws(ScheduleError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = DateReader.number(parts[0], digits: 1...2), hour < 24,
            let minute = DateReader.number(parts[1], digits: 2...2), minute < 60
        else { throw ScheduleError("'\(text)' is no time of day; write 09:00 for one") }
        (self.hour, self.minute, flaw) = (hour, minute, nil)
    }

    /// None.
    private init(flaw: String) { (hour, minute, self.flaw) = (0, 0, flaw) }

    /// The earlier one comes first.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.seconds < right.seconds }

    /// `09:00`.
    public var description: String { (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)" }

    /// Since midnight.
    var seconds: Int { hour * 3600 + minute * 60 }
}

extension TimeOfDay: ExpressibleByStringLiteral {
    /// What an author writes as a default: `var at: TimeOfDay = "09:00"`. A bad one stops the start of the bot at the handler that uses it.
    public init(stringLiteral text: String) {
        do throws(ScheduleError) { self = try Self(text) } catch { self.init(flaw: error.message) }
    }
}

extension TimeOfDay: DescribedOption {
    /// For listings of options.
    public static var optionForm: String { "time of day (09:00)" }
}

/// Why a text says no time.
public struct ScheduleError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong and what to write.
    public let message: String
    init(_ message: String) { self.message = message }
    /// The message.
    public var description: String { message }
}
