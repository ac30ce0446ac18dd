// Govorun: user long poll as a sequence of batches. SPDX-License-Identifier: MIT
public import VKAPI

/// What happens in the messages of one page, a person's or a community's, pulled as `LongPoll` is.
///
/// ```swift
/// for try await batch in UserLongPoll(client) { … }
/// ```
/// VK sends arrays of codes (source: the reference, "User long poll"). Those that mean the same as an event of a community come as that event:
/// `message_new`, `message_reply` for what the page itself wrote, `message_edit`, `message_read`, `message_typing_state`. All others come
/// as `user_lp_CODE` with the object `{"code": CODE, "values": […]}`, and `peer_id` or `user_id` where the layout is documented; those have types
/// of their own (`ChatInfoChange`, `FriendPresence` …). Messages are short: `is_cropped` is set, and
/// `messages.getById` gives the whole.
public final class UserLongPoll: AsyncSequence, Sendable {
    /// What one poll brought.
    public typealias Element = UpdateBatch
    /// How polls are made.
    public typealias Configuration = PollConfiguration

    /// What VK sends beside the bare codes.
    public struct Mode: OptionSet, Sendable, Hashable {
        /// VK's number, the sum of its bits.
        public let rawValue: Int
        /// The mode with that number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// What is attached to messages.
        public static let attachments = Mode(rawValue: 2)
        /// More kinds of codes.
        public static let extended = Mode(rawValue: 8)
        /// The position for `messages.getLongPollHistory`: `PollCursor.pts`.
        public static let pts = Mode(rawValue: 32)
        /// From where friends come online.
        public static let platforms = Mode(rawValue: 64)
        /// `random_id` of messages, by which a page knows its own.
        public static let randomIDs = Mode(rawValue: 128)
        /// What VK advises: all but `pts`.
        public static let usual: Mode = [.attachments, .extended, .platforms, .randomIDs]
    }

    private let poller: Poller

    /// The updates of `account`, or of the token's own page when `nil`; from `resume` on, or from now.
    ///
    /// - Parameters:
    ///   - account: a person's id; negative for a community. A community's token reads a community whatever the sign.
    ///   - gap: what is known to be missing before them; told with the first batch, even an empty one.
    ///   - version: of the arrays, from 3 on; the nearest one that VK has is taken. The layouts of 3 are documented.
    public init(
        _ client: VKClient, account: Int? = nil, resumingAt resume: PollCursor? = nil, gap: HistoryGap? = nil, mode: Mode = .usual,
        version: Int = 3, configuration: Configuration = .init()
    ) {
        let dialect = UserDialect(account: account, mode: mode, version: Swift.max(version, PollMachine.lowestVersion))
        poller = Poller(client, dialect, from: .init(resume: resume, gap: gap), configuration: configuration)
    }

    /// Whether somebody waits for updates and nobody has stopped it.
    public var isActive: Bool { poller.isActive }

    /// How it goes.
    public var state: PollState { poller.state }

    /// How often another session was asked for because nothing at all was answered.
    public var silentRenewals: Int { poller.silentRenewals }

    /// Ends the sequence: the poll in flight is dropped and the reader's loop ends normally. Final.
    public func stop() { poller.stop() }

    /// A reader that begins where the sequence begins.
    public func makeAsyncIterator() -> BatchIterator { BatchIterator(of: poller) }
}
