// Govorun: what becomes of updates from while the bot was down. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import MarkedYAML

/// `resume:`, or `false`.
public struct ResumeSetting: Sendable, Equatable {
    /// What is done on the very first start, when nothing says where to begin.
    public enum FirstStart: String, Decodable, CaseIterable, Sendable {
        /// Begin with what comes from now on.
        case skip
        /// Begin with the messages that nobody has answered yet.
        case catchUp = "catch-up"
    }

    /// Whether what VK queued meanwhile is handled.
    public var isOn = true
    /// What is older is not handled.
    public var maxAge: Duration = .seconds(3600)
    /// What is done on the very first start.
    public var firstStart = FirstStart.skip
    /// Whether messages that VK lost the updates of are read from the conversations.
    public var catchesUp = false

    /// An hour's worth.
    public init() {}

    /// Whether a message is too old to be answered. Updates without a date are not.
    func isTooOld(_ update: Update, now: UnixTime) -> Bool {
        guard let date = update.message?.date, date > 0 else { return false }
        return UnixTime(seconds: Int64(date)) + maxAge < now
    }

    /// Whether an update stored then is too old to be handled by a later process.
    func isTooOld(_ stored: UnixTime, now: UnixTime) -> Bool { stored + maxAge < now }
}

extension ResumeSetting: Decodable {
    private enum CodingKeys: String, CodingKey {
        case maxAge = "max_age"
        case firstStart = "first_start"
        case catchesUp = "catch_up"
    }

    /// Reads `false`, `true` or a mapping.
    public init(from decoder: any Decoder) throws {
        self.init()
        do {
            isOn = try decoder.singleValueContainer().decode(Bool.self)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            try decoder.refuseWord("write { max_age: 1h }, or false for never")
            let values = try decoder.container(keyedBy: CodingKeys.self)
            maxAge = try values.decodeIfPresent(Duration.self, forKey: .maxAge) ?? maxAge
            firstStart = try values.decodeIfPresent(FirstStart.self, forKey: .firstStart) ?? firstStart
            catchesUp = try values.decodeIfPresent(Bool.self, forKey: .catchesUp) ?? catchesUp
        }
    }
}
