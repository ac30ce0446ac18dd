// Govorun: many calls in one execute, at the simulator. SPDX-License-Identifier: MIT
import Testing
import VKAPI
import VKSimulator

@Suite("Packs at the simulator")
struct PackTests {
    private static var packing: Scene.Settings {
        var settings = Scene.Settings()
        settings.packs = true
        settings.rate = 20
        settings.vk.communityRate = 20
        return settings
    }

    /// Sends to `peers` at once; each caller's own outcome, in their order: the message's id, or the code.
    private func send(_ peers: [Int], _ scene: Scene) async -> [Result<Int, VKError>] {
        await withTaskGroup(of: (Int, Result<Int, VKError>).self) { group in
            for (index, peer) in peers.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await scene.vk.messages.send(peerID: peer, message: text(index)).send()))
                    } catch {
                        let known = error as? VKError
                        return (index, .failure(known ?? VKError(.closed, method: "?", message: "\(error)")))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// The messages that came to those people beside their own, in their order.
    private func received(_ people: [Int], _ scene: Scene) -> [[String]] { people.map { Array(scene.texts($0).dropFirst()) } }

    private func codes(_ outcomes: [Result<Int, VKError>]) -> [Int?] {
        outcomes.map { outcome in if case .failure(let error) = outcome { error.code?.rawValue ?? 0 } else { nil } }
    }

    private func text(_ index: Int) -> String { "№\(index) \"\\\n👍" }

    @Test("Fifty calls at once are few requests, every caller gets the id of exactly his message")
    func fifty() async throws {
        try await Scene.with(Self.packing) { scene in
            let people = try scene.addPeople(50)
            let outcomes = await send(people, scene)
            for (index, person) in people.enumerated() {
                let message = scene.simulator.history(of: person, in: scene.community.id).last
                #expect(try outcomes[index].get() == message?.id)
                #expect(message?.text == text(index))
            }
            #expect(scene.methods.contains("execute"))
            #expect(scene.methods.count < 25)
            #expect(scene.simulator.arrivals().allSatisfy { $0.refused == 0 })
        }
    }

    @Test("In a pack each failing call has its own error, and the others their answers")
    func partialFailures() async throws {
        try await Scene.with(Self.packing) { scene in
            let people = try scene.addPeople(50)
            for (index, person) in people.enumerated() {
                if index % 5 == 1 { try scene.simulator.deny(person, scene.community.id) }
                if index % 5 == 3 { try scene.simulator.block(person, scene.community.id) }
            }
            let outcomes = await send(people, scene)
            #expect(codes(outcomes) == (0..<50).map { [nil, 901, nil, 900, nil][$0 % 5] })
            #expect(received(people, scene) == (0..<50).map { [1, 3].contains($0 % 5) ? [] : [text($0)] })
            #expect(scene.methods.contains("execute"))
        }
    }

    @Test("A captcha inside a pack is solved for that call alone, which then goes by itself")
    func captcha() async throws {
        let solver = WatchingSolver()
        var settings = Self.packing
        settings.solver = solver
        try await Scene.with(settings) { scene in
            solver.watch(scene.simulator)
            let people = try scene.addPeople(50)
            scene.simulator.add(Fault(.error(14), match: "messages.send", count: 3))
            let outcomes = await send(people, scene)
            #expect(codes(outcomes) == Array(repeating: nil, count: 50))
            #expect(received(people, scene) == (0..<50).map { [text($0)] })
        }
    }

    @Test("A captcha inside a pack that nobody solves fails the calls that met it, each with a captcha of its own, and no other")
    func unsolved() async throws {
        try await Scene.with(Self.packing) { scene in
            let people = try scene.addPeople(20)
            scene.simulator.add(Fault(.error(14), match: "messages.send", count: 1_000))
            async let sent = send(people, scene)
            let names = try await withThrowingTaskGroup(of: String.self) { group in
                for person in people { group.addTask { try await scene.vk.users.get(userIDs: [person]).send()[0].firstName } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(names.count == 20)
            let sids = await sent.compactMap { outcome in if case .failure(let error) = outcome { error.captcha?.sid } else { nil } }
            #expect(Set(sids).count == 20)
            #expect(received(people, scene) == Array(repeating: [], count: 20))
        }
    }

    @Test("Where VK refuses execute the calls go one by one, each once", arguments: [3, 7, 15, 27])
    func refused(code: Int) async throws {
        try await Scene.with(Self.packing) { scene in
            let people = try scene.addPeople(30)
            scene.simulator.add(Fault(.error(code), match: "execute", count: 1_000))
            let outcomes = await send(people, scene)
            #expect(codes(outcomes) == Array(repeating: nil, count: 30))
            #expect(received(people, scene) == (0..<30).map { [text($0)] })
        }
    }

    @Test("A pack whose answer is lost is repeated, and every message stands there once", arguments: [Fault.Kind.resetAfter, .cutJSON])
    func lost(kind: Fault.Kind) async throws {
        try await Scene.with(Self.packing) { scene in
            let people = try scene.addPeople(50)
            scene.simulator.add(Fault(kind, match: "execute"))
            let outcomes = await send(people, scene)
            #expect(codes(outcomes) == Array(repeating: nil, count: 50))
            #expect(received(people, scene) == (0..<50).map { [text($0)] })
        }
    }
}
