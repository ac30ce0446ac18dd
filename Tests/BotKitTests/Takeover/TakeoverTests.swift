// Govorun: people answer where they take over. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit
@testable import BotTesting

@Suite("Takeover")
struct TakeoverTests {
    /// Goes on where people have taken over.
    struct WatchfulPlugin: Plugin {
        static let worksDuringTakeover = true
        init(_ setup: PluginSetup<NoOptions>) {}
        init() {}
        var handlers: [Handler] { Hears("сторож") { message in try await message.send("не сплю") } }
    }

    struct Buy: ButtonPayload { var item = "чай" }

    /// Repeats everything, and counts what is no message.
    private static func bot(_ manners: Manners = .init(), language: String = "ru", admins: Set<Int> = []) async throws -> TestBot {
        let talker = PluginInstance.trial("talker") {
            Command("people") { message in
                try await message.send("зову")
                try await message.handOver(reason: "просят человека", tellsAdmins: true)
            }
            Command("menu") { message in try await message.send("меню") { Row { Button.callback("Чай", Buy()) } } }
            Pressed(Buy.self) { press, _ in try await press.snackbar("несём") }
            On(.messageNew) { event in event.logger.warning("on message") }
            On(.messageTypingState) { event in try await event.user?.send("вижу") }
            Around { event, next in
                event.logger.warning("around")
                await next()
            }
            Fallback { message in try await message.send(.quoted(message.text)) }
        }
        let watchful = PluginInstance(name: "watchful", plugin: WatchfulPlugin())
        return try await TestBot([talker, watchful], language: language, admins: admins, manners: manners)
    }

    @Test("An administrator's line silences plugins in that conversation for half an hour; others go on")
    func silence() async throws {
        let bot = try await Self.bot()
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        #expect(await alice.says("раз").map(\.text) == ["раз"])
        #expect(await bot.administratorSays("Здравствуйте, это Мария", to: alice).isEmpty)
        #expect(await alice.says("два").isEmpty)
        #expect(await boris.says("три").map(\.text) == ["три"])
        await bot.advance(by: .seconds(30 * 60 - 1))
        #expect(await alice.says("четыре").isEmpty)
        await bot.advance(by: .seconds(1))
        #expect(await alice.says("пять").map(\.text) == ["пять"])
    }

    @Test("Each further line prolongs it; with another period, by that; with false nobody is silent", arguments: [nil, 60, 600])
    func period(seconds: Int?) async throws {
        var manners = Manners()
        manners.takeover = seconds.map { .seconds($0) }
        let bot = try await Self.bot(manners)
        let alice = bot.person("Алиса")
        await bot.administratorSays("раз", to: alice)
        await bot.advance(by: .seconds((seconds ?? 60) - 1))
        await bot.administratorSays("два", to: alice)
        await bot.advance(by: .seconds((seconds ?? 60) - 1))
        #expect(await alice.says("ну").isEmpty == (seconds != nil))
        await bot.advance(by: .seconds(1))
        #expect(await alice.says("ну").map(\.text) == ["ну"])
    }

    @Test(
        "/bot of the administrator ends it, in Russian, too; a word in a sentence does not",
        arguments: [("/bot", true), ("/бот", true), ("!БОТ ", true), ("/bot please", false), ("bot", false), ("бот ответит", false)])
    func end(text: String, ends: Bool) async throws {
        let bot = try await Self.bot()
        let alice = bot.person("Алиса")
        await bot.administratorSays("раз", to: alice)
        await bot.administratorSays(text, to: alice)
        #expect(await alice.says("ну").isEmpty == !ends)
    }

    @Test("The bot's own messages, and what VK writes in the community's name, take nothing over")
    func own() async throws {
        let bot = try await Self.bot()
        let alice = bot.person("Алиса")
        let echo: JSONObject = [
            "id": 1, "peer_id": .integer(alice.id), "from_id": -200_000_001, "text": "я бот", "out": 1, "date": .integer(bot.now.unixTime),
        ]
        await bot.receive(.messageReply, .object(echo))
        var service = echo
        (service["admin_author_id"], service["action"]) = (7, ["type": "chat_title_update"])
        await bot.receive(.messageReply, .object(service))
        #expect(await alice.says("раз").map(\.text) == ["раз"])
    }

