// Govorun: VK's answers as a test wants them. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Scripted answers")
struct CallScriptTests {
    private func bot() async throws -> (TestBot, TestPerson) {
        let bot = try await TestBot(KioskPlugin.self)
        return (bot, bot.person("Алиса"))
    }

    @Test("A failure lasts for as many calls as was said, and failures follow each other")
    func sequence() async throws {
        let (bot, alice) = try await bot()
        bot.fail("messages.send", with: .messagesDenySend, times: 2)
        bot.fail("messages.send", with: VKErrorCode(rawValue: 7))
        for _ in 0..<4 { await alice.says("/menu") }
        #expect(bot.replies.count == 1)
        #expect(bot.problems.count == 3)
        #expect(bot.problems[2].contains("7"))
    }

    @Test("A failure can be of one conversation")
    func peer() async throws {
        let (bot, alice) = try await bot()
        let boris = bot.person("Борис")
        bot.fail("messages.send", with: .messagesDenySend, in: boris.peer)
        #expect(await alice.says("/menu").count == 1)
        #expect(await boris.says("/menu").isEmpty)
        #expect(await boris.says("/menu").count == 1)
    }

    @Test("A broken connection is mended by a repeat that VK takes for the same message")
    func broken() async throws {
        let (bot, alice) = try await bot()
        bot.breakConnection("messages.send", times: 2)
        #expect(await alice.says("/menu").count == 1)
        let sends = bot.vk.calls.filter { $0.method == "messages.send" }
        #expect(sends.count == 3)
        #expect(Set(sends.map { $0.parameters["random_id"] }).count == 1)
        #expect(bot.problems == [])
    }

    @Test("Answers follow each other, and then come as always")
    func answers() async throws {
        let (bot, _) = try await bot()
        bot.answer("groups.getMembers", with: ["count": 0])
        bot.answerNext("groups.getMembers", with: ["count": 1])
        bot.answerNext("groups.getMembers", with: ["count": 2])
        var counts: [Int?] = []
        for _ in 0..<3 { counts.append(try await bot.bot.vk.call("groups.getMembers").send()["count"].int) }
        #expect(counts == [1, 2, 0])
    }

    @Test("An answer that is late comes when the time is moved on by hand")
    func late() async throws {
        let (bot, alice) = try await bot()
        bot.delay("messages.send", by: .seconds(5))
        async let replies = alice.says("/menu")
        await bot.untilSomebodyWaits()
        #expect(bot.replies.isEmpty)
        await bot.advance(by: .seconds(4))
        #expect(bot.replies.isEmpty)
        await bot.advance(by: .seconds(1))
        #expect(await replies.count == 1)
    }
}
