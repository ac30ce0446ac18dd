// Govorun: presses that wait for their handlers are answered in time. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// A press that no handler has answered in three seconds is answered with nothing, wherever its update waits meanwhile. While VK is in trouble
/// that is tried until the button has stopped waiting.
final class PressDesk: Sendable {
    private struct Waiting {
        let position: Int64
        let update: Update
        let ticket: PressTicket
        /// When it is answered with nothing.
        let deadline: Duration
        /// When the button stops waiting.
        let end: Duration
    }

    private struct State {
        var waiting = Line<Waiting>()
        var known: [Int64: Waiting] = [:]
    }

    /// A press older than this is not answered any more: VK's button has stopped waiting (source: the reference, "Other message methods").
    static let lifetime: Duration = .seconds(60)

    private let router: Router
    private let time: any TimeSource
    private let recovery: Recovery
    private let state = Mutex(State())
    private let bell = Doorbell()

    init(_ router: Router, _ time: any TimeSource) {
        (self.router, self.time) = (router, time)
        recovery = Recovery(of: router.bot.vk, time: time)
    }

    /// A press has come, `age` ago, and stands at `position` of the inbox.
    ///
    /// - Returns: the right to answer it; nobody's when it is too old.
    @discardableResult
    func arrived(_ update: Update, at position: Int64, ago age: Duration = .zero) -> PressTicket {
        guard age <= Self.lifetime else { return .spent }
        let now = time.now
        let press = Waiting(
            position: position, update: update, ticket: PressTicket(), deadline: now + Router.patience, end: now + Self.lifetime - age)
        state.withLock { state in
            state.known[position] = press
            state.waiting.append(press)
        }
        bell.ring()
        return press.ticket
    }

    /// The right to answer the press at `position`; `nil` for one that came before this process.
    func ticket(at position: Int64) -> PressTicket? { state.withLock { $0.known[position]?.ticket } }

    /// The press at `position`, if there is one there, is answered no more once its button does not wait.
    func expire(_ position: Int64) {
        guard let press = state.withLock({ $0.known[position] }), time.now >= press.end else { return }
        press.ticket.expire()
    }

    /// The press at `position` is done.
    func forget(_ position: Int64) { state.withLock { $0.known[position] = nil } }

    /// Answers what has waited too long, until cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            while await bell.wait() {
                while let next = state.withLock({ $0.waiting.popFirst() }) {
                    do { try await time.sleep(for: next.deadline - time.now) } catch { return }
                    // Nearly every one is answered by now.
                    guard !next.ticket.isSettled else { continue }
                    group.addTask { await self.see(to: next) }
                }
            }
            // The handlers have come to their ends: who is not answered by now is not waited for.
            group.cancelAll()
        }
    }

    /// Nobody presses any more.
    func close() { bell.close() }

    /// Answers a press with nothing as soon as nobody else is about to answer it and VK can be reached.
    private func see(to press: Waiting) async {
        var (record, pause) = (Recovery.Record(at: router.bot.vk.time.now), Duration.milliseconds(250))
        defer { recovery.leave(press.position) }
        do {
            while !press.ticket.isSettled, time.now < press.end {
                let start = router.bot.vk.time.now
                guard press.ticket.take(for: .router) else {
                    // A handler's answer is on its way.
                    try await time.sleep(for: .seconds(1))
                    continue
                }
                guard let trouble = await router.endWaiting(press.update, press.ticket) else { return }
                try await time.sleep(for: pause)
                pause = min(pause * 2, .seconds(4))
                try await recovery.wait(press.position, trouble, after: start, &record, until: press.end)
            }
        } catch {
            return
        }
        press.ticket.expire()
    }
}
