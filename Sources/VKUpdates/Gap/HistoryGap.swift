// Govorun: why updates are missing. SPDX-License-Identifier: MIT

/// Why history is missing between two batches.
public enum HistoryGap: String, Sendable, CaseIterable {
    /// VK answered `failed` 1: the position was too old.
    case positionTooOld
    /// VK answered `failed` 3, or with something that has to be treated so.
    case sessionLost
    /// An answer was larger than may be read, also after its limit had been raised: the updates in it were given up.
    case answerTooLarge
    /// What VK had queued was left out on purpose.
    case skipped
    /// The position kept from before was older than wanted, and was not gone on from.
    case tooOld
}
