// Govorun: the same messages get the same numbers when a handler runs again. SPDX-License-Identifier: MIT

extension HandlerRun {
    /// The number of a message to `peer`, to be given back by `endSend`.
    ///
    /// Messages are numbered as they come. Two that are on their way to one conversation at once may come in another order when the handler
    /// runs again: those are noted with their content first, and a later run finds them by it.
    ///
    /// - Throws: `StorageError`.
    func takeSend(_ digest: CallDigest, to peer: Int) async throws -> Int {
        if work.isReplay, case .known(.answered(let kept), _) = try await calls.match(digest, isLoose: false), let number = kept.first {
            _ = nextOrdinal(to: peer)
            return Int(number)
        }
        let send = SendInFlight(ordinal: nextOrdinal(to: peer), digest: digest)
        let others = beginSend(send, to: peer)
        guard !others.isEmpty, send.ordinal < 256 else { return send.ordinal }
        var writes: [Write] = []
        for send in others + [send] {
            guard case .new(let number) = try await calls.match(send.digest, isLoose: false) else { continue }
            let key = calls.key(number)
            writes += [.beginCall(key, digest: send.digest.bytes), .answerCall(key, [1, UInt8(send.ordinal)])]
        }
        try await bot.storage.commit(Commit(writes))
        return send.ordinal
    }

    /// What is known of the newest message in `peer` before a message is sent there: an answer that is not newer is about another message.
    func newestNumber(in peer: Int) -> Int {
        let ofUpdate = update.peerID == peer ? update.conversationMessageID ?? 0 : 0
        // An earlier run may have sent this message already; then it is older than much that is known by now.
        return work.isReplay ? ofUpdate : max(ofUpdate, router.newest.number(in: peer))
    }
}

/// A message on its way.
struct SendInFlight: Sendable {
    let ordinal: Int
    let digest: CallDigest
    /// Whether it was noted with its content.
    var isNoted = false
}
