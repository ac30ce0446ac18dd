// Govorun: the rules of long poll, case by case. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI
import VKUpdates

@Suite("PollMachine")
struct PollMachineTests {
    private static let held: Duration = .seconds(25)

    /// A machine that polls at position 40.
    private static func polling() -> PollMachine {
        var machine = PollMachine()
        machine.receive(server: "https://lp/1", key: Secret("k1"), ts: "40")
        return machine
    }

    private static func update() -> Update { Update(.absent) }

    @Test("It begins by asking for a session, and polls at what it is given")
    func start() {
        var machine = PollMachine()
        #expect(machine.step(at: .zero) == .renew(after: .zero))
        #expect(machine.cursor == nil)
        #expect(machine.receive(server: "https://lp/1", key: Secret("k"), ts: "7") == .poll(after: .zero))
        #expect(machine.cursor == PollCursor(server: "https://lp/1", key: Secret("k"), ts: "7"))
    }

    @Test("A position kept from before goes on, with the new session's key")
    func resuming() {
        var machine = PollMachine(resumingAt: PollCursor(server: "https://old", key: Secret("old"), ts: "30"))
        #expect(machine.step(at: .zero) == .renew(after: .zero))
        machine.receive(server: "https://new", key: Secret("new"), ts: "99")
        #expect(machine.cursor == PollCursor(server: "https://new", key: Secret("new"), ts: "30"))
    }

    @Test(
        "Each failure code has one reaction",
        arguments: [
            (PollAnswer.failed(1, ts: "41"), PollMachine.Step.poll(after: .zero), "41", HistoryGap.positionTooOld),
            (.failed(1, ts: nil), .renew(after: .seconds(1)), "40", .sessionLost), (.failed(2, ts: nil), .renew(after: .zero), "40", nil),
            (.failed(2, ts: "55"), .renew(after: .zero), "40", nil), (.failed(3, ts: nil), .renew(after: .zero), "40", .sessionLost),
            (.failed(4, ts: nil), .renew(after: .seconds(1)), "40", .sessionLost),
            (.wrongVersion(0...19), .renew(after: .seconds(1)), "40", .sessionLost),
            (.failed(0, ts: nil), .renew(after: .seconds(1)), "40", .sessionLost),
            (.failed(77, ts: "9"), .renew(after: .seconds(1)), "40", .sessionLost),
            (.neither, .renew(after: .seconds(1)), "40", .sessionLost),
            (.unreadable(status: 502), .poll(after: .seconds(1)), "40", nil),
        ] as [(PollAnswer, PollMachine.Step, String, HistoryGap?)])
    func reaction(answer: PollAnswer, step: PollMachine.Step, position: String, gap: HistoryGap?) {
        var machine = Self.polling()
        #expect(machine.receive(answer, after: Self.held) == step)
        #expect(machine.cursor?.ts == position)
        #expect(machine.gap == gap)
    }

    @Test("After failed 2 the old position goes on, after failed 3 the new one does", arguments: [(2, "40"), (3, "90"), (5, "90")])
    func positionAfterRenewal(code: Int, position: String) {
        var machine = Self.polling()
        machine.receive(.failed(code, ts: nil), after: Self.held)
        machine.receive(server: "https://lp/2", key: Secret("k2"), ts: "90")
        #expect(machine.cursor == PollCursor(server: "https://lp/2", key: Secret("k2"), ts: position))
    }

    @Test("History lost stays lost while no new session can be had")
    func lostThroughFailures() {
        var machine = Self.polling()
        machine.receive(.failed(3, ts: nil), after: Self.held)
        machine.failToRenew(VKError(.server, code: .server, method: "m", message: ""))
        machine.receive(server: "s", key: Secret("k"), ts: "90")
        #expect(machine.cursor?.ts == "90")
        #expect(machine.takeGap() == .sessionLost)
        #expect(machine.takeGap() == nil)
    }

    @Test("Updates move the position, and the next poll leaves at once")
    func updates() {
        var machine = Self.polling()
        #expect(machine.receive(.updates([Self.update()], ts: "41"), after: .zero) == .poll(after: .zero))
        #expect(machine.cursor?.ts == "41")
    }

