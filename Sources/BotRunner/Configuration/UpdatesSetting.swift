// Govorun: by which ways a bot gets its updates. SPDX-License-Identifier: MIT
import VKUpdates

/// One way of `updates:`.
public enum UpdatesSetting: String, Sendable, CaseIterable, Decodable {
    /// Bots long poll.
    case longPoll = "long-poll"
    /// The Callback API.
    case callback
    /// Long poll of a person's account.
    case userLongPoll = "user-long-poll"

    /// The same for communities; `nil` for a person's.
    var way: UpdateWay? { UpdateWay(rawValue: rawValue) }
}
