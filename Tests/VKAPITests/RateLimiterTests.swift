// Govorun: never more calls a second than VK allows. SPDX-License-Identifier: MIT
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

/// When a call left and when its answer was there: VK saw it at some moment in between.
private struct Flight: Sendable {
    let caller: Int
    let start: Duration
    let answer: Duration

    /// The most of `flights` that VK may see arrive within one second.
    ///
    /// A window that holds the most can be moved until it begins with the end of a flight.
    static func mostInASecond(_ flights: [Flight]) -> Int {
        flights.map { last in
            flights.count { $0.answer >= last.answer && $0.start <= last.answer + .seconds(1) }
        }.max() ?? 0
    }
}

@Suite("The line before the slots")
struct WaitingLineTests {
    /// Random arrivals, delays, cancellations and pauses, played against the value.
    private struct Play {
        var random: SeededRandom
        let limit: Int
        var now: Duration = .seconds(5)
        var line: WaitingLine
        var flying: [(place: Int, start: Duration, answer: Duration)] = []
        var flights: [Flight] = []
        var order: [Int] = []
        var left: Set<Int> = []
        var joined = 0

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            limit = Int.random(in: 1...20, using: &random)
            line = WaitingLine(limit: limit, now: .seconds(5))
        }

        mutating func run(calls: Int) {
            while joined < calls || line.count > 0 || !flying.isEmpty {
                if joined < calls { arrive() }
                serve()
                advance()
            }
        }

        private mutating func arrive() {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = line.join()
                joined += 1
                if Int.random(in: 0..<10, using: &random) == 0, line.leave(place) { left.insert(place) }
            }
            if Int.random(in: 0..<40, using: &random) == 0 { line.pause(until: now + FailurePolicy.restOfTheSecond) }
        }

        private mutating func serve() {
            while let place = line.serve(at: now) {
                order.append(place)
                let delay = Duration.milliseconds(Int.random(in: 0...300, using: &random))
                flying.append((place, now, now + delay))
            }
        }

        private mutating func advance() {
            now += .milliseconds(Int.random(in: 0...60, using: &random))
            for flight in flying where flight.answer <= now {
                flights.append(Flight(caller: flight.place, start: flight.start, answer: now))
                line.finish(at: now)
            }
            flying.removeAll { $0.answer <= now }
        }
    }

    @Test("In any second no more arrive than are allowed; all are served, in the order they came", arguments: 0..<40)
    func property(block: UInt64) {
        for pattern in 0..<100 {
            var play = Play(seed: block * 100 + UInt64(pattern))
            play.run(calls: 60)
            #expect(Flight.mostInASecond(play.flights) <= play.limit)
            #expect(play.order == play.order.sorted())
            #expect(Set(play.order).union(play.left).count == play.joined)
        }
    }

    @Test("A fresh one lets two out at once and the rest after a second", arguments: [(1, 1), (2, 2), (3, 2), (20, 2)])
    func start(limit: Int, early: Int) {
        var line = WaitingLine(limit: limit, now: .zero)
        for _ in 0..<30 { _ = line.join() }
        #expect((0..<30).count { _ in line.serve(at: .zero) != nil } == early)
        #expect((0..<30).count { _ in line.serve(at: .seconds(1)) != nil } == 0)
        #expect((0..<30).count { _ in line.serve(at: RateSlots.window) != nil } == limit - early)
    }

    @Test("A slot is free one second after the answer, however long that took")
    func afterTheAnswer() {
        var line = WaitingLine(limit: 1, now: .zero)
        #expect(line.passThrough(at: .zero) == true)
        #expect(line.nextDeparture == nil)
        line.finish(at: .seconds(9))
        #expect(line.nextDeparture == .seconds(9) + RateSlots.window)
        #expect(line.passThrough(at: .seconds(10)) == false)
        #expect(line.passThrough(at: .seconds(9) + RateSlots.window) == true)
    }

    @Test("Nobody passes those who wait, and nobody passes a pause")
    func noOvertaking() {
        var line = WaitingLine(limit: 5, now: .zero)
        let first = line.join()
        #expect(line.passThrough(at: .zero) == false)
        #expect(line.leave(first) == true)
        #expect(line.leave(first) == false)
        line.pause(until: .seconds(2))
        #expect(line.passThrough(at: .seconds(1)) == false)
        #expect(line.nextDeparture == .seconds(2))
        #expect(line.passThrough(at: .seconds(2)) == true)
    }

    @Test("A shorter pause does not end a longer one")
    func pauses() {
        var line = WaitingLine(limit: 5, now: .zero)
        line.pause(until: .seconds(3))
        line.pause(until: .seconds(1))
        #expect(line.pausedUntil == .seconds(3))
    }

    @Test("Ten thousand who leave take no longer than ten thousand who stay")
    func manyLeave() {
        var line = WaitingLine(limit: 1, now: .zero)
        let places = (0..<10_000).map { _ in line.join() }
        for place in places.reversed().dropLast() { #expect(line.leave(place) == true) }
        #expect(line.head() == places[0])
    }
}

@Suite("Rate limiter")
struct RateLimiterTests {
    /// What became of the callers.
    private final class Log: Sendable {
        private let state = Mutex<(flights: [Flight], outcomes: Int)>(([], 0))
        var flights: [Flight] { state.withLock { $0.flights } }
        var outcomes: Int { state.withLock { $0.outcomes } }
        func note(_ flight: Flight) { state.withLock { $0.flights.append(flight) } }
        func noteOutcome() { state.withLock { $0.outcomes += 1 } }
    }

