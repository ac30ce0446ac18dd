// Govorun: the right to answer a press. SPDX-License-Identifier: MIT
import Synchronization

/// VK takes one answer to a press; this is the right to give it, shared by all handlers that run on it and by the router.
///
/// An answer that VK's trouble has kept from VK gives the right back: the handler when it runs again, or the router, may still answer while
/// the button waits.
package final class PressTicket: Sendable {
    /// Who may answer.
    package enum Holder { case handler, router }

    private let state = Mutex<(holder: Holder?, isSettled: Bool)>((nil, false))

    /// Nobody has it yet.
    package init() {}

    /// That of a press whose time is long over.
    package static let spent: PressTicket = {
        let ticket = PressTicket()
        ticket.expire()
        return ticket
    }()

    /// Who has taken it; `nil` while nobody has.
    package var holder: Holder? { state.withLock { $0.holder } }

    /// Whether VK has its answer, or will get none.
    package var isSettled: Bool { state.withLock { $0.isSettled } }

    /// `true` for whoever asks first.
    package func take(for holder: Holder) -> Bool {
        state.withLock { state in
            guard state.holder == nil else { return false }
            state.holder = holder
            return true
        }
    }

    /// Nobody is to answer any more, unless somebody is about to.
    package func expire() { state.withLock { if $0.holder == nil { $0 = (.router, true) } } }

    /// Gives the answer of whoever has taken it.
    ///
    /// - Throws: what `answer` throws.
    package func answer(_ answer: () async throws -> Void) async throws {
        do {
            try await answer()
            settle()
        } catch {
            if error is CancellationError || VKTrouble.isTrouble(error) { giveBack() } else { settle() }
            throw error
        }
    }

    /// There is nothing more to answer.
    func settle() { state.withLock { $0.isSettled = true } }
    private func giveBack() { state.withLock { if !$0.isSettled { $0.holder = nil } } }
}
