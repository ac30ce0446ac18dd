// Govorun: no bot waits for another's change. SPDX-License-Identifier: MIT
import BotKit
import Testing
import VKSimulator

@testable import BotRunner

/// Says its word; to «жди» only once its gate is open.
private struct GatedPlugin: Plugin {
    struct Options: PluginOptions { var word = "раз" }
    private let word: String
    private let gate: Gate

    init(_ setup: PluginSetup<Options>) { self.init(setup.options.word, Gate()) }
    init(_ word: String, _ gate: Gate) { (self.word, self.gate) = (word, gate) }

    var handlers: [Handler] {
        Hears("жди") { message in
            await gate.pass()
            try await message.send("дождались: \(word)")
        }
        Fallback { message in try await message.send("\(message.text) \(word)") }
    }
}

@Suite("A bot that still has something in hand", .timeLimit(.minutes(2)))
struct IndependenceTests {
    private let simulator = VKSimulator()
    private let gate = Gate()

    private func bot(_ name: String, _ word: String) throws -> BotConfiguration {
        var instance = PluginInstance(name: "word", plugin: GatedPlugin(word, gate))
        // By which a reload sees that it is another.
        instance.recipe = try PluginInstance(GatedPlugin.self, PluginSetup(options: GatedPlugin.Options(word: word), name: "word")).recipe
        return BotConfiguration(name, on: simulator, instance)
    }

    /// Runs `a` and `b` with a person whose message `a` has in hand until the gate opens.
    private func withWork(_ body: (Runner, _ ids: [String: Int], _ alice: Int) async throws -> Void) async throws {
        var ids: [String: Int] = [:]
        for name in ["a", "b"] { ids[name] = try simulator.addCommunity(name: name, token: "token-\(name)").id }
        let alice = try simulator.addPerson("Алиса").id
        try await simulator.start()
        let ending = try await withRunner([try bot("a", "раз"), try bot("b", "раз")]) { runner in
            try await simulator.arePolled(Array(ids.values))
            _ = try simulator.write(.init("жди", from: alice, in: ids["a"] ?? 0))
            await gate.arrivals.reaches(1)
            do { try await body(runner, ids, alice) } catch { Issue.record(error) }
            gate.open()
        }
        #expect(ending == .drained)
        await simulator.stop()
    }

    private func answers(_ person: Int, in community: Int?) -> [String] {
        simulator.history(of: person, in: community ?? 0, limit: .max).filter { $0.authorID < 0 }.map(\.text)
    }

    @Test("holds up no other, and takes what is newest when it is done; nothing is lost or answered twice")
    func newest() async throws {
        try await withWork { runner, ids, alice in
            var new = runner.configuration
            new.bots[0].concurrency = 3
            let first = try #require(await runner.beginReload(to: new))
            let boris = try simulator.addPerson("Борис").id
            _ = try simulator.write(.init("а мне?", from: boris, in: ids["a"] ?? 0))
            new.bots = [try bot("a", "три"), try bot("b", "два")]
            new.bots[0].concurrency = 5
            await runner.reload(to: new)
            _ = try simulator.write(.init("и?", from: boris, in: ids["b"] ?? 0))
            try await simulator.until("b has changed") { answers(boris, in: ids["b"]) == ["и? два"] }
            #expect(answers(alice, in: ids["a"]) == [])
            gate.open()
            await first.settled()
            _ = try simulator.write(.init("а теперь?", from: boris, in: ids["a"] ?? 0))
            try await simulator.until("a has begun anew") { answers(boris, in: ids["a"]).last == "а теперь? три" }
            // Whether the old one still heard of him is a matter of moments; one of the two did, once.
            #expect([["а мне? раз", "а теперь? три"], ["а мне? три", "а теперь? три"]].contains(answers(boris, in: ids["a"])))
            #expect(answers(alice, in: ids["a"]) == ["дождались: раз"])
            #expect(runner.currentLives.map(\.configuration.concurrency) == [5, 64])
        }
    }

    @Test("keeps its community until it is done: its next name waits, and so does a bot that changes places with it")
    func community() async throws {
        try await withWork { runner, ids, alice in
            var new = runner.configuration
            new.bots = [try bot("b", "два"), try bot("new", "два")]
            // The community of a goes to b, and b's to a bot of another name.
            new.bots[0].token = .known(Secret("token-a"))
            new.bots[1].token = .known(Secret("token-b"))
            let reload = try #require(await runner.beginReload(to: new))
            _ = try simulator.write(.init("кто?", from: alice, in: ids["b"] ?? 0))
            // Whether the old one still heard of it is a matter of moments; one of the two did, once.
            try await simulator.until("somebody answers in b's community") { !answers(alice, in: ids["b"]).isEmpty }
            try await simulator.until("b's community has its new bot") {
                runner.states.contains { if case ("new", .polling) = ($0.name, $0.state) { true } else { false } }
            }
            _ = try simulator.write(.init("а теперь?", from: alice, in: ids["b"] ?? 0))
            try await simulator.until("the new one answers") { answers(alice, in: ids["b"]).last == "а теперь? два" }
            #expect([["кто? раз", "а теперь? два"], ["кто? два", "а теперь? два"]].contains(answers(alice, in: ids["b"])))
            #expect(runner.states.map(\.name) == ["b", "new", "a"])
            gate.open()
            await reload.settled()
            _ = try simulator.write(.init("кто?", from: alice, in: ids["a"] ?? 0))
            try await simulator.until("a's community has its new bot") { answers(alice, in: ids["a"]).last == "кто? два" }
            #expect(answers(alice, in: ids["a"]) == ["дождались: раз", "кто? два"])
            #expect(runner.states.map(\.name) == ["b", "new"])
        }
    }
}
