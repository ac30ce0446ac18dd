// Govorun: plugins that are switched off, and those that keep failing. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("Switches")
struct SwitchTests {
    @Test("Off here, off everywhere, on again; a switched off plugin gets neither messages nor events, and is in no list")
    func places() async throws {
        let bot = try await TestBot([
            .trial("a") {
                Command("a", help: "a") { message in try await message.send("a") }
                On(.groupLeave) { event in try await event.user?.send("bye") }
            },
            .trial("b") {
                Command("list", help: "list") { message in
                    try await message.send(message.availableCommands().map(\.name).joined(separator: " "))
                }
                Fallback { message in try await message.send("b") }
            },
        ])
        let (alice, chat, switches) = (bot.person("Алиса"), bot.chat(), bot.bot.switches)
        func answers() async -> [String] {
            var answers: [String] = []
            for place in [nil, chat] { for text in ["/a", "/list"] { answers += await alice.says(text, in: place).map(\.text) } }
            return answers + (await alice.leaves().map(\.text))
        }
        #expect(await answers() == ["a", "a list", "a", "a list", "bye"])
        try await switches.turnOff("a", in: chat.peer)
        #expect(await answers() == ["a", "a list", "b", "list", "bye"])
        try await switches.turnOff("a")
        #expect(await answers() == ["b", "list", "b", "list"])
        try await switches.turnOn("a")
        #expect(await answers() == ["a", "a list", "b", "list", "bye"])
        try await switches.turnOn("a", in: chat.peer)
        #expect(await answers() == ["a", "a list", "a", "a list", "bye"])
    }

    @Test("What is switched off stays off in the next process")
    func stored() async throws {
        let bot = try await TestBot {}
        let (chat, switches) = (bot.chat(), bot.bot.switches)
        try await switches.turnOff("my plugin", in: chat.peer)
        try await switches.turnOff("b")
        let after = Bot(name: "test", communityID: bot.bot.communityID, vk: bot.bot.vk, storage: bot.bot.storage).switches
        try await after.load()
        #expect(after.standing(of: "my plugin", in: chat.peer) == .offHere)
        #expect(after.standing(of: "my plugin") == .on)
        #expect(after.standing(of: "b", in: Peer(id: 5)) == .off)
        #expect(after.standing(of: "c", in: chat.peer) == .on)
    }

    @Test(
        "A plugin that fails with so many updates in a row is parked, the administrators are told once, and it stays so until switched on")
    func parked() async throws {
        var manners = Manners()
        manners.parkAfter = 3
        let bot = try await TestBot(
            [
                .trial("shop") {
                    Command("fail") { _ in throw Mishap() }; Command("ok") { message in try await message.send("ok") }
                }
            ],
            admins: [7, 9], manners: manners)
        let people = ["Алиса", "Борис", "Вера"].map { bot.person($0) }
        let alice = people[0]
        for person in people.prefix(2) { await person.says("/fail") }
        await alice.says("/ok")
        for person in people.prefix(2) { await person.says("/fail") }
        #expect(bot.bot.switches.standing(of: "shop") == .on)
        let notes = await people[2].says("/fail")
        #expect(notes.map(\.peerID) == [7, 9])
        #expect(
            notes[0].text
                == "Бот test: плагин «shop» приостановлен, 3 сбоя подряд. Причины в журнале. Включить снова: /plugins on shop")
        #expect(await alice.says("/ok").isEmpty)
        let after = Bot(name: "test", communityID: bot.bot.communityID, vk: bot.bot.vk, storage: bot.bot.storage).switches
        try await after.load()
        #expect(after.standing(of: "shop") == .parked(reason: .failures(3)))
        try await bot.bot.switches.turnOn("shop")
        #expect(await alice.says("/ok").map(\.text) == ["ok"])
        for person in people.prefix(2) { await person.says("/fail") }
        #expect(bot.bot.switches.standing(of: "shop") == .on)
    }

    @Test("One person, in however many conversations, and one chat, whoever writes there, park no plugin for everybody")
    func oneAlone() async throws {
        let bot = try await TestBot([.trial("shop") { Command("fail") { _ in throw Mishap() } }])
        let people = (1...20).map { bot.person("\($0)") }
        let places: [TestChat?] = [nil] + (1...10).map { _ in bot.chat() }
        for place in places { for _ in 1...3 { await people[0].says("/fail", in: place) } }
        #expect(bot.bot.switches.standing(of: "shop") == .on)
        for person in people { await person.says("/fail", in: places[1]) }
        #expect(bot.bot.switches.standing(of: "shop") == .on)
        for person in people { await person.says("/fail") }
        #expect(bot.bot.switches.standing(of: "shop") == .parked(reason: .failures(20)))
    }

    @Test("A plugin that answers where the bot may not write, or no more, is not parked", arguments: [900, 901, 902, 917, 925, 950, 1012])
    func closed(code: Int) async throws {
        var manners = Manners()
        manners.parkAfter = 3
        let bot = try await TestBot([.trial("shop") { Command("go") { message in try await message.send("x") } }], manners: manners)
        bot.fail("messages.send", with: VKErrorCode(rawValue: code), times: 100)
        let people = (1...4).map { bot.person("\($0)") }
        for person in people { await person.says("/go") }
        #expect(bot.problems.count == 4)
        #expect(bot.bot.switches.standing(of: "shop") == .on)
    }

    @Test("A plugin whose calls VK does not answer is not parked")
    func unanswered() async throws {
        var manners = Manners()
        manners.parkAfter = 3
        let bot = try await TestBot([.trial("shop") { Command("go") { message in try await message.send("x") } }], manners: manners)
        bot.breakConnection("messages.send", times: 100)
        let alice = bot.person("Алиса")
        for _ in 1...4 { await alice.says("/go") }
        #expect(bot.problems.count == 4)
        #expect(bot.bot.switches.standing(of: "shop") == .on)
    }

    @Test("Timers and jobs that fail park nobody; while a plugin is off its timers rest")
    func timers() async throws {
        var manners = Manners()
        manners.parkAfter = 3
        let plugin = PluginInstance.trial {
            Every(.minutes(1)) { _ in throw Mishap() }
            Every(.minutes(10)) { context in try await context.send("tick", to: Peer(id: 5)) }
        }
        let bot = try await TestBot([plugin], now: "2026-11-30 09:00", manners: manners)
        #expect(await bot.advance(by: .seconds(601)).map(\.text) == ["tick"])
        #expect(bot.bot.switches.standing(of: "trial") == .on)
        try await bot.bot.switches.turnOff("trial")
        let before = bot.problems.count
        #expect(await bot.advance(by: .seconds(1200)).isEmpty)
        #expect(bot.problems.count == before)
    }

    @Test("One update counts once however many handlers fail with it; what the bot says itself counts for nothing")
    func counting() async throws {
        var manners = Manners()
        manners.parkAfter = 5
        var plugin = PluginInstance.trial("shop") {
            On(.messageNew) { _ in throw Mishap() }
            Fallback { _ in throw Mishap() }
        }
        plugin.cooldown = Cooldown(.seconds(1), reply: .standard)
        let bot = try await TestBot([plugin], manners: manners)
        let (alice, boris, vera) = (bot.person("Алиса"), bot.person("Борис"), bot.person("Вера"))
        for person in [alice, boris] { for _ in 1...2 { await person.says("x") } }
        #expect(bot.bot.switches.standing(of: "shop") == .on)
        await vera.says("x")
        #expect(bot.bot.switches.standing(of: "shop") == .parked(reason: .failures(5)))
    }
}
