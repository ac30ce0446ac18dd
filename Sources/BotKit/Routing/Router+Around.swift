// Govorun: the way of an event through the middleware. SPDX-License-Identifier: MIT
import Synchronization

extension Router {
    /// Runs `body` inside all `Around` handlers.
    func withinArounds(_ work: EventWork, _ body: @escaping @Sendable () async -> Void) async {
        await pass(work, table.arounds[...], body)
    }

    private func pass(_ work: EventWork, _ arounds: ArraySlice<Route>, _ body: @escaping @Sendable () async -> Void) async {
        guard let route = arounds.first else { return await body() }
        let inner = arounds.dropFirst()
        guard isAtWork(route.instance, in: work.update.peerID.map(Peer.init), work) else { return await pass(work, inner, body) }
        let turn = Turn()
        let next: Around.Next = { if turn.take() { await self.pass(work, inner, body) } }
        let failed = await run(route, on: work, Occasion(next: next)).hasFailed
        if failed, !Task.isCancelled, !work.isEnded { await next() }
    }

    /// Something that is done once.
    private final class Turn: Sendable {
        private let isTaken = Atomic(false)
        func take() -> Bool { isTaken.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged }
    }
}
