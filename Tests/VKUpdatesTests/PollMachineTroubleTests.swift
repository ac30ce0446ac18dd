// Govorun: the rules of long poll in trouble, case by case. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI
import VKUpdates

@Suite("PollMachine in trouble")
struct PollMachineTroubleTests {
    private static let held: Duration = .seconds(25)
    private static let eightHours: Duration = .seconds(8 * 3_600)

    private static func polling(_ limits: PollMachine.Limits = .init(), version: Int? = nil) -> PollMachine {
        var machine = PollMachine(version: version, limits: limits)
        machine.receive(server: "https://lp/1", key: Secret("k1"), ts: "40")
        return machine
    }

    private static func updates(_ ts: String) -> PollAnswer { .updates([Update(.absent)], ts: ts) }

    private static func refusal(_ code: Int) -> VKError {
        let code = VKErrorCode(rawValue: code)
        return VKError(code.failure, code: code, method: "m", message: "")
    }

    // MARK: Age

    @Test("A session is renewed after eight hours, at the same position, and then again after eight")
    func age() {
        var machine = Self.polling()
        #expect(machine.step(at: .seconds(5)) == .poll(after: .zero))
        #expect(machine.step(at: .seconds(4) + Self.eightHours) == .poll(after: .zero))
        #expect(machine.step(at: .seconds(5) + Self.eightHours) == .renew(after: .zero))
        machine.receive(server: "https://lp/2", key: Secret("k2"), ts: "90")
        #expect(machine.cursor == PollCursor(server: "https://lp/2", key: Secret("k2"), ts: "40"))
        #expect(machine.gap == nil && machine.failuresInARow == 0)
        #expect(machine.step(at: .seconds(6) + Self.eightHours) == .poll(after: .zero))
        #expect(machine.step(at: .seconds(6) + Self.eightHours * 2) == .renew(after: .zero))
    }

    @Test(
        "An old session that cannot be renewed now is gone on with for ten minutes, and that is no trouble",
        arguments: [1, 5, 7, 9, 10, 15, 29])
    func ageWithoutSession(code: Int) {
        var machine = Self.polling()
        _ = machine.step(at: .zero)
        #expect(machine.step(at: Self.eightHours) == .renew(after: .zero))
        #expect(machine.failToRenew(Self.refusal(code)) == .poll(after: .zero))
        #expect(machine.failuresInARow == 0)
        #expect(machine.step(at: Self.eightHours + .seconds(599)) == .poll(after: .zero))
        #expect(machine.step(at: Self.eightHours + .seconds(600)) == .renew(after: .zero))
    }

    @Test("A token that has become invalid meanwhile ends it once its session lapses")
    func ageWithoutToken() {
        var machine = Self.polling()
        _ = machine.step(at: .zero)
        _ = machine.step(at: Self.eightHours)
        machine.failToRenew(Self.refusal(5))
        machine.receive(.failed(2, ts: nil), after: .zero)
        for _ in 0..<3 { machine.failToRenew(Self.refusal(5)) }
        #expect(machine.step(at: Self.eightHours) == .stop)
    }

    @Test("A lapsed session's successor is young")
    func youth() {
        var machine = Self.polling()
        _ = machine.step(at: .zero)
        machine.receive(.failed(2, ts: nil), after: Self.held)
        machine.receive(server: "s", key: Secret("k"), ts: "1")
        #expect(machine.step(at: Self.eightHours) == .poll(after: .zero))
        #expect(machine.step(at: Self.eightHours * 2) == .renew(after: .zero))
    }

    // MARK: Storms

    @Test("A storm goes on although every session gives one batch before it lapses")
    func stormWithUpdates() {
        var machine = Self.polling()
        var waits: [PollMachine.Step] = []
        for round in 0..<10 {
            waits.append(machine.receive(.failed(2, ts: nil), after: .zero))
            machine.receive(server: "s", key: Secret("k"), ts: "1")
            machine.receive(Self.updates("\(round)"), after: .zero)
        }
        #expect(waits.prefix(3) == [.renew(after: .zero), .renew(after: .milliseconds(500)), .renew(after: .seconds(1))])
        #expect(waits.last == .renew(after: .seconds(60)))
    }

    @Test("Three batches in one session end it")
    func endOfStorm() {
        var machine = Self.polling()
        for _ in 0..<5 {
            machine.receive(.failed(2, ts: nil), after: .zero)
            machine.receive(server: "s", key: Secret("k"), ts: "1")
        }
        for round in 0..<3 { machine.receive(Self.updates("\(round)"), after: .zero) }
        #expect(machine.receive(.failed(2, ts: nil), after: .zero) == .renew(after: .zero))
    }

    @Test("What the trouble is has a name")
    func names() {
        var machine = Self.polling()
        #expect(machine.trouble == nil)
        machine.loseConnection(after: .zero)
        #expect(machine.trouble == .unreachable)
        machine.receive(.unreadable(status: 502), after: .zero)
        #expect(machine.trouble == .brokenAnswers)
        machine.receive(.failed(2, ts: nil), after: .zero)
        #expect(machine.trouble == .sessionsLapse)
        machine.failToRenew(Self.refusal(10))
        #expect(machine.trouble == .noSession)
        machine.failToRenew(Self.refusal(29))
        #expect(machine.trouble == .callLimit)
        machine.failToRenew(Self.refusal(15))
        #expect(machine.trouble == .denied)
        machine.refuseOversize()
        #expect(machine.trouble == .answersTooLarge)
        #expect(machine.failuresInARow == 7)
        machine.receive(Self.updates("41"), after: .zero)
        #expect(machine.failuresInARow == 0)
    }

