// Govorun: where a community's reading of updates stands. SPDX-License-Identifier: MIT
public import VKAPI

/// Where a community's reading of updates stands.
public struct PollCursor: Sendable, Equatable {
    /// The address to poll, as VK gave it.
    public var server: String
    /// The session's key.
    public var key: Secret
    /// The position; a number or a string, sent back exactly as it came.
    public var ts: String

    /// A position in a session.
    public init(server: String, key: Secret, ts: String) {
        self.server = server
        self.key = key
        self.ts = ts
    }

    /// The position kept from before a restart: a session of its own is asked for.
    public init(stored: [UInt8]) { self.init(server: "", key: Secret(""), ts: String(decoding: stored, as: UTF8.self)) }

    /// What to store: the position alone. The session and its key last an hour and stay in memory.
    public var stored: [UInt8] { Array(ts.utf8) }
}

/// Why history is missing between two batches.
public enum HistoryGap: String, Sendable {
    /// VK answered `failed` 1: the position was too old.
    case positionTooOld
    /// VK answered `failed` 3, or with something that has to be treated so.
    case sessionLost
}
