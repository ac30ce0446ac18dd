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

    /// Names an update as being in hand, until `release`.
    func take(_ source: String, _ position: Int64) -> Hand? { hands?.take(source: source, position: position) }

    /// It is handled no longer.
    func release(_ hand: Hand) { hands?.release(hand) }

    /// Names a suspect while `work` handles it; it waits until no other suspect is handled.
    ///
    /// - Parameter waiter: told that the lane waits, so that others run in its place.
    /// - Throws: `CancellationError` when cancelled while it waits.
    func handle(_ suspect: Suspect, waiter: any WaitObserver, _ work: (Hand?) async -> Void) async throws {
        guard suspect.verdict == .runsAlone else { return await named(suspect, work) }
        waiter.beginsToWait(inTrouble: false)
        var waits = true
        defer { if waits { waiter.goesOn() } }
        try await alone.pass(0) {
            waits = false
            waiter.goesOn()
            await named(suspect, work)
        }
    }

    private func named(_ suspect: Suspect, _ work: (Hand?) async -> Void) async {
        let hand = take(suspect.source, suspect.position)
        await work(hand)
        if let hand { release(hand) }
    }

    /// Forgets the suspects of a source that were finished before the process died.
    ///
    /// - Throws: `StorageError`.
    func settleFinished(of source: String, in storage: any Storage) async throws {
        for place in suspects.keys where place.source == source {
            let batch = try await storage.batches(of: source, from: place.position, limit: 1, bytes: 0).first
            let number = batch.map { Int(place.position - $0.first) } ?? -1
            if let batch, number >= 0, number < batch.updates, !batch.isFinished(number) { continue }
            settle(source, place.position)
        }
    }

    /// The update is done, or set aside.
    func settle(_ source: String, _ position: Int64) {
        if !suspects.isEmpty { hands?.settle(source: source, position: position) }
    }

    /// The process ends in order.
    func close() { hands?.closeCleanly() }
}
