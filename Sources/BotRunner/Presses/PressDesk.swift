// Govorun: presses that wait for their handlers are answered in time. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// A press that no handler has answered in three seconds is answered with nothing, wherever its update waits meanwhile.
final class PressDesk: Sendable {
    private struct Waiting {
        let position: Int64
        let update: Update
        let ticket: PressTicket
        let deadline: Duration
    }

    private struct State {
        var tickets: [Int64: PressTicket] = [:]
        var waiting = Line<Waiting>()
    }

    private let router: Router
    private let time: any TimeSource
    private let state = Mutex(State())
    private let bell = Doorbell()

    init(_ router: Router, _ time: any TimeSource) { (self.router, self.time) = (router, time) }

    /// A press has come, at `position` of the inbox.
    func arrived(_ update: Update, at position: Int64) {
        let ticket = PressTicket()
        let deadline = time.now + Router.patience
        state.withLock { state in
            state.tickets[position] = ticket
            state.waiting.append(Waiting(position: position, update: update, ticket: ticket, deadline: deadline))
        }
        bell.ring()
    }

    /// The right to answer the press at `position`; `nil` for one that came before this process.
    func ticket(at position: Int64) -> PressTicket? { state.withLock { $0.tickets[position] } }

    /// The press at `position` is done.
    func forget(_ position: Int64) { state.withLock { $0.tickets[position] = nil } }

    /// Answers what has waited too long, until cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            while await bell.wait() {
                while let next = state.withLock({ $0.waiting.popFirst() }) {
                    do { try await time.sleep(for: next.deadline - time.now) } catch { return }
                    guard next.ticket.take(for: .router) else { continue }
                    group.addTask { await self.router.endWaiting(next.update) }
                }
            }
        }
    }

    /// Nobody presses any more.
    func close() { bell.close() }
}
