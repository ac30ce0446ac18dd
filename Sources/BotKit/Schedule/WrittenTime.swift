// Govorun: times that options write as texts. SPDX-License-Identifier: MIT

/// A time as a person writes it, in code and in `bots.yaml`: ``TimeOfDay`` and ``CronExpression``. Stored it is the same text.
public protocol WrittenTime: Codable, Sendable, CustomStringConvertible {
    /// Reads the text form.
    ///
    /// - Throws: `ScheduleError`.
    init(_ text: String) throws(ScheduleError)
}

extension WrittenTime {
    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            self = try Self(try value.decode(String.self))
        } catch let error as ScheduleError {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: error.message)
        }
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}