    @Test("Sessions that lapse again and again are asked for less and less often", arguments: [1, 2, 3])
    func expiryStorm(code: Int) {
        var machine = Self.polling()
        var waits: [Duration] = []
        for _ in 0..<12 {
            switch machine.receive(.failed(code, ts: "40"), after: .zero) {
            case .poll(let wait), .renew(let wait): waits.append(wait)
            case .stop: Issue.record("stopped")
            }
            machine.receive(server: "s", key: Secret("k"), ts: "40")
            // A quick empty answer between two expiries calms nothing.
            machine.receive(.updates([], ts: "40"), after: .zero)
        }
        #expect(waits.prefix(5) == [.zero, .milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
        #expect(waits == waits.sorted() && waits.last == .seconds(60))
    }

    @Test("What works again is no storm any more")
    func calm() {
        var machine = Self.polling()
        for _ in 0..<5 { machine.receive(.failed(2, ts: nil), after: Self.held) }
        machine.receive(.updates([], ts: "40"), after: Self.held)
        #expect(machine.failuresInARow == 0)
        #expect(machine.receive(.failed(2, ts: nil), after: Self.held) == .renew(after: .zero))
    }

    @Test("A server away for 20 seconds sees a handful of attempts, all at the same place")
    func absence() throws {
        var machine = Self.polling()
        var elapsed: Duration = .zero
        var attempts = 0
        while elapsed < .seconds(20) {
            elapsed += try #require(machine.loseConnection(after: .zero).waitBeforePoll)
            attempts += 1
        }
        #expect((5...10).contains(attempts))
        #expect(machine.cursor == PollCursor(server: "https://lp/1", key: Secret("k1"), ts: "40"))
    }

    @Test("A server away for three waits is given up for another, at the same position, again and again")
    func longAbsence() {
        var machine = Self.polling()
        var elapsed: Duration = .zero
        while elapsed < .seconds(300) {
            guard let wait = machine.loseConnection(after: .zero).wait else { return }
            elapsed += wait
        }
        #expect(machine.silentRenewals == 4)
        machine.receive(server: "https://lp/2", key: Secret("k2"), ts: "90")
        #expect(machine.cursor?.ts == "40" && machine.gap == nil)
    }

    @Test("Polls that hang: the third in a row asks for another session, and an answer between them begins the count anew")
    func silence() {
        var machine = Self.polling()
        let hanging: Duration = .seconds(35)
        #expect(machine.loseConnection(after: hanging) == .poll(after: .zero))
        #expect(machine.loseConnection(after: hanging).isPoll)
        machine.receive(.unreadable(status: 502), after: .zero)
        #expect((0..<3).map { _ in machine.loseConnection(after: hanging).isPoll } == [true, true, false])
        #expect(machine.silentRenewals == 1)
    }

    @Test("How long silence may last is a setting", arguments: [(1, 1), (2, 2), (5, 4)])
    func patience(silentWaits: Int, polls: Int) {
        var limits = PollMachine.Limits()
        limits.silentWaits = silentWaits
        var machine = PollMachine(limits: limits)
        machine.receive(server: "s", key: Secret("k"), ts: "40")
        var count = 1
        while machine.loseConnection(after: .seconds(35)).isPoll { count += 1 }
        #expect(count == polls)
    }