    @Test("In silence: presses are acknowledged without a word, a plugin that says so goes on, events that are no messages do")
    func others() async throws {
        let bot = try await Self.bot()
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        for place in [nil, chat] {
            await alice.says("/menu", in: place)
            try await alice.presses("Чай", in: place)
            await bot.administratorSays("сама", to: alice, in: place)
            try await alice.presses("Чай", in: place)
            #expect(bot.snackbars.suffix(2) == ["несём", nil])
            let before = bot.problems.count
            #expect(await alice.says("сторож", in: place).map(\.text) == ["не сплю"])
            #expect(bot.problems.count == before, "neither On nor Around of a silent plugin runs: \(bot.problems)")
        }
        let typing: JSONValue = ["state": "typing", "from_id": .integer(alice.id), "to_id": -200_000_001]
        #expect(await bot.receive(.messageTypingState, typing).map(\.text) == ["вижу"])
    }

    @Test("handOver does the same from the next message on, marks the conversation, and tells the administrators who can be told")
    func handOver() async throws {
        let bot = try await Self.bot(admins: [7, 9])
        let alice = bot.person("Алиса")
        bot.vk.change { $0.closed[7] = VKErrorCode(rawValue: 901) }
        let replies = await alice.says("/people")
        #expect(replies.map(\.peerID) == [alice.id, 9])
        #expect(replies.last?.text == "Нужен человек: https://vk.com/gim200000001?sel=\(alice.id)\nпросят человека")
        let marks = bot.vk.calls.filter { $0.method == "messages.markAsImportantConversation" }
        #expect(marks.map(\.parameters["peer_id"]) == ["\(alice.id)"])
        #expect(await alice.says("ау").isEmpty)
        #expect(bot.bot.takeovers.all(at: bot.now.unixTime).map(\.takeover.reason) == ["просят человека"])
        await bot.administratorSays("/bot", to: alice)
        #expect(await alice.says("ау").map(\.text) == ["ау"])
    }

    @Test("A handler that throws has handed nothing over; one that takes back makes plugins speak again")
    func undone() async throws {
        let plugin = PluginInstance.trial {
            Command("fail") { message in
                try await message.handOver()
                throw Mishap()
            }
            Command("quiet") { message in try await message.handOver(for: .seconds(5)) }
            Command("both") { message in
                try await message.handOver()
                try await message.takeBack()
            }
            Fallback { message in try await message.send("тут") }
        }
        let bot = try await TestBot([plugin])
        let alice = bot.person("Алиса")
        for command in ["/fail", "/both"] {
            await alice.says(command)
            #expect(await alice.says("?").map(\.text) == ["тут"], "\(command)")
        }
        await alice.says("/quiet")
        #expect(await alice.says("?").isEmpty)
        await bot.advance(by: .seconds(5))
        #expect(await alice.says("?").map(\.text) == ["тут"])
    }

    @Test("It is stored: a process after this one is silent, too, until it is ended from outside")
    func restart() async throws {
        let bot = try await Self.bot()
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        await bot.administratorSays("сама", to: alice)
        let after = Bot(name: "test", communityID: bot.bot.communityID, vk: bot.bot.vk, storage: bot.bot.storage)
        let router = try Router(bot: after, plugins: [.trial { Fallback { message in try await message.send("после") } }])
        func handle(_ person: TestPerson, _ id: String) async throws -> [String] {
            let before = bot.replies.count
            let message = #"{"from_id":\#(person.id),"peer_id":\#(person.id),"date":\#(bot.now.unixTime),"text":"?"}"#
            try await router.handle(
                Update(try JSONDocument(#"{"type":"message_new","event_id":"\#(id)","object":{"message":\#(message)}}"#).root))
            return bot.replies.dropFirst(before).map(\.text)
        }
        #expect(try await handle(alice, "1") == [])
        #expect(try await handle(boris, "2") == ["после"])
        try await after.takeovers.end(in: Peer(id: alice.id))
        #expect(try await handle(alice, "3") == ["после"])
        #expect(try await bot.bot.storage.names(in: "state/200000001/@bot", NamePage()).isEmpty)
    }

    @Test("What was written before the administrator's line is answered, however late it is handled")
    func order() async throws {
        let bot = try await Self.bot()
        let alice = bot.person("Алиса")
        let earlier = bot.now.unixTime - 3600
        let line: JSONObject = [
            "id": 1, "peer_id": .integer(alice.id), "from_id": -200_000_001, "text": "сама", "date": .integer(earlier),
            "admin_author_id": 7,
        ]
        await bot.receive(.messageReply, .object(line))
        #expect(await alice.writes(["text": "час назад", "date": .integer(earlier + 10)]).isEmpty)
        #expect(await alice.says("сейчас").map(\.text) == ["сейчас"])
    }
}
