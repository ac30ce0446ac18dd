// Govorun: what those are told who may not. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("Refusals")
struct RefusalTests {
    struct Go: ButtonPayload {}

    private static func bot(_ manners: Manners = .init()) async throws -> TestBot {
        var closed = PluginInstance.trial("closed", allow: [.members]) {
            Command("go", help: "go") { message in try await message.send("closed") { Row { Button.callback("Go", Go()) } } }
            Hears("пойдём") { message in try await message.send("пошли") }
            Pressed(Go.self) { press, _ in try await press.snackbar("gone") }
        }
        closed.refusal = "Сначала подпишитесь"
        return try await TestBot([closed, .trial("open") { Fallback { message in try await message.send("open") } }], manners: manners)
    }

    @Test("In private, on a command and to its name somebody is told that it is not for them; beside it the next handler gets the message")
    func meant() async throws {
        let bot = try await Self.bot()
        let chat = bot.chat()
        for (text, place, expected) in [
            ("/go", nil, "Сначала подпишитесь"), ("пойдём", nil, "Сначала подпишитесь"), ("/go", chat, "Сначала подпишитесь"),
            ("пойдём", chat, "open"), ("[club200000001|бот], пойдём", chat, "Сначала подпишитесь"), ("ну", nil, "open"),
        ] as [(String, TestChat?, String)] {
            #expect(await bot.person("Вера", isMember: false).says(text, in: place).map(\.text) == [expected], "\(text)")
        }
        #expect(bot.problems == [])
    }

    @Test("Once a minute to one person in one conversation; whoever may comes through at once")
    func once() async throws {
        let bot = try await Self.bot()
        let vera = bot.person("Вера", isMember: false)
        #expect(await vera.says("/go").map(\.text) == ["Сначала подпишитесь"])
        #expect(await vera.says("/go").isEmpty)
        #expect(await bot.person("Глеб", isMember: false).says("/go").map(\.text) == ["Сначала подпишитесь"])
        await vera.joins()
        #expect(await vera.says("/go").map(\.text) == ["closed"])
        await vera.leaves()
        await bot.advance(by: .seconds(60))
        #expect(await vera.says("/go").map(\.text) == ["Сначала подпишитесь"])
    }

    @Test("Each is told in their language, and in the bot's where there are no words in it")
    func languages() async throws {
        var closed = PluginInstance.trial("closed", allow: [.members]) { Command("go") { message in try await message.send("closed") } }
        closed.refusal = SpokenText(["ru": "Вступите", "en-GB": "Join us"])
        let bot = try await TestBot([closed], otherLanguages: ["en", "de"])
        for (language, expected) in [("ru", "Вступите"), ("en", "Join us"), ("de", "Вступите")] {
            let person = bot.person("Вера \(language)", isMember: false)
            person.speaks(language)
            #expect(await person.says("/go").map(\.text) == [expected], "\(language)")
        }
        #expect(bot.problems == [])
    }

    @Test("A press is told each time, over the keyboard")
    func presses() async throws {
        let bot = try await Self.bot()
        let (alice, vera, chat) = (bot.person("Алиса"), bot.person("Вера", isMember: false), bot.chat())
        await alice.says("/go", in: chat)
        for _ in 1...2 { try await vera.presses("Go", in: chat) }
        try await alice.presses("Go", in: chat)
        #expect(bot.snackbars == ["Сначала подпишитесь", "Сначала подпишитесь", "gone"])
    }

    @Test(
        "Where the bot is no administrator of the chat, nobody can know who leads it: that is said in place of a refusal, and mended at once"
    )
    func hidden() async throws {
        var closed = PluginInstance.trial("closed", allow: [.chatAdmins]) {
            Command("go") { message in try await message.send("gone") }
            Hears("пойдём") { message in try await message.send("пошли") }
        }
        closed.refusal = "Только админам"
        let bot = try await TestBot(
            [
                closed,
                .trial("open") {
                    Command("silent") { message in try await message.send("silent") }.allow(.chatAdmins)
                    Command("asks") { message in try await message.send("asked") }.allow(.chatAdmins, .admins, asksForRights: true)
                    Command("kick") { message in try await message.send("kicked") }.allow(.chatAdmins).requiresBotAdmin(
                        reply: "Нужны права")
                    Command("both") { message in try await message.send("both") }.allow(.chatAdmins, .members, refuse: "Вступите")
                    Command("show") { message in try await message.send("menu") { Row { Button.callback("Go", Go()) } } }
                    Pressed(Go.self) { press, _ in try await press.snackbar("gone") }.allow(.chatAdmins, refuse: "Только админам")
                    Fallback { message in try await message.send("open") }
                },
            ], admins: [510_001_002])
        let (owner, runner) = (bot.person("Алиса"), bot.person("Борис"))
        let chat = bot.chat(admins: [owner], botIsAdmin: false)
        let wish = "Сначала сделайте меня администратором этой беседы."
        for (person, text, expected) in [
            (owner, "/go", [wish]), (owner, "/go", []), (owner, "пойдём", ["open"]), (owner, "/silent", ["open"]),
            (owner, "/asks", [wish]), (runner, "/asks", ["asked"]), (owner, "/kick", ["Нужны права"]), (owner, "/both", ["both"]),
        ] {
            #expect(await person.says(text, in: chat).map(\.text) == expected, "\(person.name) \(text)")
        }
        await owner.says("/show", in: chat)
        try await owner.presses("Go", in: chat)
        bot.makesBotAdmin(of: chat)
        try await owner.presses("Go", in: chat)
        #expect(bot.snackbars == [wish, "gone"])
        for (text, expected) in [("/go", "gone"), ("/silent", "silent"), ("/asks", "asked"), ("/kick", "kicked")] {
            #expect(await owner.says(text, in: chat).map(\.text) == [expected])
        }
        #expect(await runner.says("/go", in: chat).map(\.text) == ["Только админам"])
        #expect(await owner.says("/go").map(\.text) == ["Только админам"], "in private nobody leads anything")
        #expect(bot.problems.allSatisfy { $0.contains("the bot is no administrator of the chat") })
    }

