// Govorun: bots that are set up otherwise while they run. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import Foundation
import Synchronization
import Testing
import VKSimulator

@testable import BotRunner

/// Answers everything with its word.
private struct EchoWordPlugin: Plugin {
    struct Options: PluginOptions { var word = "раз" }
    private let options: Options
    init(_ setup: PluginSetup<Options>) { options = setup.options }
    var handlers: [Handler] { Fallback { message in try await message.send("\(message.text) \(options.word)") } }
}

/// Says its word; to «жди» only once it is let go. Its end is written down.
private struct HoldingPlugin: Plugin {
    struct Options: PluginOptions { var word = "раз" }
    static let held = Mutex<CheckedContinuation<Void, Never>?>(nil)
    static let stopped = Mutex<[String]>([])
    static let (holds, stops) = (Milestone(), Milestone())
    private let word: String
    init(_ setup: PluginSetup<Options>) { word = setup.options.word }
    var handlers: [Handler] {
        Hears("жди") { message in
            await withCheckedContinuation { continuation in
                Self.held.withLock { $0 = continuation }
                Self.holds.pass()
            }
            try await message.send("дождались: \(word)")
        }
        Fallback { message in try await message.send(word) }
    }
    func stop() async {
        Self.stopped.withLock { $0.append(word) }
        Self.stops.pass()
    }
}

@Suite("A runner whose configuration changes", .serialized, .timeLimit(.minutes(5)))
struct ReloadTests {
    private static func bot(_ name: String, _ simulator: VKSimulator, word: String = "раз") throws -> BotConfiguration {
        let setup = PluginSetup(options: EchoWordPlugin.Options(word: word), name: "word")
        return BotConfiguration(name, on: simulator, try PluginInstance(EchoWordPlugin.self, setup))
    }

    /// Runs bots of these names, each with a community, and lends the runner.
    private func withRunner(
        _ names: [String], communities: [String], _ body: (VKSimulator, [String: Int], Runner, RunnerConfiguration) async throws -> Void
    ) async throws -> Runner.Ending {
        let simulator = VKSimulator()
        var ids: [String: Int] = [:]
        for name in communities { ids[name] = try simulator.addCommunity(name: name, token: "token-\(name)").id }
        try await simulator.start()
        let ending = try await BotRunnerTests.withRunner(try names.map { try Self.bot($0, simulator) }) { runner in
            for name in names { try await polled(simulator, ids[name] ?? 0) }
            try await body(simulator, ids, runner, runner.configuration)
        }
        await simulator.stop()
        return ending
    }

    private func polled(_ simulator: VKSimulator, _ community: Int) async throws { try await simulator.arePolled([community]) }

    private func answer(_ simulator: VKSimulator, _ person: Int, _ community: Int, _ text: String) async throws {
        try await simulator.until("«\(text)»") { simulator.texts(with: person, in: community).contains(text) }
    }

    @Test("New plugin options count from the next update on; every update of a flood is answered once, in order")
    func flood() async throws {
        let ending = try await withRunner(["a"], communities: ["a"]) { simulator, ids, runner, configuration in
            let community = try #require(ids["a"])
            let people = try (0..<20).map { try simulator.addPerson("P\($0)").id }
            for round in 0..<20 {
                for person in people { _ = try simulator.write(.init("\(round)", from: person, in: community)) }
                var new = configuration
                new.bots = [try Self.bot("a", simulator, word: "слово-\(round)")]
                await runner.reload(to: new)
            }
            let expected = (0..<20).map(String.init)
            for person in people {
                try await simulator.until("all answers") { simulator.texts(with: person, in: community).count >= 40 }
                let answers = simulator.texts(with: person, in: community).filter { $0.contains(" ") }
                #expect(answers.map { String($0.prefix { $0 != " " }) } == expected)
            }
            _ = try simulator.write(.init("x", from: people[0], in: community))
            try await answer(simulator, people[0], community, "x слово-19")
        }
        #expect(ending == .drained)
    }

