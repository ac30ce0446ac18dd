// Govorun: an update that kills the process is set aside. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization

/// Names the updates in hand outside the process, has suspects run one at a time, and sets aside those that have killed it too often.
final class PoisonDesk: Sendable {
    private struct Place: Hashable {
        let source: String
        let position: Int64
    }

    private let hands: HandsFile?
    private let suspects: [Place: Suspect]
    private let alone = Turnstile<Int>()

    /// Nothing is named: what is in memory is gone with the process.
    init() { (hands, suspects) = (nil, [:]) }

    /// Goes on from what the last process had in hand.
    init(_ opened: HandsFile.Opened) {
        hands = opened.file
        suspects = Dictionary(opened.suspects.map { (Place(source: $0.source, position: $0.position), $0) }) { first, _ in first }
    }

    /// What an update was in hand for when the process died; `nil` for one that is not suspected.
    func suspect(_ source: String, _ position: Int64) -> Suspect? {
        suspects.isEmpty ? nil : suspects[Place(source: source, position: position)]
    }

    /// Names an update while `work` handles it; a suspect waits until no other suspect is handled.
    ///
    /// - Throws: `CancellationError` when cancelled while it waits.
    func handle(_ source: String, _ position: Int64, _ work: (Hand?) async -> Void) async throws {
        guard let hands else { return await work(nil) }
        guard suspect(source, position)?.verdict == .runsAlone else { return await named(source, position, hands, work) }
        try await alone.pass(0) { await named(source, position, hands, work) }
    }

    private func named(_ source: String, _ position: Int64, _ hands: HandsFile, _ work: (Hand?) async -> Void) async {
        let hand = hands.take(source: source, position: position)
        await work(hand)
        if let hand { hands.release(hand) }
    }

    /// The update is done, or set aside.
    func settle(_ source: String, _ position: Int64) {
        if !suspects.isEmpty { hands?.settle(source: source, position: position) }
    }

    /// The process ends in order.
    func close() { hands?.closeCleanly() }
}
