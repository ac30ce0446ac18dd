// Govorun: when calls leave, and in whose company. SPDX-License-Identifier: MIT
import Testing

@testable import VKAPI

@Suite("The book of departures")
struct DepartureBookTests {
    /// Random arrivals, delays, cancellations and refusals, played against the value.
    private struct Play {
        var random: SeededRandom
        let limit: Int
        var now: Duration = .seconds(5)
        var book: DepartureBook
        var flying: [(start: Duration, answer: Duration, places: [Int])] = []
        var again: Set<Int> = []
        var flights: [Flight] = []
        var left: [Int] = []
        var came: [Int: Passenger] = [:]
        var gone: Set<Int> = []
        var waits: [Duration] = []

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            limit = Int.random(in: 1...20, using: &random)
            book = DepartureBook(limit: limit, now: .seconds(5))
        }

        mutating func run(calls: Int) {
            while came.count < calls || book.count > 0 || !flying.isEmpty {
                if came.count < calls { arrive() }
                depart()
                advance()
            }
        }

        private mutating func arrive() {
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                var passenger = Passenger(since: now, priority: CallPriority.allCases.randomElement(using: &random)!)
                if Bool.random(using: &random) {
                    passenger.sharing = .init(
                        isHarmlessTwice: Bool.random(using: &random), size: Int.random(in: 10...9_000, using: &random))
                }
                let place = book.join(passenger)
                came[place] = passenger
                if Int.random(in: 0..<10, using: &random) == 0, book.leave(place) { gone.insert(place) }
            }
            if Int.random(in: 0..<60, using: &random) == 0 { book.pause(until: now + FailurePolicy.restOfTheSecond, at: now) }
        }

        private mutating func depart() {
            let crowd: Crowd.Reading = [.empty, .present(1), .present(40), .unknown].randomElement(using: &random)!
            while let places = book.depart(at: now, crowd: crowd) {
                left += places
                waits += places.map { now - (came[$0]?.since ?? now) }
                flying.append((now, now + .milliseconds(Int.random(in: 0...300, using: &random)), places))
            }
        }

        /// Some of a pack have to go once more, with the place they had.
        private mutating func comeAgain(_ places: [Int]) {
            guard places.count > 1, Int.random(in: 0..<4, using: &random) == 0 else { return }
            for place in places where again.insert(place).inserted {
                left.removeAll { $0 == place }
                guard var passenger = came[place] else { continue }
                passenger.sharing?.companions = 12
                book.rejoin(place, passenger)
            }
        }

        private mutating func advance() {
            now += .milliseconds(Int.random(in: 0...60, using: &random))
            for flight in flying where flight.answer <= now {
                flights.append(Flight(caller: 0, start: flight.start, answer: now))
                book.finish(at: now, count: flight.places.count)
                comeAgain(flight.places)
            }
            flying.removeAll { $0.answer <= now }
        }
    }

    @Test("In any second no more arrive than are allowed; each leaves exactly once; nobody starves", arguments: 0..<100)
    func property(block: UInt64) {
        for pattern in 0..<100 {
            var play = Play(seed: block * 100 + UInt64(pattern))
            play.run(calls: 60)
            #expect(Flight.mostInASecond(play.flights) <= play.limit)
            #expect(play.left.count == Set(play.left).count)
            #expect(Set(play.left).union(play.gone).count == play.came.count)
            #expect(play.waits.max() ?? .zero < .seconds(60 * 8 / play.limit + 30))
        }
    }

    /// A book that has been idle for long, so that all slots are free.
    private static func rested(_ limit: Int = 20) -> DepartureBook { DepartureBook(limit: limit, now: .zero) }
    private static let sharing = Passenger.Sharing(isHarmlessTwice: true, size: 100)
    private static let now: Duration = .seconds(100)
    /// When nobody has patience left.
    private static let later: Duration = .seconds(102)

    @Test("A fresh one lets two out at once and the rest after a second", arguments: [(1, 1), (2, 2), (3, 2), (20, 2)])
    func start(limit: Int, early: Int) {
        var book = DepartureBook(limit: limit, now: .zero)
        for _ in 0..<30 { _ = book.join(Passenger(since: .zero)) }
        #expect((0..<30).count { _ in book.depart(at: .zero, crowd: .empty) != nil } == early)
        #expect((0..<30).count { _ in book.depart(at: .seconds(1), crowd: .empty) != nil } == 0)
        #expect((0..<30).count { _ in book.depart(at: RateSlots.window, crowd: .empty) != nil } == limit - early)
    }

    @Test("A slot is free one second after the answer, however long that took")
    func afterTheAnswer() {
        var book = DepartureBook(limit: 1, now: .zero)
        _ = book.join(Passenger(since: .zero))
        _ = book.join(Passenger(since: .zero))
        #expect(book.depart(at: .zero, crowd: .empty) == [0])
        #expect(book.nextLook(at: .zero, crowd: .empty) == nil)
        book.finish(at: .seconds(9))
        #expect(book.nextLook(at: .seconds(9), crowd: .empty) == .seconds(9) + RateSlots.window)
        #expect(book.depart(at: .seconds(10), crowd: .empty) == nil)
        #expect(book.depart(at: .seconds(9) + RateSlots.window, crowd: .empty) == [1])
    }

    @Test("A lone call leaves at once when nobody else is there; while others are, it waits for them a little")
    func patience() {
        for (crowd, wait) in [
            (Crowd.Reading.empty, Duration.zero), (.unknown, .zero), (.present(1), PackLimits.patience),
            (.present(24), PackLimits.patienceWhenBusy),
        ] {
            var book = Self.rested()
            _ = book.join(Passenger(since: Self.now, sharing: Self.sharing))
            #expect(book.nextLook(at: Self.now, crowd: crowd) == Self.now + wait)
            #expect((book.depart(at: Self.now, crowd: crowd) == nil) == (wait > .zero))
        }
    }

    @Test("A call that leaves alone takes a free slot at once, unless somebody waits before it")
    func atOnce() {
        var book = DepartureBook(limit: 3, now: .zero)
        #expect(book.departAtOnce(at: .zero) == true)
        #expect(book.departAtOnce(at: .zero) == true)
        #expect(book.departAtOnce(at: .zero) == false)
        let place = book.join(Passenger(since: .zero))
        #expect(book.departAtOnce(at: Self.now) == false)
        #expect(book.depart(at: Self.now, crowd: .empty) == [place])
        book.finish(at: Self.now)
        #expect(book.departAtOnce(at: Self.now) == false)
        #expect(book.departAtOnce(at: Self.now + RateSlots.window) == true)
        book.finish(at: Self.now)
        book.pause(until: Self.later, at: Self.now)
        #expect(book.departAtOnce(at: Self.later - .milliseconds(1)) == false)
    }

    @Test("From the third slot of a second on, calls wait longer for company")
    func busy() {
        var book = Self.rested()
        for used in 0..<4 {
            let place = book.join(Passenger(since: Self.now, sharing: Self.sharing))
            let wait = used < 2 ? PackLimits.patience : PackLimits.patienceWhenBusy
            #expect(book.nextLook(at: Self.now, crowd: .present(1)) == Self.now + wait)
            #expect(book.depart(at: Self.now + wait, crowd: .present(1)) == [place])
            book.finish(at: Self.now + wait)
        }
    }

    @Test("In a flood, once half of the slots are spent, calls wait for a whole pack")
    func flood() {
        var book = Self.rested()
        for spent in 0..<12 {
            for _ in 0..<24 { _ = book.join(Passenger(since: Self.now, sharing: Self.sharing)) }
            let wait = spent < 10 ? PackLimits.patienceWhenBusy : PackLimits.patienceInAFlood
            #expect(book.nextLook(at: Self.now, crowd: .present(200)) == Self.now + wait)
            #expect(book.depart(at: Self.now + wait, crowd: .present(200))?.count == 24)
        }
    }

    @Test("In a flood, who has waited for a slot waits for a whole pack too", arguments: [true, false])
    func waitedForTheSlot(isScarce: Bool) {
        var book = Self.rested()
        for _ in 0..<500 { _ = book.join(Passenger(since: Self.now, sharing: Self.sharing)) }
        for _ in 0..<20 { #expect(book.depart(at: Self.now, crowd: .present(40))?.count == 25) }
        for _ in 0..<24 { _ = book.join(Passenger(since: Self.now, sharing: Self.sharing)) }
        for slot in 0..<20 { book.finish(at: Self.now + (isScarce ? .milliseconds(200) * slot : .zero), count: 25) }
        let free = Self.now + RateSlots.window
        let wait = isScarce ? PackLimits.patienceInAFlood : PackLimits.patienceWhenBusy
        #expect(book.nextLook(at: Self.now, crowd: .present(40)) == free + wait)
        #expect(book.depart(at: free, crowd: .present(40)) == nil)
        _ = book.join(Passenger(since: free, sharing: Self.sharing))
        #expect(book.depart(at: free, crowd: .present(39))?.count == 25)
    }

    @Test("While a pack is on its way, what is left waits for its callers to call again")
    func echoOfAPack() {
        var book = Self.rested()
        for _ in 0..<2 { _ = book.join(Passenger(since: Self.now, sharing: Self.sharing)) }
        #expect(book.depart(at: Self.now, crowd: .empty)?.count == 2)
        let third = book.join(Passenger(since: Self.now, sharing: Self.sharing))
        #expect(book.depart(at: Self.now, crowd: .empty) == nil)
        #expect(book.nextLook(at: Self.now, crowd: .empty) == Self.now + PackLimits.patience)
        book.finish(at: Self.now, count: 2)
        #expect(book.depart(at: Self.now, crowd: .empty) == [third])
    }

    @Test("A full pack waits for nobody, and the rest goes with the next slot")
    func full() {
        var book = Self.rested()
        let places = (0..<60).map { _ in book.join(Passenger(since: Self.now, sharing: Self.sharing)) }
        #expect(book.depart(at: Self.now, crowd: .present(1)) == Array(places[..<25]))
        #expect(book.depart(at: Self.now, crowd: .present(1)) == Array(places[25..<50]))
        #expect(book.depart(at: Self.now, crowd: .present(1)) == nil)
        #expect(book.depart(at: Self.later, crowd: .empty) == Array(places[50...]))
    }

    @Test("A pack holds what is harmless to repeat, or what is not, never both")
    func classes() {
        var book = Self.rested()
        let kinds = [true, false, true, false, true]
        for isHarmless in kinds {
            _ = book.join(Passenger(since: Self.now, sharing: .init(isHarmlessTwice: isHarmless, size: 100)))
        }
        #expect(book.depart(at: Self.now, crowd: .empty) == [0, 2, 4])
        #expect(book.depart(at: Self.later, crowd: .empty) == [1, 3])
    }

    @Test("A pack holds no more code than it may, and nobody is overtaken for being big")
    func weight() {
        var book = Self.rested()
        for size in [40_000, 30_000, 10] {
            _ = book.join(Passenger(since: Self.now, sharing: .init(isHarmlessTwice: true, size: size)))
        }
        #expect(book.depart(at: Self.now, crowd: .present(1)) == [0])
        #expect(book.depart(at: Self.now, crowd: .empty) == [1, 2])
    }

    @Test("What was too much for one answer goes again in smaller packs, before what came later")
    func split() {
        var book = Self.rested()
        for _ in 0..<4 { _ = book.join(Passenger(since: Self.now, sharing: Self.sharing)) }
        #expect(book.depart(at: Self.now, crowd: .empty)?.count == 4)
        let late = book.join(Passenger(since: Self.now + .seconds(1), sharing: Self.sharing))
        for place in 0..<4 {
            book.rejoin(place, Passenger(since: Self.now, sharing: .init(isHarmlessTwice: true, size: 100, companions: 2)))
        }
        #expect(book.depart(at: Self.later, crowd: .empty) == [0, 1])
        #expect(book.depart(at: Self.later, crowd: .empty) == [2, 3])
        #expect(book.depart(at: Self.later, crowd: .empty) == [late])
    }

    @Test("Presses go first and mailings last; what has waited long enough goes before what is more urgent")
    func priorities() {
        var book = Self.rested(2)
        let mail = book.join(Passenger(since: Self.now, priority: .background))
        let reply = book.join(Passenger(since: Self.now))
        let press = book.join(Passenger(since: Self.now, priority: .press))
        #expect(book.depart(at: Self.now, crowd: .empty) == [press])
        #expect(book.depart(at: Self.now, crowd: .empty) == [reply])
        let late = book.join(Passenger(since: Self.now + .seconds(6)))
        book.finish(at: Self.now)
        book.finish(at: Self.now)
        #expect(book.depart(at: Self.now + .seconds(6), crowd: .empty) == [mail])
        #expect(book.depart(at: Self.now + .seconds(6), crowd: .empty) == [late])
    }

    @Test("After 6 nothing leaves for a while, and then fewer a second; each few quiet seconds bring one slot back")
    func narrowing() {
        var book = Self.rested()
        book.pause(until: Self.now + .seconds(1), at: Self.now)
        book.pause(until: Self.now + .seconds(2), at: Self.now)
        #expect(book.allowed == 15)
        #expect(book.pausedUntil == Self.now + .seconds(2))
        for _ in 0..<40 { _ = book.join(Passenger(since: Self.now)) }
        #expect(book.depart(at: Self.now + .seconds(1), crowd: .empty) == nil)
        #expect((0..<40).count { _ in book.depart(at: Self.now + .seconds(2), crowd: .empty) != nil } == 15)
        for _ in 0..<15 { book.finish(at: Self.now + .seconds(2)) }
        #expect((0..<40).count { _ in book.depart(at: Self.now + .seconds(5), crowd: .empty) != nil } == 16)
        #expect(book.allowed == 16)
    }

    @Test("Ten refusals in a row leave one slot at least, and it comes back whole", arguments: [1, 2, 3, 20])
    func recovery(limit: Int) {
        var slots = RateSlots(limit: limit, now: .zero)
        for _ in 0..<20 { slots.narrow(at: Self.now) }
        #expect(slots.allowed == 1)
        #expect(slots.take(at: Self.now + RateSlots.recovery * limit) == true)
        slots.finish(at: Self.now + .seconds(200))
        let end: Duration = .seconds(1_000)
        #expect((0..<40).count { _ in slots.take(at: end) } == limit)
        #expect(slots.allowed == limit)
    }

    @Test("One who comes again while it still stands in the line leaves once")
    func comesAgain() {
        var book = Self.rested()
        let once = Passenger.Sharing(isHarmlessTwice: false, size: 100)
        let first = book.join(Passenger(since: Self.now, sharing: once))
        let between = book.join(Passenger(since: Self.now, sharing: Self.sharing))
        let again = book.join(Passenger(since: Self.now, sharing: once))
        #expect(book.depart(at: Self.now, crowd: .empty) == [first, again])
        book.rejoin(again, Passenger(since: Self.now, sharing: once))
        #expect(book.depart(at: Self.later, crowd: .empty) == [between])
        #expect(book.depart(at: Self.later, crowd: .empty) == [again])
        #expect(book.depart(at: Self.later, crowd: .empty) == nil)
    }

    @Test("9 and 29 make it slower once a second at most")
    func floods() {
        var book = Self.rested()
        for _ in 0..<10 { book.slowDown(at: Self.now) }
        #expect(book.allowed == 15)
        book.slowDown(at: Self.later)
        #expect(book.allowed == 11)
    }

    @Test("Ten thousand who leave take no longer than ten thousand who stay")
    func manyLeave() {
        var book = DepartureBook(limit: 1, now: .zero)
        let places = (0..<10_000).map { _ in book.join(Passenger(since: .zero)) }
        for place in places.reversed().dropLast() { #expect(book.leave(place) == true) }
        #expect(book.head() == places[0])
    }
}