    @Test("An update in hand ends on the plugin it began with, which is stopped after it; others get the new one at once")
    func inHand() async throws {
        _ = try await withRunner(["a"], communities: ["a"]) { simulator, ids, runner, configuration in
            let community = try #require(ids["a"])
            func configured(_ word: String) throws -> RunnerConfiguration {
                var new = configuration
                let setup = PluginSetup(options: HoldingPlugin.Options(word: word), name: "word")
                new.bots[0].plugins = [PluginConfiguration(try PluginInstance(HoldingPlugin.self, setup))]
                return new
            }
            let (alice, boris) = (try simulator.addPerson("А").id, try simulator.addPerson("Б").id)
            await runner.reload(to: try configured("раз"))
            _ = try simulator.write(.init("жди", from: alice, in: community))
            await HoldingPlugin.holds.reaches(1)
            await runner.reload(to: try configured("два"))
            _ = try simulator.write(.init("а мне?", from: boris, in: community))
            try await answer(simulator, boris, community, "два")
            #expect(HoldingPlugin.stopped.withLock { $0 } == [])
            HoldingPlugin.held.withLock { $0.take() }?.resume()
            try await answer(simulator, alice, community, "дождались: раз")
            await HoldingPlugin.stops.reaches(1)
        }
        #expect(HoldingPlugin.stopped.withLock { $0 } == ["раз", "два"])
    }

    @Test("A bot that is added starts, one that is removed ends, one with another token begins anew; the rest is not disturbed")
    func bots() async throws {
        let ending = try await withRunner(["a", "b", "c"], communities: ["a", "b", "c", "d"]) { simulator, ids, runner, configuration in
            let person = try simulator.addPerson("P").id
            let undisturbed = try #require(runner.currentLives.first)
            var new = configuration
            new.bots[2].concurrency = 3
            new.bots[1] = try Self.bot("d", simulator)
            await runner.reload(to: new)
            try await polled(simulator, ids["d"] ?? 0)
            #expect(runner.states.map(\.name) == ["a", "d", "c"])
            #expect(runner.currentLives.first === undisturbed)
            for name in ["a", "d", "c"] {
                let community = try #require(ids[name])
                _ = try simulator.write(.init("\(name)", from: person, in: community))
                try await answer(simulator, person, community, "\(name) раз")
            }
            try await simulator.until("no poll of b") { simulator.waitingPolls(of: ids["b"] ?? 0) == 0 }
        }
        #expect(ending == .drained)
    }

    @Test("A bot may be renamed; one that had stopped for its token begins with the right one")
    func renamed() async throws {
        _ = try await withRunner(["a"], communities: ["a", "b"]) { simulator, ids, runner, configuration in
            var new = configuration
            new.bots.append(try Self.bot("b", simulator))
            new.bots[1].token = .known(Secret("wrong"))
            await runner.reload(to: new)
            // Nobody is told that a bot has stopped.
            while runner.states[1].state.name != "stopped" { await Task.yield() }
            new.bots[1].token = .known(Secret("token-b"))
            new.bots[0].name = "other"
            await runner.reload(to: new)
            try await polled(simulator, ids["b"] ?? 0)
            let person = try simulator.addPerson("P").id
            for (name, community) in ids {
                _ = try simulator.write(.init(name, from: person, in: community))
                try await answer(simulator, person, community, "\(name) раз")
            }
        }
    }

    @Test("The only bot may be replaced by another without the end of the runner")
    func replaced() async throws {
        let ending = try await withRunner(["a"], communities: ["a", "b"]) { simulator, ids, runner, configuration in
            var new = configuration
            new.bots = [try Self.bot("b", simulator)]
            await runner.reload(to: new)
            try await polled(simulator, ids["b"] ?? 0)
        }
        #expect(ending == .drained)
    }
}

extension VKSimulator {
    fileprivate func texts(with person: Int, in community: Int) -> [String] { history(of: person, in: community).map(\.text) }
}
