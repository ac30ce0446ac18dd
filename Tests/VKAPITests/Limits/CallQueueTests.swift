// Govorun: never more calls a second than VK allows, and each with one outcome. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

/// Answers calls with their own number, packs with those of all their calls, and keeps what it saw.
private final class Echo: Sendable {
    struct Seen {
        var flights: [Flight] = []
        var calls: [(method: String, numbers: [Int])] = []
    }

    let time: ManualTime
    private let seen = Mutex(Seen())
    private let delay: @Sendable (Int) -> Duration
    private let failure: @Sendable (Int, Call) throws -> Void

    init(
        _ time: ManualTime, delay: @escaping @Sendable (Int) -> Duration = { _ in .zero },
        failing failure: @escaping @Sendable (Int, Call) throws -> Void = { _, _ in }
    ) {
        self.time = time
        self.delay = delay
        self.failure = failure
    }

    var flights: [Flight] { seen.withLock { $0.flights } }
    var calls: [(method: String, numbers: [Int])] { seen.withLock { $0.calls } }
    /// The numbers of all calls, in the order they left.
    var numbers: [Int] { calls.flatMap(\.numbers) }

    func exchange(_ call: Call) async throws -> APIAnswer {
        let numbers = Self.numbers(of: call)
        let start = time.now
        let order = seen.withLock { seen in
            seen.calls.append((call.method, numbers))
            return seen.calls.count
        }
        // VK may have seen it even if the caller was cancelled meanwhile.
        defer { seen.withLock { $0.flights.append(Flight(caller: order, start: start, answer: time.now)) } }
        let delay = delay(order)
        if delay > .zero { try await time.sleep(for: delay) }
        try failure(order, call)
        let answers = JSONValue.array(numbers.map { .integer($0) }).view
        return APIAnswer(response: call.method == "execute" ? answers : answers[0])
    }

    private static func numbers(of call: Call) -> [Int] {
        if let number = call.parameters["n"].flatMap({ Int($0) }) { return [number] }
        return (call.parameters["code"] ?? "").matches(of: /"n":"(\d+)"/).compactMap { Int($0.1) }
    }

    func queue(rate: Int = 20, packs: Bool = true, crowd: Crowd = Crowd()) -> CallQueue {
        CallQueue(rate: rate, packs: packs, crowd: crowd, time: time, logger: .silent, hiding: [], exchange: exchange)
    }
}

extension CallQueue {
    fileprivate func ask(_ number: Int, method: String = "users.get", priority: CallPriority = .reply) async throws -> Int {
        try await send(Call(method, ["n": number]), priority: priority).response.int ?? -1
    }
}

@Suite("The queue of calls")
struct CallQueueTests {
    /// One caller: comes after `arrival`, is cancelled after `patience` if it has one.
    private struct Caller: Sendable {
        let number: Int
        let arrival: Duration
        let patience: Duration?
        let method: String

        func run(_ queue: CallQueue, _ time: ManualTime, _ outcomes: borrowing Mutex<[Int: Int]>) async {
            var outcome = 0
            do {
                try await time.sleep(for: arrival)
                outcome = try await withThrowingTaskGroup(of: Int.self) { group in
                    group.addTask { try await queue.ask(number, method: method) }
                    if let patience {
                        group.addTask {
                            try await time.sleep(for: patience)
                            return 0
                        }
                    }
                    defer { group.cancelAll() }
                    return try await group.next() ?? 0
                }
            } catch { #expect(error is CancellationError) }
            outcomes.withLock { $0[number] = outcome }
        }
    }

    private final class Outcomes: Sendable { let byCaller = Mutex<[Int: Int]>([:]) }

    @Test("In any second no more than allowed arrive, and each caller has the outcome that is its own", arguments: 0..<80)
    func property(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let limit = Int.random(in: 1...8, using: &random)
        let callers = (1...60).map { number in
            Caller(
                number: number, arrival: .milliseconds(Int.random(in: 0...2_000, using: &random)),
                patience: Int.random(in: 0..<4, using: &random) == 0 ? .milliseconds(Int.random(in: 0...1_500, using: &random)) : nil,
                method: ["users.get", "wall.createComment", "docs.save"].randomElement(using: &random)!)
        }
        let time = ManualTime()
        let echo = Echo(time, delay: { [seed] in .milliseconds(($0 * 7_919 + Int(seed) * 31) % 300) })
        let queue = echo.queue(rate: limit, packs: seed % 4 != 0)
        let outcomes = Outcomes()
        try await time.running {
            await withTaskGroup(of: Void.self) { group in
                for caller in callers { group.addTask { await caller.run(queue, time, outcomes.byCaller) } }
            }
        }
        #expect(Flight.mostInASecond(echo.flights) <= limit)
        let all = outcomes.byCaller.withLock { $0 }
        #expect(all.count == callers.count)
        for caller in callers {
            #expect(all[caller.number] == caller.number || caller.patience != nil && all[caller.number] == 0)
        }
        #expect(queue.waiting == 0 && queue.suspended == 0)
        #expect(echo.calls.allSatisfy { $0.method == "execute" || $0.numbers.count == 1 })
    }

