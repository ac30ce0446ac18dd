// Govorun: the latest message known of each conversation. SPDX-License-Identifier: MIT
import Synchronization
import VKAPI

/// The highest `conversation_message_id` seen of each conversation. A message that was sent after that has a higher one; an older one in VK's
/// answer means that VK has taken the message for another that had the same `random_id`.
final class NewestNumbers: Sendable {
    /// Conversations remembered; beyond, all are forgotten, which only costs the check.
    private static let limit = 50_000

    private let numbers = PlainMutex<[Int: Int]>([:])
    private let areTrusted = Atomic(true)

    /// Whether a higher number means a later message.
    var isTrusted: Bool { areTrusted.load(ordering: .relaxed) }

    /// VK has numbered a new message below an older one.
    func distrust() { areTrusted.store(false, ordering: .relaxed) }

    /// Of `peer`; 0 when nothing is known.
    func number(in peer: Int) -> Int { numbers.withLock { $0[peer, default: 0] } }

    func note(_ number: Int, in peer: Int) {
        guard number > 0 else { return }
        numbers.withLock { numbers in
            if numbers.count >= Self.limit, numbers[peer] == nil { numbers.removeAll() }
            raise(&numbers[peer, default: 0], to: number)
        }
    }

    private func raise(_ known: inout Int, to number: Int) { known = max(known, number) }

    func note(of work: EventWork) {
        guard let peer = work.peerID, let number = (work.message?.json ?? work.update.object)["conversation_message_id"].int else { return }
        note(number, in: peer)
    }
}

extension Update {
    /// The number within its conversation of the message that it is, or is about.
    var conversationMessageID: Int? { (message?.json ?? object)["conversation_message_id"].int }
}