    @Test("Pages of errors are waited out longer and longer; after several another server is asked for")
    func brokenServer() {
        var machine = Self.polling()
        let steps = (0..<9).map { _ in machine.receive(.unreadable(status: 502), after: .zero) }
        #expect(
            steps == [
                .poll(after: .seconds(1)), .poll(after: .seconds(2)), .renew(after: .seconds(4)), .poll(after: .seconds(8)),
                .poll(after: .seconds(16)),
                .renew(after: .seconds(32)), .poll(after: .seconds(60)), .poll(after: .seconds(60)), .renew(after: .seconds(60)),
            ])
        #expect(machine.cursor?.ts == "40" && machine.gap == nil)
    }

    @Test("Empty answers that come back at once are asked for less often, two a second at the least")
    func idle() {
        var machine = Self.polling()
        let steps = (0..<8).map { _ in machine.receive(.updates([], ts: "40"), after: .milliseconds(1)) }
        #expect(steps == [0, 0, 50, 100, 200, 400, 500, 500].map { .poll(after: .milliseconds($0)) })
        #expect(machine.receive(.updates([], ts: "40"), after: Self.held) == .poll(after: .zero))
        #expect(machine.receive(.updates([], ts: "40"), after: .zero) == .poll(after: .zero))
    }

    @Test("The same position with updates again and again is no progress")
    func stuck() {
        var machine = Self.polling()
        let steps = (0..<4).map { _ in machine.receive(.updates([Self.update()], ts: "40"), after: .zero) }
        #expect(steps.last == .poll(after: .milliseconds(100)))
    }

    @Test("What only a person can mend ends it at the start", arguments: [5, 7, 15, 27, 28, 100, 1_116, 1_117])
    func permanent(code: Int) {
        var machine = PollMachine()
        let code = VKErrorCode(rawValue: code)
        #expect(machine.failToRenew(VKError(code.failure, code: code, method: "m", message: "")) == .stop)
    }

    @Test("A bot that had a session believes after ten minutes that it has no right to one", arguments: [7, 15, 100])
    func noRight(code: Int) {
        var machine = Self.polling()
        machine.receive(.failed(2, ts: nil), after: Self.held)
        let code = VKErrorCode(rawValue: code)
        var elapsed: Duration = .zero
        var attempts = 0
        while let wait = machine.failToRenew(VKError(code.failure, code: code, method: "m", message: "")).wait {
            (elapsed, attempts) = (elapsed + wait, attempts + 1)
            #expect(machine.trouble == .denied && machine.failuresInARow == attempts + 1)
        }
        #expect(elapsed > .seconds(590) && elapsed < .seconds(620))
        #expect(attempts == 15)
    }

    @Test("A token is believed to be no good when VK has said so three times in a row", arguments: [5, 27, 1_117])
    func badToken(code: Int) {
        var machine = Self.polling()
        machine.receive(.failed(3, ts: nil), after: Self.held)
        let code = VKErrorCode(rawValue: code)
        let steps = (0..<3).map { _ in machine.failToRenew(VKError(code.failure, code: code, method: "m", message: "")) }
        #expect(steps == [.renew(after: .seconds(1)), .renew(after: .seconds(2)), .stop])
    }

    @Test("Refusals that end are forgotten")
    func hiccup() {
        var machine = Self.polling()
        let denied = VKError(.accessDenied, code: .access, method: "m", message: "")
        for _ in 0..<3 {
            machine.receive(.failed(2, ts: nil), after: Self.held)
            #expect(machine.failToRenew(denied) == .renew(after: .seconds(1)))
            machine.receive(server: "s", key: Secret("k"), ts: "1")
        }
        #expect(machine.cursor?.ts == "40")
    }

    @Test("A used up quota pauses for minutes, a flood for one", arguments: [(29, 300), (9, 60), (14, 60)])
    func quota(code: Int, seconds: Int) {
        var machine = PollMachine()
        let code = VKErrorCode(rawValue: code)
        #expect(machine.failToRenew(VKError(code.failure, code: code, method: "m", message: "")) == .renew(after: .seconds(seconds)))
    }

    @Test("Anything else is asked again, less and less often", arguments: [1, 6, 10, 36, 43, 4_242])
    func passing(code: Int) {
        var machine = PollMachine()
        let code = VKErrorCode(rawValue: code)
        let steps = (0..<20).map { _ in machine.failToRenew(VKError(code.failure, code: code, method: "m", message: "")) }
        #expect(steps.prefix(3) == [.renew(after: .milliseconds(500)), .renew(after: .seconds(1)), .renew(after: .seconds(2))])
        #expect(steps.last == .renew(after: .seconds(60)))
    }

    @Test("A network that is away is tried every five seconds at the least")
    func networkAway() {
        var machine = PollMachine()
        let steps = (0..<20).map { _ in machine.failToRenew(VKError(.transport, method: "m", message: "")) }
        #expect(steps.last == .renew(after: .seconds(5)))
    }
}

extension PollMachine.Step {
    /// The wait before the next poll; `nil` when something else is next.
    fileprivate var waitBeforePoll: Duration? {
        if case .poll(let wait) = self { wait } else { nil }
    }

    fileprivate var isPoll: Bool { waitBeforePoll != nil }

    /// The wait before whatever is next.
    fileprivate var wait: Duration? {
        switch self {
        case .poll(let wait), .renew(let wait): wait
        case .stop: nil
        }
    }
}
