// Govorun: the same messages get the same numbers when a handler runs again. SPDX-License-Identifier: MIT

/// Numbers the messages of one run, for their `random_id`.
///
/// What a handler sends by itself comes in the same order on every run, whatever its text: the k-th message to a conversation is the k-th. What
/// its child tasks send may come in any order; there the k-th message *of this text* is meant, so that a run in another order matches.
struct SendNumbers: Sendable {
    private struct Text: Hashable {
        let peer: Int
        let hash: UInt64
    }

    private var own: [Int: Int] = [:]
    private var others: [Text: Int] = [:]

    /// The number of the next message to `peer`.
    mutating func next(to peer: Int, _ content: CallDigest, isOwn: Bool) -> Int {
        if isOwn {
            defer { own[peer, default: 0] += 1 }
            return own[peer, default: 0]
        }
        let text = Text(peer: peer, hash: content.contentHash)
        defer { others[text, default: 0] += 1 }
        // Beyond the numbers of the handler's own messages.
        return 1 << 32 + Int(truncatingIfNeeded: content.contentHash >> 34) << 12 + others[text, default: 0]
    }
}
