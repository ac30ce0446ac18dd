// Govorun: questions that are answered by pressing. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A question with buttons that answer")
struct PressedAnswerTests {
    struct Buy: ButtonPayload { var item: String }
    struct Other: ButtonPayload {}
    enum Size: String, CaseIterable, Sendable { case small, large }

    private static let old = "Эта кнопка устарела. Попросите новую."

    private func bot() async throws -> TestBot {
        try await TestBot {
            Command("size") { message in
                let size = try await message.ask("Size?", choices: "S", "M", "L")
                let color = try await message.ask("Colour?", choices: "red", "blue")
                try await message.send("\(size) \(color)")
            }
            Command("typed") { message in
                let size = try await message.ask("Size?", as: .choice("size", Size.self), showing: .callback)
                try await message.send("\(size == .large)")
            }
            Command("buy") { message in
                let buy = try await message.ask("What?", as: Buy.self) {
                    Row {
                        Button.callback("Tea", Buy(item: "tea"))
                        Button("Mug", Buy(item: "mug"))
                        Button.callback("Other", Other())
                    }
                }
                try await message.send("got \(buy.item)")
            }
            Pressed(Buy.self) { press, buy in try await press.send("pressed \(buy.item)") }
            Fallback { message in try await message.send("what?") }
        }
    }

    @Test("takes a press as the answer, once, writes nothing for it, and stops the button's waiting")
    func choices() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        let first = await alice.says("/size")
        #expect(first.map(\.buttons) == [[["S", "M"], ["L"]]])
        let second = try await alice.presses("M")
        #expect(second.map(\.text) == ["Colour?"])
        #expect(bot.snackbars == [nil])
        #expect(try await alice.presses("L", on: first[0]).isEmpty, "its question is answered")
        #expect(try await alice.presses("blue").map(\.text) == ["M blue"])
        #expect(try await alice.presses("red", on: second[0]).isEmpty)
        #expect(bot.snackbars == [nil, Self.old, nil, Self.old])
        #expect(bot.problems == [])
    }

    @Test("takes its words when they are written, asks again for others, and knows its buttons after that as well")
    func words() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        let question = await alice.says("/size")
        #expect(await alice.says("XL").map(\.text) == ["Нажмите, пожалуйста, одну из кнопок."])
        #expect(try await alice.presses("S", on: question[0]).map(\.text) == ["Colour?"])
        #expect(await alice.says("Red").map(\.text) == ["S red"])
        #expect(bot.problems == [])
    }

    @Test("gives a value of the author's type")
    func typed() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/typed")
        #expect(try await alice.presses("large").map(\.text) == ["true"])
        #expect(bot.problems == [])
    }

    @Test("gives what a button of either kind carries, also to who writes its label; a button of another type does not fit")
    func payloads() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        let question = await alice.says("/buy")
        #expect(try await alice.presses("Other").map(\.text) == ["Нажмите, пожалуйста, одну из кнопок."])
        #expect(try await alice.presses("Tea").map(\.text) == ["got tea"])
        // Of an answered question a text button says so in a message, since it cannot show a line, and no other handler gets it.
        #expect(try await alice.presses("Mug", on: question[0]).map(\.text) == [Self.old])
        #expect(try await alice.presses("Tea", on: question[0]).isEmpty)
        #expect(bot.snackbars.last == Self.old)
        await alice.says("/buy")
        #expect(try await alice.presses("Mug").map(\.text) == ["got mug"])
        await alice.says("/buy")
        #expect(await alice.says("tea").map(\.text) == ["got tea"])
        #expect(bot.problems == [])
    }

    @Test("is answered in a chat by whom it was asked")
    func others() async throws {
        let bot = try await bot()
        let (alice, boris, chat) = (bot.person("Alice"), bot.person("Boris"), bot.chat())
        let question = await alice.says("/size", in: chat)
        #expect(try await boris.presses("S", on: question[0], in: chat).isEmpty)
        #expect(bot.snackbars == ["Эта кнопка не для вас."])
        #expect(try await alice.presses("S", on: question[0], in: chat).map(\.text) == ["Colour?"])
        #expect(bot.problems == [])
    }

    @Test("is answered after a restart, and a press that comes too late is told so")
    func restart() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                let answer = try await message.ask("A?", choices: "yes", "no", timeout: .minutes(5))
                try await message.send("\(answer) \(message.now.milliseconds > 0)")
            }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        try await bot.restart()
        #expect(try await alice.presses("yes").map(\.text) == ["yes true"])
        let question = await alice.says("/a")
        #expect(await bot.advance(by: .minutes(6)).map(\.text) == ["Время вышло. Начните, пожалуйста, заново."])
        #expect(try await alice.presses("no", on: question[0]).isEmpty)
        #expect(bot.snackbars.last == Self.old)
        #expect(bot.problems == [])
    }

    @Test("Presses are subscribed to wherever somebody can be asked")
    func subscribed() async throws {
        let bot = try await TestBot {}.bot
        #expect(
            try Router(bot: bot, plugins: [.trial { Hears("x") { _ in } }]).subscribedTypes == [.messageEvent, .messageNew, .messageReply])
        #expect(try Router(bot: bot, plugins: [.trial { On(.groupJoin) { _ in } }]).subscribedTypes == [.groupJoin])
    }
}
