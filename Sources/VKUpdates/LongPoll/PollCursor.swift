// Govorun: where a reading of updates stands. SPDX-License-Identifier: MIT
public import VKAPI

/// Where a reading of updates stands.
public struct PollCursor: Sendable, Equatable {
    /// The address to poll, as VK gave it.
    public var server: String
    /// The session's key.
    public var key: Secret
    /// The position; a number or a string, sent back exactly as it came.
    public var ts: String
    /// The position for `messages.getLongPollHistory`; user long poll has it.
    public var pts: String?

    /// A position in a session.
    public init(server: String, key: Secret, ts: String, pts: String? = nil) {
        self.server = server
        self.key = key
        self.ts = ts
        self.pts = pts
    }

    /// The position kept from before a restart: a session of its own is asked for.
    public init(stored: [UInt8]) {
        let lines = String(decoding: stored, as: UTF8.self).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(server: "", key: Secret(""), ts: String(lines[0]), pts: lines.count > 1 ? String(lines[1]) : nil)
    }

    /// What to store: the position alone, `pts` in a second line. The session and its key last an hour and stay in memory.
    public var stored: [UInt8] { Array((pts.map { "\(ts)\n\($0)" } ?? ts).utf8) }
}
