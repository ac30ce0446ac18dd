// Govorun: who somebody is, and who is in a chat. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("People")
struct PeopleTests {
    @Test("have names in every case, asked for once each")
    func cases() async throws {
        let bot = try await TestBot {
            Command("x") { message in
                let name = try await message.user.name(in: .dative)
                try await message.send("\(message.user.firstName()) \(name) \(message.user.name(in: .dative))")
            }
        }
        bot.answer("users.get", with: [["id": 1, "first_name": "Алисе", "last_name": "Петровой", "sex": 1]])
        #expect(await bot.person("Алиса").says("/x").map(\.text) == ["Алисе Алисе Петровой Алисе Петровой"])
        let calls = bot.vk.calls.filter { $0.method == "users.get" }
        #expect(calls.map { $0.parameters["name_case"] } == ["Dat", nil])
    }

    @Test("are spoken of by their sex", arguments: [(1, "пришла"), (2, "пришёл"), (0, "пришёл(пришла)")])
    func sex(sex: Int, word: String) async throws {
        let bot = try await TestBot {
            Command("x") { message in try await message.send(message.user.profile().word("пришёл", "пришла")) }
        }
        bot.answer("users.get", with: [["id": 1, "first_name": "Саша", "last_name": "", "sex": .integer(sex)]])
        #expect(await bot.person("Саша").says("/x").map(\.text) == [word])
    }

    @Test("A community has its name in any case")
    func community() async throws {
        let bot = try await TestBot {
            On(.groupJoin) { event in
                try await event.user?.send(event.person(-event.bot.communityID).name(in: .genitive))
            }
        }
        #expect(await bot.person("Алиса").joins().map(\.text) == ["Сообщество"])
    }

    @Test("can be asked for whether they may be written to")
    func canBeWrittenTo() async throws {
        let bot = try await TestBot {
            On(.groupJoin) { event in
                let mayWrite = try await event.user?.canBeWrittenTo()
                #expect(mayWrite == (event.userID == 510_001_001))
            }
        }
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        boris.closesMessages()
        await alice.joins()
        await boris.joins()
        #expect(bot.problems == [])
        #expect(bot.vk.calls.count { $0.method == "messages.isMessagesFromGroupAllowed" } == 2)
    }
}

@Suite("A group chat")
struct ChatTests {
    @Test("tells its title and its members, by pages of a thousand")
    func members() async throws {
        let bot = try await TestBot {
            Command("x") { message in
                let chat = try #require(message.chat)
                let members = try await chat.members()
                let words = members.map { "\($0.name)\($0.isAdmin ? "!" : "")" }.joined(separator: " ")
                try await message.send("\(try await chat.title()): \(words)")
            }
        }
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        let chat = bot.chat(admins: [alice], members: [boris])
        #expect(await alice.says("/x", in: chat).map(\.text) == ["Беседа 1: Алиса! Борис"])
        #expect(await alice.says("/x", in: chat).count == 1)
        #expect(bot.vk.calls.count { $0.method == "messages.getConversationMembers" } == 1, "kept for a minute")
    }

    @Test("is read page by page")
    func pages() async throws {
        let bot = try await TestBot {
            Command("x") { message in try await message.send("\(try await message.chat?.members().count ?? 0)") }
        }
        bot.answer(
            "messages.getConversationMembers",
            with: [
                "count": 3, "items": [["member_id": 1], ["member_id": -2]], "profiles": [], "groups": [["id": 2, "name": "Сообщество"]],
            ])
        #expect(await bot.person("Алиса").says("/x", in: bot.chat()).map(\.text) == ["4"])
        #expect(bot.vk.calls.filter { $0.method == "messages.getConversationMembers" }.map { $0.parameters["offset"] } == [nil, "2"])
    }

    @Test("is renamed, and people are removed from it, by its number")
    func changes() async throws {
        let bot = try await TestBot {
            Command("x") { message in
                try await message.chat?.rename("Чай")
                try await message.chat?.remove(message.user)
            }
        }
        let alice = bot.person("Алиса")
        await alice.says("/x", in: bot.chat())
        #expect(bot.vk.calls.map { $0.parameters["chat_id"] } == ["1", "1"])
        #expect(bot.vk.calls.last?.parameters["member_id"] == String(alice.id))
        #expect(bot.problems == [])
    }

    @Test("is none in private")
    func inPrivate() async throws {
        let bot = try await TestBot { Command("x") { message in try await message.send(message.chat == nil ? "-" : "+") } }
        #expect(await bot.person("Алиса").says("/x").map(\.text) == ["-"])
    }
}
