// Govorun: slots are found by the keys of lanes. SPDX-License-Identifier: MIT
import Testing

@testable import BotRunner

@Suite("The table of lanes")
struct LaneTableTests {
    @Test("finds what was put in and not taken out, whatever came between")
    func model() {
        var (table, model) = (LaneTable(), [LaneKey: Int]())
        for step in 0..<30_000 {
            let key = LaneKey(bot: Int.random(in: 1...3), peer: Int.random(in: -200..<200) &* 2_000_000_000)
            if let slot = model[key] {
                #expect(table.slot(of: key) == slot)
                guard Bool.random() else { continue }
                table.remove(key)
                model[key] = nil
            } else {
                #expect(table.slot(of: key) == nil)
                table.insert(step, for: key)
                model[key] = step
            }
        }
        #expect(model.allSatisfy { table.slot(of: $0.key) == $0.value })
        for bot in 1...3 { #expect(Set(table.slots(of: bot)) == Set(model.filter { $0.key.bot == bot }.values)) }
    }

    @Test("takes nothing out for a key that is not there")
    func absent() {
        var table = LaneTable()
        table.remove(LaneKey(bot: 1, peer: 5))
        table.insert(0, for: LaneKey(bot: 1, peer: 5))
        table.remove(LaneKey(bot: 5, peer: 1))
        #expect(table.slot(of: LaneKey(bot: 1, peer: 5)) == 0)
    }
}
