// Govorun: who may use a plugin. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Audiences")
struct AudienceTests {
    /// Alice runs the bot, Boris is a member and leads the chat, Vera is a stranger.
    private struct Stage {
        let bot: TestBot
        let people: [TestPerson]
        let chat: TestChat

        init(_ audience: [Audience]) async throws {
            let plugins: [PluginInstance] = [
                .trial("closed", allow: audience) { Command("go", help: "go") { message in try await message.send("closed") } },
                .trial("open") {
                    Command("list", help: "list") { message in
                        try await message.send(message.availableCommands().map(\.name).joined(separator: " "))
                    }
                    Fallback { message in try await message.send("open") }
                },
            ]
            bot = try await TestBot(plugins, admins: [510_001_001])
            people = [bot.person("Алиса", isMember: false), bot.person("Борис"), bot.person("Вера", isMember: false)]
            chat = bot.chat(admins: [people[1]])
        }
    }

    @Test(
        "Whoever any item covers is admitted; others fall through to the next candidate",
        arguments: [
            ([], [true, true, true]), ([.everyone], [true, true, true]), ([.members], [false, true, false]),
            ([.admins], [true, false, false]), ([.person(510_001_003)], [false, false, true]), ([.chatAdmins], [false, true, false]),
            ([.members, .admins], [true, true, false]), ([.chatAdmins, .person(510_001_003)], [false, true, true]),
        ] as [([Audience], [Bool])])
    func admitted(audience: [Audience], expected: [Bool]) async throws {
        let stage = try await Stage(audience)
        for (person, isAdmitted) in zip(stage.people, expected) {
            #expect(await person.says("/go", in: stage.chat).map(\.text) == [isAdmitted ? "closed" : "open"])
            #expect(await person.says("/list", in: stage.chat).map(\.text) == [isAdmitted ? "go list" : "list"])
        }
        #expect(stage.bot.problems == [])
    }

    @Test("In private nobody is a chat's administrator")
    func privately() async throws {
        let stage = try await Stage([.chatAdmins])
        #expect(await stage.people[1].says("/go").map(\.text) == ["open"])
    }

    @Test(
        "A question that VK does not answer means no, and a line in the log",
        arguments: [
            (.members, "groups.isMember", 15), (.members, "groups.isMember", 100), (.chatAdmins, "messages.getConversationMembers", 917),
            (.chatAdmins, "messages.getConversationMembers", 104),
        ] as [(Audience, String, Int)])
    func unanswered(audience: Audience, method: String, code: Int) async throws {
        let stage = try await Stage([audience])
        stage.bot.fail(method, with: VKErrorCode(rawValue: code))
        #expect(await stage.people[1].says("/go", in: stage.chat).map(\.text) == ["open"])
        #expect(stage.bot.problems.count == 1)
        stage.bot.fail(method, with: VKErrorCode(rawValue: code))
        #expect(await stage.people[1].says("/list", in: stage.chat).map(\.text) == ["list"])
        #expect(await stage.people[1].says("/go", in: stage.chat).map(\.text) == ["closed"])
    }

    @Test("VK is not asked about those who are known, nor twice for one list")
    func questions() async throws {
        let stage = try await Stage([.members, .person(510_001_003)])
        #expect(await stage.people[2].says("/go").map(\.text) == ["closed"])
        #expect(!stage.bot.vk.calls.contains { $0.method == "groups.isMember" })
    }
}
