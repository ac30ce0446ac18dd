// Govorun: what VK's absence costs messages and presses: time, and nothing else. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import Testing
import VKSimulator

@testable import BotRunner

/// Has less time than VK's absences last.
private struct HastyPlugin: Plugin {
    struct Buy: ButtonPayload { var item = "tea" }

    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Command("twice") { message in
            // The first may fail, whatever VK does: the second tells of it.
            do { _ = try await message.bot.vk.users.get(userIDs: [1]).send() } catch let error as VKError {
                message.logger.debug("not now", ["error": error])
            }
            try await message.send("done")
        }
        Command("menu") { message in try await message.send("Menu") { Row { Button.callback("Tea", Buy()) } } }
        Pressed(Buy.self) { press, _ in
            try await press.snackbar("Tea it is")
            try await press.send("Tea is on its way")
        }
        Fallback { message in try await message.send("answer to \(message.text)") }
    }
}

@Suite("A VK that is away", .serialized, .timeLimit(.minutes(8)))
struct OutageTests {
    private struct World {
        let simulator = VKSimulator()
        let (community, person): (Int, Int)

        init() async throws {
            community = try simulator.addCommunity(name: "a", token: "token-a").id
            person = try simulator.addPerson("P").id
            try await simulator.start()
        }

        func write(_ text: String) throws { _ = try simulator.write(.init(text, from: person, in: community)) }
        var answers: [String] {
            simulator.history(of: person, in: community, limit: .max).filter { $0.authorID == -community }.map(\.text)
        }
        /// What presses were answered with, as VK took it.
        var pressAnswers: [String] {
            simulator.calls().filter { $0.method == "messages.sendMessageEventAnswer" && $0.errorCode == 0 }.map {
                $0.parameters.first { $0.name == "event_data" }?.value ?? ""
            }
        }
        func fail(_ kind: Fault.Kind, _ methods: String..., count: Int) {
            for method in methods { simulator.add(Fault(kind, match: method, count: count)) }
        }
    }

    /// A bot whose handlers have a second, and whose calls are given up after two.
    private func run(_ world: World, _ body: () async throws -> Void) async throws {
        var instance = PluginInstance(name: "hasty", plugin: HastyPlugin(PluginSetup(name: "hasty")))
        instance.timeout = .seconds(1)
        var bot = BotConfiguration("a", on: world.simulator, instance)
        bot.vk.timeout = .seconds(2)
        bot.vk.execute = false
        let ending = try await withRunner([bot]) { _ in
            try await world.simulator.arePolled([world.community])
            try await body()
        }
        #expect(ending == .drained)
        await world.simulator.stop()
    }

    @Test("A message is answered once although each call of its handler hangs longer than the handler may take")
    func hang() async throws {
        let world = try await World()
        try await run(world) {
            world.fail(.hang, "messages.send", count: 3)
            try world.write("hello")
            try await world.simulator.until("the answer") { world.answers.count == 1 }
            world.fail(.hang, "users.get", "messages.send", count: 2)
            try world.write("/twice")
            try await world.simulator.until("the second answer") { world.answers.count == 2 }
            try world.write("after")
            try await world.simulator.until("the third answer") { world.answers.count == 3 }
        }
        #expect(world.answers == ["answer to hello", "done", "answer to after"])
    }

    @Test("A press is answered with what its handler says once VK is back within the minute, and what else it sends goes out once")
    func press() async throws {
        let world = try await World()
        try await run(world) {
            try world.write("/menu")
            try await world.simulator.until("the menu") { world.answers == ["Menu"] }
            world.fail(.status(502), "messages.sendMessageEventAnswer", count: 7)
            world.fail(.status(502), "messages.send", count: 6)
            _ = try world.simulator.press(.init(.labelled("Tea"), by: world.person, in: world.community))
            try await world.simulator.until("the press to be answered and the tea") {
                world.answers.count == 2 && !world.pressAnswers.isEmpty
            }
        }
        #expect(world.pressAnswers.count == 1 && world.pressAnswers[0].contains("Tea it is"))
        #expect(world.answers == ["Menu", "Tea is on its way"])
    }
}
