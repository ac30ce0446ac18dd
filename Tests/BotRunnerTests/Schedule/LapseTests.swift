// Govorun: the end of a question's time, and a VK that is silent meanwhile. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import Testing
import VKSimulator

@testable import BotRunner

/// Asks, and gives little time to answer.
private struct QuickPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Command("quick") { message in
            let answer = try await message.ask("Name?", timeout: .seconds(4), late: "late")
            try await message.send("got \(answer)")
        }
    }
}

@Suite("The end of a question's time", .timeLimit(.minutes(3)))
struct LapseTests {
    private let folder = NSTemporaryDirectory() + "govorun-lapse-\(UUID().uuidString)"
    private let simulator = VKSimulator()

    private func run(_ body: () async throws -> Void) async throws {
        var bot = BotConfiguration("a", on: simulator, PluginInstance(name: "quick", plugin: QuickPlugin(PluginSetup(name: "quick"))))
        bot.wait = .seconds(1)
        try await withRunner([bot], storage: .sqlite(path: folder + "/bots.db")) { _ in try await body() }
    }

    @Test("An answer given in time counts however late polls bring it; where none comes, it is told once polls have been answered")
    func inTime() async throws {
        let community = try simulator.addCommunity(name: "a", token: "token-a").id
        let person = try simulator.addPerson("P").id
        try await simulator.start()
        func write(_ text: String) throws { _ = try simulator.write(.init(text, from: person, in: community)) }
        func answers() -> [String] { simulator.history(of: person, in: community, limit: .max).filter { $0.authorID < 0 }.map(\.text) }
        try await run {
            try await simulator.arePolled([community])
            try write("/quick")
            try await simulator.until("the question") { answers() == ["Name?"] }
        }
        try write("Alice")
        // Eleven seconds of it: the time is up after four, and would be told after nine.
        simulator.add(Fault(.resetBefore, match: "longpoll", count: 8))
        try await run {
            try await simulator.until("the end of the dialogue") { answers().count > 1 }
            #expect(answers() == ["Name?", "got Alice"])
            try write("/quick")
            try await simulator.until("the end of the time") { answers().count > 3 }
            #expect(answers().last == "late")
        }
        await simulator.stop()
        try FileManager.default.removeItem(atPath: folder)
    }
}
