// Govorun: the right to answer a press. SPDX-License-Identifier: MIT
import Synchronization

/// VK takes one answer to a press; this is the right to give it, shared by all handlers that run on it and by the router.
package final class PressTicket: Sendable {
    /// Who may answer.
    package enum Holder { case handler, router }

    private let taken = Mutex<Holder?>(nil)

    /// Nobody has it yet.
    package init() {}

    /// That of a press whose time is long over.
    static let spent: PressTicket = {
        let ticket = PressTicket()
        _ = ticket.take(for: .router)
        return ticket
    }()

    /// Who has taken it; `nil` while nobody has.
    package var holder: Holder? { taken.withLock { $0 } }

    /// `true` for whoever asks first.
    package func take(for holder: Holder) -> Bool {
        taken.withLock { taken in
            guard taken == nil else { return false }
            taken = holder
            return true
        }
    }
}
