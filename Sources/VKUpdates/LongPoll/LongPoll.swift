// Govorun: bots long poll as a sequence of batches. SPDX-License-Identifier: MIT
public import VKAPI

/// A community's updates, pulled: one `next()` is at most one answered poll, so a slow reader slows the polling and nothing piles up.
///
/// ```swift
/// for try await batch in LongPoll(client) { … }
/// ```
/// Failures of the network and of VK are waited out with growing, capped, jittered delays; the sequence ends by `stop()` or cancellation
/// and throws only what waiting cannot mend. Of all that read through one client, one at a time has a poll in flight.
public final class LongPoll: AsyncSequence, Sendable {
    /// What one poll brought.
    public typealias Element = UpdateBatch
    /// How polls are made.
    public typealias Configuration = PollConfiguration

    private let poller: Poller

    /// The updates of `communityID`, or of the token's own community when `nil`; from `resume` on, or from now.
    ///
    /// - Parameter gap: what is known to be missing before them; told with the first batch, even an empty one.
    public init(
        _ client: VKClient, communityID: Int? = nil, resumingAt resume: PollCursor? = nil, gap: HistoryGap? = nil,
        configuration: Configuration = .init()
    ) {
        poller = Poller(
            client, BotsDialect(communityID: communityID), from: .init(resume: resume, gap: gap), configuration: configuration)
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
