// Govorun: which events are remembered. SPDX-License-Identifier: MIT
import Testing

@testable import BotRunner

@Suite("Events that were seen")
struct SeenEventsTests {
    @Test("The last ones are remembered, however many come, and not much more than that")
    func limit() {
        var seen = SeenEvents(limit: 100)
        for number in 0..<1_000 {
            let isNew = seen.insert("e\(number)")
            #expect(isNew)
            for earlier in max(0, number - 99)...number where earlier % 7 == 0 {
                let isNewAgain = seen.insert("e\(earlier)")
                #expect(!isNewAgain)
            }
        }
        let isForgotten = seen.insert("e700")
        #expect(isForgotten, "older than twice the limit")
    }

    @Test("What could not be stored has not been seen")
    func takenBack() {
        var seen = SeenEvents(limit: 3)
        let ids = ["a", "b", "c", "d"]
        for id in ids { seen.insert(id) }
        seen.remove(["b", "d"])
        let isNew = ids.map { seen.insert($0) }
        #expect(isNew == [false, true, false, true])
    }
}
