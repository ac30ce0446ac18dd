// Govorun: which waits for VK are not a handler's time. SPDX-License-Identifier: MIT
import Testing

@testable import BotRunner

@Suite("Long waits for VK")
struct LongWaitsTests {
    private static func waits(_ spans: [(Double, Double)]) -> LongWaits {
        var waits = LongWaits()
        for (from, to) in spans {
            waits.begin(at: .seconds(from))
            waits.end(at: .seconds(to))
        }
        return waits
    }

    @Test(
        "Those of a second and more count, as far as they lie in the time that is asked for",
        arguments: [
            ([], 0.0), ([(2, 2.9)], 0), ([(2, 3)], 1), ([(2, 3), (3.5, 3.6), (4, 6)], 3), ([(-5, 4)], 4), ([(8, 20)], 2),
            ([(-5, 0)], 0), ([(-9, 30)], 10),
        ] as [([(Double, Double)], Double)])
    func sum(spans: [(Double, Double)], expected: Double) {
        #expect(Self.waits(spans).time(from: .zero, to: .seconds(10)) == .seconds(expected))
    }

    @Test("A wait that goes on counts once it is long")
    func present() {
        var waits = Self.waits([(1, 3)])
        waits.begin(at: .seconds(5))
        #expect(!waits.areGoingOn(at: .seconds(5.5)))
        #expect(waits.time(from: .zero, to: .seconds(5.5)) == .seconds(2))
        #expect(waits.areGoingOn(at: .seconds(6)))
        #expect(waits.time(from: .zero, to: .seconds(9)) == .seconds(6))
    }

    @Test("A wait before a repeat counts however short it is, and so does what it is part of")
    func trouble() {
        var waits = LongWaits()
        waits.begin(at: .seconds(1), inTrouble: true)
        waits.end(at: .seconds(1.5))
        waits.begin(at: .seconds(2))
        waits.begin(at: .seconds(2.2), inTrouble: true)
        waits.end(at: .seconds(2.5))
        waits.begin(at: .seconds(3))
        waits.end(at: .seconds(3.5))
        #expect(waits.time(from: .zero, to: .seconds(10)) == .seconds(1))
    }

    @Test("An end without a beginning is none")
    func crossed() {
        var waits = LongWaits()
        waits.end(at: .seconds(9))
        #expect(!waits.areGoingOn(at: .seconds(10)))
        #expect(waits.time(from: .zero, to: .seconds(10)) == .zero)
    }
}
