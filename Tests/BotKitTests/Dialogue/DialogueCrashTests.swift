// Govorun: a dialogue whose process dies. SPDX-License-Identifier: MIT
import Synchronization
import Testing

@testable import BotKit
@testable import BotTesting

@Suite("A dialogue whose process dies")
struct DialogueCrashTests {
    struct Count: PluginState { var value = 0 }

    /// One person's messages, each handled by process after process until one of them comes to its end.
    private final class World: Sendable {
        private let numbers = Mutex<[Int]>([])
        let bot: TestBot
        let plugins: [PluginInstance]

        init() async throws {
            plugins = [
                .trial("trial") {
                    Command("form") { message in
                        let name = try await message.user.firstName()
                        try await message.state(Count.self) { $0.value += 1 }
                        try await message.send("hello, \(name)")
                        let all = try await message.state(Count.self, of: .bot) { count in
                            count.value += 1
                            return count.value
                        }
                        let color = try await message.ask("Colour?")
                        _ = try? await message.bot.vk.call("wall.createComment", ["message": color]).send()
                        let age = try await message.ask("Age?", as: .int("age"), retry: "A number, please.")
                        try await message.state(Count.self) { $0.value += 1 }
                        _ = try? await message.bot.vk.call("wall.createComment", ["message": age]).send()
                        try await message.send("\(color), \(age), \(all)")
                    }
                    Fallback { message in try await message.send("what?") }
                }
            ]
            bot = try await TestBot(plugins)
            bot.answer("wall.createComment", with: ["comment_id": 7])
            bot.vk.change { $0.names[5] = "Alice" }
        }

        static let texts = ["/form", "red", "many", "30", "bye"]
        static let told = ["hello, Alice", "Colour?", "Age?", "A number, please.", "red, 30, 1", "what?"]

        /// A process that handles the message number `step` and dies at its `call`th call.
        ///
        /// - Returns: whether it came to its end, which is then stored.
        func process(
            _ step: Int, isFirst: Bool, dyingAt call: Int = .max, _ death: DyingVK.Death = .beforeTheAnswer, storing: Bool = true
        ) async throws -> Bool {
            let vk = DyingVK(bot.vk, at: call, death)
            var configuration = VKClient.Configuration()
            configuration.execute = false
            configuration.rate = 1_000
            let client = VKClient(token: Secret("in-memory"), configuration: configuration, transport: vk, time: JumpingTime())
            let own = Bot(name: "test", communityID: bot.bot.communityID, vk: client, storage: bot.bot.storage)
            let work = EventWork(try update(step), of: own, position: Int64(step), isReplay: !isFirst)
            try await Router(bot: own, plugins: plugins).handle(work)
            await client.shutdown()
            if vk.isDead { return false }
            if storing { try await own.storage.commit(Commit(work.writes)) }
            return true
        }

        /// The message number `step`, written after all that the bot had sent by then.
        private func update(_ step: Int) throws -> Update {
            let number = numbers.withLock { numbers in
                if numbers.count == step { numbers.append(bot.vk.change { $0.nextNumber(in: 5) }) }
                return numbers[step]
            }
            let message = #"{"from_id":5,"peer_id":5,"conversation_message_id":\#(number),"text":"\#(Self.texts[step])"}"#
            return Update(try JSONDocument(#"{"type":"message_new","event_id":"e\#(step)","object":{"message":\#(message)}}"#).root)
        }

        /// Calls of the plugin's own, in the order VK performed them.
        var comments: [String] { bot.vk.calls.filter { $0.method == "wall.createComment" }.map { $0.parameters["message"] ?? "" } }

        func count(_ scope: StateScope) async throws -> Int? {
            let key = StateKey(Count.self, of: "trial", scope, conversation: 5, person: 5).storageKey(in: bot.bot)
            return try await bot.bot.storage.value(for: key).map { try JSONDocument($0).root["state"]["value"].int ?? 0 }
        }
    }

    @Test(
        "at any await, at any step, goes on at the next message; nothing is asked, sent, called or counted twice",
        arguments: DyingVK.Death.allCases)
    func everywhere(death: DyingVK.Death) async throws {
        for (dying, call) in World.texts.indices.flatMap({ step in (1...4).map { (step, $0) } }) {
            let world = try await World()
            for step in World.texts.indices {
                if step == dying, try await world.process(step, isFirst: true, dyingAt: call, death) { continue }
                #expect(try await world.process(step, isFirst: step != dying))
            }
            let place: Comment = "died at call \(call) of step \(dying)"
            #expect(world.bot.replies.map(\.text) == World.told, place)
            #expect(Set(world.comments).count == world.comments.count, place)
            #expect(try await world.count(.personHere) == 2, place)
            #expect(try await world.count(.bot) == 1, place)
            #expect(try await world.bot.bot.storage.namespaces(NamePage()).filter { $0.contains("dialogues") }.isEmpty, place)
        }
    }

    @Test("right before what it did is stored, does the step again without doing anything twice")
    func beforeCommit() async throws {
        for dying in World.texts.indices {
            let world = try await World()
            for step in World.texts.indices {
                if step == dying { #expect(try await world.process(step, isFirst: true, storing: false)) }
                #expect(try await world.process(step, isFirst: step != dying))
            }
            #expect(world.bot.replies.map(\.text) == World.told, "died at the end of step \(dying)")
            #expect(world.comments == ["red", "30"], "died at the end of step \(dying)")
            #expect(try await world.count(.personHere) == 2)
            #expect(try await world.count(.bot) == 1)
        }
    }
}
