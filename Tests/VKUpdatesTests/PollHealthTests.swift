// Govorun: when failures are trouble. SPDX-License-Identifier: MIT
import Testing
import VKAPI

@testable import VKUpdates

@Suite("PollHealth")
struct PollHealthTests {
    /// A machine with what `prepare` does to it, observed at `moments`; what was new each time.
    private static func states(_ moments: [(Int, (inout PollMachine) -> Void)]) -> [PollState?] {
        var machine = PollMachine()
        var health = PollHealth()
        return moments.map { second, change in
            change(&machine)
            return health.observe(machine, at: .seconds(second), unixTime: .seconds(1_000 + second))
        }
    }

    private static func session(_ machine: inout PollMachine) { machine.receive(server: "s", key: Secret("k"), ts: "1") }
    private static func loss(_ machine: inout PollMachine) { machine.loseConnection(after: .zero) }
    private static func answer(_ machine: inout PollMachine) { machine.receive(.updates([], ts: "1"), after: .seconds(25)) }
    private static func garbage(_ machine: inout PollMachine) { machine.receive(.unreadable(status: 502), after: .zero) }
    private static func refusal(_ machine: inout PollMachine) {
        machine.failToRenew(VKError(.flood, code: .rateLimit, method: "m", message: ""))
    }

    @Test("It starts until there is a session, then polls; each is told once")
    func healthy() {
        let states = Self.states([(0, { _ in }), (1, Self.session), (2, Self.answer), (3, Self.answer)])
        #expect(states == [nil, .polling, nil, nil])
    }

    @Test("Failures are trouble once they go on for ten seconds, counted from the first")
    func trouble() {
        let states = Self.states([
            (0, Self.session), (5, Self.loss), (10, Self.loss), (14, Self.loss), (15, Self.loss), (40, Self.loss), (41, Self.answer),
        ])
        #expect(states == [.polling, nil, nil, nil, .troubled(.unreachable, since: .seconds(1_005)), nil, .polling])
    }

    @Test("A single failure is none, however long ago the last answer was")
    func single() {
        #expect(Self.states([(0, Self.session), (500, Self.loss), (501, Self.answer), (900, Self.loss)]) == [.polling, nil, nil, nil])
    }

    @Test("Another reason is told, the beginning stays")
    func otherReason() {
        let states = Self.states([(0, Self.session), (1, Self.loss), (20, Self.loss), (21, Self.garbage)])
        #expect(states.suffix(2) == [.troubled(.unreachable, since: .seconds(1_001)), .troubled(.brokenAnswers, since: .seconds(1_001))])
    }

    @Test("What lasts minutes by itself is told at once, also before the first session")
    func callLimit() {
        #expect(Self.states([(0, Self.refusal), (300, Self.session)]) == [.troubled(.callLimit, since: .seconds(1_000)), nil])
    }
}