    @Test("A flood leaves in packs of 25, and everybody gets its own answer")
    func flood() async throws {
        let time = ManualTime()
        let echo = Echo(time, delay: { _ in .milliseconds(50) })
        let queue = echo.queue()
        let answers = try await time.running {
            try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for number in 1...500 { group.addTask { (number, try await queue.ask(number)) } }
                return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
            }
        }
        #expect(answers.count == 500 && answers.allSatisfy { $0 == $1 })
        #expect(echo.calls.count { $0.numbers.count == 25 } >= 15)
        #expect(echo.calls.count <= 25)
    }

    @Test("While nobody else could call, each call leaves at once and alone")
    func lone() async throws {
        let time = ManualTime()
        let echo = Echo(time)
        let crowd = Crowd()
        let queue = echo.queue(crowd: crowd)
        time.advance(by: .seconds(5))
        crowd.change(by: 1)
        crowd.change(by: -1)
        for number in 1...10 { #expect(try await queue.ask(number) == number) }
        #expect(echo.calls.map(\.method) == Array(repeating: "users.get", count: 10))
        #expect(time.sleepers == 0)
    }

    @Test("Calls wait for those who may still call, and leave together when the last of them has gone")
    func company() async throws {
        let time = ManualTime()
        let echo = Echo(time)
        let crowd = Crowd()
        let queue = echo.queue(crowd: crowd)
        time.advance(by: .seconds(5))
        crowd.change(by: 3)
        let asking = (1...2).map { number in Task { try await queue.ask(number) } }
        while queue.suspended < 2 { await Task.yield() }
        #expect(echo.calls.isEmpty)
        crowd.change(by: -3)
        for task in asking { _ = try await task.value }
        #expect(echo.calls.map(\.method) == ["execute"])
    }

    /// A conversation as the runner counts it: not while it waits for VK.
    private final class Lane: WaitObserver {
        let crowd: Crowd
        init(crowd: Crowd) { self.crowd = crowd }
        func beginsToWait(inTrouble: Bool) { crowd.change(by: -1) }
        func goesOn() { crowd.change(by: 1) }
    }

    @Test("Whoever is about to call, or has just been answered, counts at every moment: all packs but the last few are full")
    func echoes() async throws {
        let time = ManualTime()
        let echo = Echo(time)
        let crowd = Crowd()
        let queue = echo.queue(rate: 100, crowd: crowd)
        time.advance(by: .seconds(5))
        crowd.change(by: 60)
        // The clock stands still: nobody loses patience.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<60 {
                group.addTask {
                    defer { crowd.change(by: -1) }
                    try await CallingTask.$current.withValue(CallingTask(observer: Lane(crowd: crowd))) {
                        for number in 1...10 { _ = try await queue.ask(lane * 10 + number) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(echo.numbers.count == 600)
        #expect(echo.calls.count { $0.numbers.count < 25 } <= 4)
    }

    @Test("A wait ends once, whoever ends it; ended before it began, it never begins")
    func waits() {
        let crowd = Crowd()
        crowd.change(by: 1)
        CallingTask.$current.withValue(CallingTask(observer: Lane(crowd: crowd))) {
            let wait = Wait.prepared()
            wait?.begin()
            #expect(crowd.reading == .empty)
            wait?.end()
            wait?.end()
            #expect(crowd.reading == .present(1))
            wait?.begin()
            #expect(crowd.reading == .present(1))
            let early = Wait.prepared()
            early?.end()
            early?.begin()
            #expect(crowd.reading == .present(1))
        }
        #expect(Wait.prepared() == nil)
    }

    @Test("One who is cancelled leaves at once, and the next takes the place")
    func cancelledWaiter() async throws {
        let time = ManualTime()
        let echo = Echo(time)
        let queue = echo.queue(rate: 1)
        _ = try await queue.ask(1)
        let impatient = (0..<50).map { number in Task { try await queue.ask(number) } }
        while queue.waiting < 50 { await Task.yield() }
        for task in impatient { task.cancel() }
        for task in impatient { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(queue.waiting == 0)
        let next = Task { try await queue.ask(7) }
        #expect(try await time.running { try await next.value } == 7)
        #expect(echo.numbers == [1, 7])
    }

    @Test("One who is cancelled in a pack takes nothing from the others; a pack that nobody waits for is given up")
    func cancelledInAPack() async throws {
        let time = ManualTime()
        let echo = Echo(time, delay: { _ in .seconds(5) })
        let crowd = Crowd()
        let queue = echo.queue(crowd: crowd)
        crowd.change(by: 1)
        let tasks = (1...3).map { number in Task { try await queue.ask(number) } }
        while queue.suspended < 3 { await Task.yield() }
        crowd.change(by: -1)
        while echo.calls.isEmpty { await Task.yield() }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(try await time.running { try await tasks[1].value } == 2)
        #expect(try await tasks[2].value == 3)

        let abandoned = Task { try await queue.ask(4) }
        while echo.calls.count < 2 { await Task.yield() }
        abandoned.cancel()
        await #expect(throws: CancellationError.self) { try await abandoned.value }
        while echo.flights.count < 2 { await Task.yield() }
    }

    @Test("A failing call gives its slot back too")
    func failingCall() async throws {
        struct Own: Error {}
        let time = ManualTime()
        let queue = Echo(time, failing: { _, _ in throw Own() }).queue(rate: 1)
        for number in 0..<3 { await #expect(throws: Own.self) { try await time.running { try await queue.ask(number) } } }
    }

    @Test("Once closed, those who wait are told so, later ones too, and closing again does nothing")
    func closing() async throws {
        let time = ManualTime()
        let queue = Echo(time).queue(rate: 1)
        _ = try await queue.ask(0)
        let waiting = (1...5).map { number in Task { try await queue.ask(number) } }
        while queue.suspended < 5 { await Task.yield() }
        await queue.close()
        await queue.close()
        for task in waiting { #expect(try #require(await task.failure).failure == .closed) }
        let late = Task { try await queue.ask(9) }
        #expect(try #require(await late.failure).failure == .closed)
        #expect(time.sleepers == 0)
    }

    @Test("After 6 everything of the token waits, and the refused call goes before those behind it")
    func pause() async throws {
        let stage = Stage(configure: { $0.rate = 1 }) { exchange in
            exchange.number == 1 ? .error(6) : .response(.string(exchange.fields["n"] ?? ""))
        }
        let start = stage.time.now
        let first = Task { try await stage.client.call("messages.send", ["n": "first"]).send() }
        await stage.time.sleepers(reach: 1)
        let second = Task { try await stage.client.call("messages.send", ["n": "second"]).send() }
        let firstAnswered = try await stage.time.running {
            _ = try await first.value
            return stage.time.now
        }
        #expect(try await stage.time.running { try await second.value.string } == "second")
        #expect(stage.vk.exchanges.compactMap { $0.fields["n"] } == ["first", "first", "second"])
        #expect(firstAnswered - start >= FailurePolicy.restOfTheSecond)
    }

    @Test("A long queue of one bot does not delay another's call")
    func twoBots() async throws {
        let time = ManualTime()
        let busy = Echo(time).queue(rate: 1)
        let idle = Echo(time).queue(rate: 1)
        let waiting = (0..<100).map { number in Task { try await busy.ask(number, method: "docs.save") } }
        while busy.waiting < 99 { await Task.yield() }
        let before = time.now
        _ = try await idle.ask(1)
        #expect(time.now == before)
        for task in waiting { task.cancel() }
        for task in waiting { _ = await task.result }
    }

    @Test("What changes one conversation reaches VK in the order it was asked for, even through failures")
    func conversations() async throws {
        let stage = Stage { exchange in
            if exchange.number % 3 == 1 { throw HTTPError(.connectionLost) }
            return .response(1)
        }
        let client = stage.client
        try await stage.time.running {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...12 {
                    group.addTask { _ = try await client.call("messages.send", ["peer_id": 5, "message": number]).send() }

                }
                try await group.waitForAll()
            }
        }
        let order = stage.vk.exchanges.compactMap { $0.fields["message"] }
        // Each number stands in one run: nobody got between the attempts of another.
        var runs: [String] = []
        for number in order where runs.last != number { runs.append(number) }
        #expect(runs.count == 12)
    }
}

extension Task where Success == Int, Failure == any Error {
    /// The error of VK's it ended with.
    fileprivate var failure: VKError? {
        get async {
            if case .failure(let error) = await result { return error as? VKError }
            return nil
        }
    }
}
