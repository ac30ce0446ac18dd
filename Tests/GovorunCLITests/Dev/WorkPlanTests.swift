// Govorun: rules of what govorun dev does next. SPDX-License-Identifier: MIT
import Testing

@testable import GovorunCLI

@Suite("What govorun dev does next")
struct WorkPlanTests {
    private func building(hasProgram: Bool) -> WorkPlan {
        var plan = WorkPlan()
        plan.hasProgram = hasProgram
        #expect(plan.saved(code: true, configuration: false) == .build)
        return plan
    }

    @Test("bots.yaml waits for no build once there is a program to look at it with")
    func configuration() {
        var plan = WorkPlan()
        #expect(plan.saved(code: false, configuration: true) == .renew(hasNewCode: false))
        plan = building(hasProgram: false)
        #expect(plan.saved(code: false, configuration: true) == .wait)
        plan = building(hasProgram: true)
        #expect(plan.saved(code: false, configuration: true) == .renew(hasNewCode: false))
        #expect(plan.isBuilding)
    }

    @Test("What is saved together with code waits for it, as it may be meant for it")
    func together() {
        var plan = WorkPlan()
        plan.hasProgram = true
        #expect(plan.saved(code: true, configuration: true) == .build)
        #expect(plan.saved(code: true, configuration: true) == .wait)
    }

    @Test("However often code is saved during a build, one build follows, and only its result counts", arguments: [true, false])
    func stale(well: Bool) {
        var plan = building(hasProgram: true)
        for _ in 0..<5 { #expect(plan.saved(code: true, configuration: false) == .wait) }
        #expect(plan.built(well: well) == .build)
        #expect(plan.isBuilding)
        #expect(plan.built(well: true) == .renew(hasNewCode: true))
        #expect(!plan.isBuilding)
    }

    @Test("A build that failed is told, and the next save of code begins another")
    func failed() {
        var plan = building(hasProgram: false)
        #expect(plan.built(well: false) == .tell)
        #expect(plan.saved(code: true, configuration: false) == .build)
    }

    @Test("Saves that come while we are busy are one, with all their files")
    func saves() throws {
        let saves = Saves()
        #expect(saves.take() == nil as Saves.Change?)
        saves.add([("bots.yaml", .configuration)], at: .now)
        saves.add([("Plugins/Shop/ShopPlugin.swift", .code), ("bots.yaml", .configuration)], at: .now)
        let change = try #require(saves.take())
        #expect(change.paths == ["bots.yaml", "Plugins/Shop/ShopPlugin.swift"])
        #expect(change.hasCode && change.hasConfiguration)
        #expect(saves.take() == nil as Saves.Change?)
    }
}