    @Test("A server that answers at once and emptily is no failure for long")
    func emptyAfterFailure() {
        var machine = Self.polling()
        machine.loseConnection(after: .zero)
        for _ in 0..<3 { machine.receive(.updates([], ts: "40"), after: .zero) }
        #expect(machine.failuresInARow == 0)
    }

    // MARK: Answers that are too large

    @Test("An answer too large is asked for again, then let in larger and larger, at last given up as a gap")
    func oversize() {
        var limits = PollMachine.Limits()
        (limits.answerLimit, limits.largestAnswer) = (1_000, 20_000)
        var machine = Self.polling(limits)
        var trail: [(Int, PollMachine.Step)] = []
        for _ in 0..<6 { trail.append((machine.answerLimit, machine.refuseOversize())) }
        #expect(trail.map(\.0) == [1_000, 1_000, 1_000, 4_000, 16_000, 20_000])
        #expect(trail.map(\.1).dropLast() == [1, 2, 4, 8, 16].map { .poll(after: .seconds($0)) })
        #expect(trail.last?.1 == .renew(after: .seconds(32)))
        #expect(machine.cursor?.ts == "40")
        machine.receive(server: "s", key: Secret("k"), ts: "90")
        #expect(machine.cursor?.ts == "90" && machine.takeGap() == .answerTooLarge)
        #expect(machine.answerLimit == 1_000)
        #expect(machine.refuseOversize() == .poll(after: .seconds(60)))
    }

    @Test("What was let in stays allowed until the backlog is read")
    func letIn() {
        var limits = PollMachine.Limits()
        limits.answerLimit = 1_000
        var machine = Self.polling(limits)
        for _ in 0..<3 { machine.refuseOversize() }
        machine.receive(Self.updates("41"), after: .zero)
        #expect(machine.answerLimit == 4_000 && machine.failuresInARow == 0)
        machine.receive(.updates([], ts: "41"), after: Self.held)
        #expect(machine.answerLimit == 1_000)
    }

    @Test("A limit that cannot be raised gives up after three refusals")
    func largestAtOnce() {
        var limits = PollMachine.Limits()
        (limits.answerLimit, limits.largestAnswer) = (1_000, 1_000)
        var machine = Self.polling(limits)
        let steps = (0..<3).map { _ in machine.refuseOversize() }
        #expect(steps == [.poll(after: .seconds(1)), .poll(after: .seconds(2)), .renew(after: .seconds(4))])
    }

    // MARK: Batches without news

    @Test("Batches in which everything is known, coming at once, are asked for less often, two a second at the least")
    func known() {
        var machine = Self.polling()
        var steps: [PollMachine.Step] = []
        for round in 0..<8 {
            machine.receive(Self.updates("\(round)"), after: .zero)
            machine.hear(allKnown: true)
            steps.append(machine.step(at: .zero))
        }
        #expect(steps == [0, 0, 50, 100, 200, 400, 500, 500].map { .poll(after: .milliseconds($0)) })
        machine.receive(Self.updates("9"), after: .zero)
        machine.hear(allKnown: false)
        #expect(machine.step(at: .zero) == .poll(after: .zero))
    }

    @Test("A flood of news is never slowed, nor is what VK held until it happened")
    func flood() {
        var machine = Self.polling()
        for round in 0..<100 {
            machine.receive(Self.updates("\(round)"), after: round < 50 ? .zero : .seconds(1))
            machine.hear(allKnown: round >= 50)
            #expect(machine.step(at: .zero) == .poll(after: .zero))
        }
    }

    // MARK: Beginnings

    @Test("A gap known at the start is told once", arguments: [HistoryGap.skipped, .tooOld])
    func gap(gap: HistoryGap) {
        var machine = PollMachine(gap: gap)
        machine.receive(server: "s", key: Secret("k"), ts: "1")
        #expect(machine.takeGap() == gap)
        #expect(machine.takeGap() == nil)
    }

    @Test("The second position goes the way of the first")
    func pts() {
        var machine = PollMachine()
        machine.receive(server: "s", key: Secret("k"), ts: "1", pts: "100")
        #expect(machine.cursor?.pts == "100")
        machine.receive(.updates([Update(.absent)], ts: "2", pts: "105"), after: .zero)
        #expect(machine.cursor?.pts == "105")
        machine.receive(.updates([], ts: "2"), after: Self.held)
        machine.receive(.failed(2, ts: nil), after: Self.held)
        machine.receive(server: "s", key: Secret("k"), ts: "9", pts: "900")
        #expect(machine.cursor?.pts == "105")
        machine.receive(.failed(3, ts: nil), after: Self.held)
        machine.receive(server: "s", key: Secret("k"), ts: "9", pts: "900")
        #expect(machine.cursor?.pts == "900")
    }

    @Test(
        "A version that VK has not is changed for the nearest it has, in the same session",
        arguments: [(3, 5...19, 5), (25, 0...19, 19), (25, 3...3, 3)])
    func version(asked: Int, supported: ClosedRange<Int>, taken: Int) {
        var machine = Self.polling(version: asked)
        #expect(machine.receive(.wrongVersion(supported), after: .zero) == .poll(after: .zero))
        #expect(machine.version == taken && machine.gap == nil && machine.cursor?.ts == "40")
    }

    @Test("A range that has our version, or none that can be read, is treated as history lost", arguments: [0...19, 0...2])
    func versionNonsense(supported: ClosedRange<Int>) {
        var machine = Self.polling(version: 3)
        #expect(machine.receive(.wrongVersion(supported), after: .zero) == .renew(after: .seconds(1)))
        #expect(machine.version == 3 && machine.gap == .sessionLost)
    }
}
