// Govorun: what the rules of long poll depend on and lead to. SPDX-License-Identifier: MIT
import TapeJSON

extension PollMachine {
    /// The next thing to do; `after` is a wait before it, to be spread by jitter.
    public enum Step: Sendable, Equatable {
        /// Poll at the cursor.
        case poll(after: Duration)
        /// Ask for a session.
        case renew(after: Duration)
        /// Nothing more can be done; the bot has to be looked at.
        case stop
    }

    /// What the rules depend on.
    public struct Limits: Sendable, Equatable {
        /// How long VK holds a poll.
        public var wait: Duration = .seconds(25)
        /// After how many waits without any answer another session is asked for.
        public var silentWaits = 3
        /// After how long a session is renewed although nothing is wrong with it.
        public var sessionLifetime: Duration = .seconds(8 * 3_600)
        /// The largest answer in bytes.
        public var answerLimit = 32 << 20
        /// How far `answerLimit` is raised; by default what the reader of JSON takes.
        public var largestAnswer = JSONDocument.maximumBytes

        /// VK's advice.
        public init() {}
    }
}