    @Test("Where VK does not say who somebody is, nothing is said of it")
    func unknown() async throws {
        let bot = try await Self.bot()
        bot.fail("groups.isMember", with: VKErrorCode(rawValue: 15))
        #expect(await bot.person("Вера", isMember: false).says("/go").map(\.text) == ["open"])
    }

    @Test("In code: a handler for some only is not in the list of commands for others, and falls through or says why")
    func code() async throws {
        let bot = try await TestBot(
            [
                .trial {
                    Command("ban", help: "x") { message in try await message.send("banned") }.allow(.chatAdmins, .admins)
                    Command("vip", help: "x") { message in try await message.send("vip") }.allow(.donut, refuse: "Только донам")
                    Command("list", help: "x") { message in
                        try await message.send(message.availableCommands().map(\.name).joined(separator: " "))
                    }
                    Fallback { message in try await message.send("?") }
                }
            ], admins: [510_001_001])
        let people = [bot.person("Алиса"), bot.person("Борис"), bot.person("Вера")]
        let chat = bot.chat(admins: [people[1]])
        await people[2].becomesDon()
        for (person, expected) in zip(
            people, [["banned", "Только донам", "ban list"], ["banned", "Только донам", "ban list"], ["?", "vip", "vip list"]])
        {
            var answers: [String] = []
            for text in ["/ban", "/vip", "/list"] { answers += await person.says(text, in: chat).map(\.text) }
            #expect(answers == expected)
        }
        await people[2].becomesDon(false)
        #expect(await people[2].says("/vip", in: chat).map(\.text) == ["Только донам"])
        #expect(bot.problems == [])
    }

    @Test("VK is asked about a chat's administrators, dons and members once a minute")
    func memory() async throws {
        let bot = try await TestBot {
            Command("a") { message in try await message.send("a") }.allow(.chatAdmins)
            Command("d") { message in try await message.send("d") }.allow(.donut)
            Command("m") { message in try await message.send("m") }.allow(.members)
        }
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        let chat = bot.chat(admins: [alice])
        await alice.becomesDon()
        func questions() -> Int {
            bot.vk.calls.count { ["messages.getConversationMembers", "groups.getMembers", "groups.isMember"].contains($0.method) }
        }
        for _ in 1...3 {
            for text in ["/a", "/d", "/m"] {
                #expect(await alice.says(text, in: chat).count == 1)
                await boris.says(text, in: chat)
            }
        }
        #expect(questions() == 4)
        await bot.advance(by: .seconds(61))
        for text in ["/a", "/d", "/m"] { await alice.says(text, in: chat) }
        #expect(questions() == 7)
    }

    @Test("Events are nobody's to be kept from: the start stops at the line")
    func flaw() {
        let line = #line + 1
        let plugin = PluginInstance.trial { On(.groupJoin) { _ in }.allow(.admins) }
        let words = "'allow' is for handlers of messages and presses, this one is for 'on group_join'"
        #expect(Router.problems(of: [plugin]).map(\.message) == ["BotKitTests/RefusalTests.swift:\(line): \(words)"])
    }

    @Test("Nobody answers other communities, nor the bot itself", arguments: [-200_000_001, -5, 0])
    func bots(author: Int) async throws {
        let bot = try await TestBot {
            Command("go") { message in try await message.send("go") }
            Fallback { message in try await message.send("?") }
        }
        let chat = bot.chat()
        for text in ["/go", "привет"] {
            let message: JSONObject = ["from_id": .integer(author), "peer_id": .integer(chat.peer.id), "text": .string(text), "date": 1]
            #expect(await bot.receive(.messageNew, ["message": .object(message)]).isEmpty)
        }
    }
}
