// Govorun: dialogues that wait for events, and rights of a bot, in a runner. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import Testing
import VKSimulator

@testable import BotRunner

private struct DoorPlugin: Plugin {
    static let needs: [PluginNeed] = [.events(.groupJoin, .messageReactionEvent)]
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Command("door") { message in
            let name = try await message.ask("Name?")
            try await message.send("Join us, \(name).")
            let join = try await message.wait(for: .groupJoin) { !$0.isRequest }
            try await message.send("Welcome, \(name): \(join.userID == message.user.id)")
        }
        Command("like") { message in
            let sent = try await message.send("React.")
            let reaction = try await message.wait(for: .messageReactionEvent) { [id = sent.conversationMessageID] in
                $0.conversationMessageID == id
            }
            try await message.send("Reaction \(reaction.reactionID ?? 0)")
        }
        Command("rename", .rest("title")) { message, title in
            try await message.chat?.rename(title)
            try await message.send("renamed")
        }.requiresBotAdmin(reply: "Make me an administrator.")
    }
}

@Suite("A runner whose plugins wait for events", .serialized, .timeLimit(.minutes(3)))
struct WaitingRunTests {
    private let folder = ScratchFolder()
    private let simulator = VKSimulator()

    private func run(_ body: () async throws -> Void) async throws {
        var bot = BotConfiguration(name: "a", token: .known(Secret("token-a")))
        bot.vk.api = simulator.baseURL
        bot.plugins = [PluginConfiguration(PluginInstance(name: "door", plugin: DoorPlugin(PluginSetup(name: "door"))))]
        var configuration = RunnerConfiguration()
        configuration.logLevel = .error
        configuration.storage = .sqlite(path: folder.database)
        configuration.bots = [bot]
        let runner = Runner(configuration, sink: LogSink(descriptor: open("/dev/null", O_WRONLY)))
        let drain = Drain()
        let running = Task { try await runner.run(until: drain) }
        do { try await body() } catch { Issue.record(error) }
        drain.begin()
        #expect(try await running.value == .drained)
    }

    private struct World {
        let simulator: VKSimulator
        let (community, person, chat): (Int, Int, Int)

        func write(_ text: String) throws { _ = try simulator.write(.init(text, from: person, in: community, peer: chat)) }
        var answers: [(number: Int, text: String)] {
            simulator.history(of: chat, in: community, limit: .max).filter { $0.authorID == -community }.map { ($0.number, $0.text) }
        }
        func hears(_ text: String) async throws {
            try await simulator.until("the answer '\(text)'") { answers.last?.text == text }
        }
    }

    private func world() async throws -> World {
        let community = try simulator.addCommunity(name: "a", token: "token-a").id
        let person = try simulator.addPerson("P").id
        let chat = try simulator.addChat(.init("chat", owner: person, in: community))
        try await simulator.start()
        return World(simulator: simulator, community: community, person: person, chat: chat)
    }

    @Test("What VK tells without a conversation comes to a dialogue in a chat, also after a restart, and what happens while nobody runs")
    func join() async throws {
        let world = try await world()
        try await run {
            try await simulator.arePolled([world.community])
            try world.write("/door")
            try await world.hears("Name?")
            try world.write("Anna")
            try await world.hears("Join us, Anna.")
        }
        try simulator.join(world.person, world.community, type: "request")
        try simulator.join(world.person, world.community)
        try await run {
            try await world.hears("Welcome, Anna: true")
            try world.write("/like")
            try await world.hears("React.")
        }
        let sent = try #require(world.answers.last)
        try await run {
            try await simulator.arePolled([world.community])
            try simulator.react(3, to: sent.number, by: world.person, in: world.community, peer: world.chat)
            try await world.hears("Reaction 3")
        }
        #expect(world.answers.map(\.text) == ["Name?", "Join us, Anna.", "Welcome, Anna: true", "React.", "Reaction 3"])
        await simulator.stop()
    }

    @Test("A command that needs rights asks for them, and runs as soon as the bot has them")
    func rights() async throws {
        let world = try await world()
        try await run {
            try await simulator.arePolled([world.community])
            try world.write("/rename Tea")
            try await world.hears("Make me an administrator.")
            try simulator.setAdmin(-world.community, of: world.chat, in: world.community)
            try world.write("/rename Tea")
            try await world.hears("renamed")
        }
        await simulator.stop()
    }
}