    /// One caller: comes after `arrival`, is answered after `delay`, is cancelled after `patience` if it has one.
    private struct Caller: Sendable {
        let number: Int
        let arrival: Duration
        let delay: Duration
        let patience: Duration?

        func run(_ limiter: RateLimiter, _ time: ManualTime, _ log: Log) async {
            defer { log.noteOutcome() }
            do {
                try await time.sleep(for: arrival)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await call(limiter, time, log) }
                    if let patience { group.addTask { try await time.sleep(for: patience) } }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            } catch {
                #expect(error is CancellationError)
            }
        }

        private func call(_ limiter: RateLimiter, _ time: ManualTime, _ log: Log) async throws {
            try await limiter.inSlot {
                let start = time.now
                // VK may have seen it even if the caller was cancelled meanwhile.
                defer { log.note(Flight(caller: number, start: start, answer: time.now)) }
                try await time.sleep(for: delay)
            }
        }
    }

    @Test("With real callers too: in any second no more than allowed, and each has one outcome", arguments: 0..<60)
    func property(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let limit = Int.random(in: 1...8, using: &random)
        let callers = (0..<40).map { number in
            Caller(
                number: number, arrival: .milliseconds(Int.random(in: 0...2_000, using: &random)),
                delay: .milliseconds(Int.random(in: 0...300, using: &random)),
                patience: Int.random(in: 0..<4, using: &random) == 0 ? .milliseconds(Int.random(in: 0...1_500, using: &random)) : nil)
        }
        let time = ManualTime()
        let limiter = RateLimiter(limit: limit, time: time)
        let log = Log()
        try await time.running {
            await withTaskGroup(of: Void.self) { group in
                for caller in callers { group.addTask { await caller.run(limiter, time, log) } }
            }
        }
        #expect(log.outcomes == callers.count)
        #expect(Flight.mostInASecond(log.flights) <= limit)
        let patient = Set(callers.filter { $0.patience == nil }.map(\.number))
        #expect(patient.isSubset(of: log.flights.map(\.caller)))
        #expect(limiter.waiting == 0 && limiter.suspended == 0)
    }

    @Test("Those who wait leave in the order they came")
    func order() async throws {
        let time = ManualTime()
        let limiter = RateLimiter(limit: 3, time: time)
        let log = Log()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do { try await limiter.inSlot { log.note(Flight(caller: number, start: time.now, answer: time.now)) } } catch {}
                }
                // The next one comes only when this one has left or stands in the line.
                while log.flights.count + limiter.waiting <= number { await Task.yield() }
            }
            while log.flights.count < 20 {
                await time.sleepers(reach: 1)
                let left = log.flights.count
                time.advanceToNextDeadline()
                while log.flights.count == left { await Task.yield() }
                while log.flights.count + limiter.waiting < 20 { await Task.yield() }
            }
        }
        #expect(log.flights.map(\.start) == log.flights.map(\.start).sorted())
        // Those of one moment leave side by side; of different moments the earlier comers leave first.
        let waves = Dictionary(grouping: log.flights) { $0.start }.sorted { $0.key < $1.key }.map { $0.value.map(\.caller).sorted() }
        #expect(waves.flatMap { $0 } == Array(0..<20))
    }

    @Test("One who is cancelled leaves at once, and the next takes the place")
    func cancelledWaiter() async throws {
        let time = ManualTime()
        let limiter = RateLimiter(limit: 1, time: time)
        try await limiter.inSlot {}
        let impatient = (0..<50).map { _ in Task { try await limiter.inSlot {} } }
        while limiter.waiting < 50 { await Task.yield() }
        for task in impatient { task.cancel() }
        for task in impatient { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(limiter.waiting == 0 && time.sleepers == 0)
        let next = Task { try await limiter.inSlot { time.now } }
        await time.sleepers(reach: 1)
        let start = time.now
        time.advanceToNextDeadline()
        #expect(try await next.value - start <= RateSlots.window)
    }

    @Test("A failing call gives its slot back too")
    func failingCall() async throws {
        struct Own: Error {}
        let time = ManualTime()
        let limiter = RateLimiter(limit: 1, time: time)
        for _ in 0..<3 {
            await #expect(throws: Own.self) { try await time.running { try await limiter.inSlot { throw Own() } } }
        }
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
        let busy = RateLimiter(limit: 1, time: time)
        let idle = RateLimiter(limit: 1, time: time)
        let waiting = (0..<100).map { _ in Task { try await busy.inSlot {} } }
        while busy.waiting < 99 { await Task.yield() }
        let before = time.now
        #expect(try await idle.inSlot { time.now } == before)
        for task in waiting { task.cancel() }
        for task in waiting { _ = await task.result }
    }

    @Test("Many users of one client stay within its rate together")
    func oneClient() async throws {
        let log = Log()
        let time = ManualTime()
        let vk = ScriptedVK { exchange in
            let start = time.now
            try await time.sleep(for: .milliseconds(exchange.number * 37 % 300))
            log.note(Flight(caller: exchange.number, start: start, answer: time.now))
            return .response(1)
        }
        let client = VKClient(token: Secret("t"), transport: vk, time: time)
        try await time.running {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<120 { group.addTask { _ = try await client.call("users.get").send() } }
                try await group.waitForAll()
            }
        }
        #expect(log.flights.count == 120)
        #expect(Flight.mostInASecond(log.flights) <= 20)
    }
}
