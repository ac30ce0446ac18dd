// Govorun: the limit as VK counts it, over sockets. SPDX-License-Identifier: MIT
import Testing
import VKAPI
import VKSimulator

@Suite("The limit at the simulator")
struct LimitTests {
    @Test("However long answers take, VK never counts more than 20 calls in any second, and refuses none")
    func delays() async throws {
        var settings = Scene.Settings()
        settings.rate = 20
        settings.vk.communityRate = 20
        try await Scene.with(settings) { scene in
            let count = 160
            for _ in 0..<count { scene.simulator.add(Fault(.delay(.milliseconds(Int.random(in: 0...300))), match: "users.get")) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count { group.addTask { _ = try await scene.vk.users.get(userIDs: [scene.olga.id]).send() } }
                try await group.waitForAll()
            }
            let report = try #require(scene.simulator.arrivals().first { $0.caller == "community \(scene.community.id)" })
            #expect(report.total == count)
            #expect(report.refused == 0)
            #expect(report.maximumPerSecond <= 20)
        }
    }

    @Test("The tokens of a community and a person have limits of their own")
    func twoTokens() async throws {
        var settings = Scene.Settings()
        settings.rate = 20
        (settings.vk.communityRate, settings.vk.userRate) = (20, 3)
        try await Scene.with(settings) { scene in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<8 { group.addTask { _ = try await scene.vk.wall.post(message: "\(index)").send() } }
                for _ in 0..<40 { group.addTask { _ = try await scene.vk.users.get(userIDs: [scene.olga.id]).send() } }
                try await group.waitForAll()
            }
            let reports = scene.simulator.arrivals()
            #expect(reports.map(\.total).reduce(0, +) == 48)
            #expect(reports.allSatisfy { $0.refused == 0 && $0.maximumPerSecond <= $0.limit })
        }
    }

    @Test("Error 6 is waited out: the call comes through, in its place")
    func tooFast() async throws {
        try await Scene.with { scene in
            scene.simulator.add(Fault(.error(6), match: "messages.send", count: 2))
            for text in ["a", "b"] { _ = try await scene.vk.messages.send(peerID: scene.olga.id, message: text).send() }
            #expect(scene.texts(scene.olga.id) == ["hello", "a", "b"])
        }
    }
}
