// Govorun: what becomes of events that were in hand at a death. SPDX-License-Identifier: MIT
import Testing

@testable import BotRunner

@Suite("Poison rules")
struct PoisonRulesTests {
    @Test(
        "A trap has the events in hand run alone, the third has them set aside; of deaths without a mark many are needed",
        arguments: [
            (0, 0, PoisonRules.Verdict.runsAsUsual), (0, 3, .runsAsUsual), (0, 4, .runsAlone), (0, 99, .runsAlone), (0, 100, .isSetAside),
            (1, 0, .runsAlone), (2, 0, .runsAlone), (2, 99, .runsAlone), (3, 0, .isSetAside), (4, 0, .isSetAside), (2, 100, .isSetAside),
        ])
    func verdict(traps: Int, silents: Int, verdict: PoisonRules.Verdict) {
        #expect(PoisonRules().verdict(on: Deaths(traps: traps, silents: silents)) == verdict)
    }

    @Test("Each kind of death is counted apart")
    func counting() {
        var deaths = Deaths()
        for death in [Death.trap, .silent, .silent] { deaths.add(death) }
        #expect(deaths == Deaths(traps: 1, silents: 2))
    }

    @Test(
        "Under another build a condemned event runs again, alone, and falls at its third trap as before",
        arguments: [
            (Deaths(traps: 3), Deaths(traps: 1)), (Deaths(silents: 30), Deaths(silents: 4)), (Deaths(silents: 2), Deaths(silents: 2)),
        ])
    func pardon(deaths: Deaths, left: Deaths) { #expect(PoisonRules().pardoned(deaths) == left) }

    @Test(
        "What a process left behind says how it died",
        arguments: [
            (UInt32(0), LastEnd.silent, Death?.some(.silent)), (4, .signal(4), .trap), (11, .signal(11), .trap), (1_000, .exited, .trap),
            (1_001, .clean, nil),
        ])
    func marks(mark: UInt32, end: LastEnd, death: Death?) {
        #expect(LastEnd(mark: mark) == end)
        #expect(end.death == death)
    }

    @Test(
        "A slot's word keeps state and counts, and clamps rather than overflows",
        arguments: [
            SlotWord.free, SlotWord(.inHand), SlotWord(.waiting, Deaths(traps: 2, silents: 300)),
            SlotWord(.inHand, Deaths(traps: 255, silents: 65_535)),
        ])
    func words(word: SlotWord) {
        #expect(SlotWord(bits: word.bits) == word)
        #expect(SlotWord(bits: SlotWord(.waiting, Deaths(traps: 256, silents: 70_000)).bits).deaths == Deaths(traps: 255, silents: 65_535))
        #expect(SlotWord(bits: 0x0101_0109).state == .free)
    }
}
