// Govorun: questions that wait for answers. SPDX-License-Identifier: MIT
import BotTesting
import Synchronization
import Testing

@testable import BotKit

@Suite("A dialogue")
struct DialogueTests {
    /// `/form` asks for a name and an age.
    private func bot(_ language: String = "ru") async throws -> TestBot {
        try await TestBot(language: language) {
            Command("form") { message in
                let name = try await message.ask("Имя?")
                let age = try await message.ask("Возраст?", as: .int("возраст", in: 14...99), timeout: .minutes(5))
                try await message.send("\(name), \(age)")
            }
            Command("time") { message in try await message.send("noon") }
            Hears("привет") { message in try await message.send("hello") }
            Fallback { message in try await message.send("what?") }
        }
    }

    @Test("asks one question after the other, and its handler gets the answers")
    func form() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        #expect(await alice.says("/form").map(\.text) == ["Имя?"])
        #expect(await alice.says("  Алиса ").map(\.text) == ["Возраст?"])
        #expect(await alice.says("30").map(\.text) == ["Алиса, 30"])
        #expect(await alice.says("x").map(\.text) == ["what?"])
        #expect(bot.problems == [])
    }

    @Test("comes before texts and fallbacks, and after commands, which leave the question as it was")
    func order() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/form")
        #expect(await alice.says("/time").map(\.text) == ["noon"])
        #expect(await alice.says("привет").map(\.text) == ["Возраст?"])
        // Without its prefix, the name of a command may be an answer.
        #expect(await alice.says("time").map(\.text) == ["«time» не подходит: возраст — нужно целое число."])
        #expect(await alice.says("/nothing").map(\.text) == ["«/nothing» не подходит: возраст — нужно целое число."])
        #expect(await alice.says("20").map(\.text) == ["привет, 20"])
    }

    @Test("hears only whom it asked, where it asked")
    func others() async throws {
        let bot = try await bot()
        let (alice, boris, chat) = (bot.person("Alice"), bot.person("Boris"), bot.chat())
        #expect(await alice.says("/form", in: chat).map(\.text) == ["Имя?"])
        #expect(await boris.says("Борис", in: chat).map(\.text) == ["what?"])
        #expect(await alice.says("Алиса").map(\.text) == ["what?"])
        let next = await alice.says("[club200000001|@community], Алиса", in: chat)
        #expect(next.map(\.text) == ["Возраст?"])
        #expect(next[0].quotes == 5, "in a chat a question quotes what the person wrote last")
        #expect(await alice.says("31", in: chat).map(\.text) == ["Алиса, 31"])
    }

    @Test("begins anew when its command is given again, and keeps older dialogues of other handlers waiting")
    func again() async throws {
        let bot = try await TestBot {
            Command("a") { message in try await message.send("a: \(try await message.ask("A?"))") }
            Command("b") { message in try await message.send("b: \(try await message.ask("B?"))") }
            Fallback { message in try await message.send("what?") }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        await alice.says("/a")
        await alice.says("/b")
        #expect(await alice.says("1").map(\.text) == ["b: 1"])
        #expect(await alice.says("2").map(\.text) == ["a: 2"])
        #expect(await alice.says("3").map(\.text) == ["what?"])
    }

    @Test("ends politely on a word for it", arguments: [("ru", "Отмена", "Хорошо, отменяем."), ("en", "CANCEL", "All right, never mind.")])
    func cancelled(language: String, word: String, reply: String) async throws {
        let bot = try await bot(language)
        let alice = bot.person("Alice")
        await alice.says("/form")
        #expect(await alice.says(word).map(\.text) == [reply])
        #expect(await alice.says("x").map(\.text) == ["what?"])
    }

    @Test("takes its own words for an end, or none")
    func ownWords() async throws {
        let bot = try await TestBot {
            Command("a") { message in try await message.send("\(try await message.ask("A?", cancel: ["хватит"]))") }
            Command("b") { message in try await message.send("\(try await message.ask("B?", cancel: []))") }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        #expect(await alice.says("Хватит").map(\.text) == ["Хорошо, отменяем."])
        await alice.says("/b")
        #expect(await alice.says("отмена").map(\.text) == ["отмена"])
    }

    @Test("says what does not fit, in the author's words if there are any, and as often as it may")
    func wrongAnswers() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                let number = try await message.ask("A?", as: .int("число"), retry: "Числом!", tries: 3)
                try await message.send("\(number)")
            }
            Fallback { message in try await message.send("what?") }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        #expect(await alice.says("x").map(\.text) == ["Числом!"])
        #expect(await alice.says("y").map(\.text) == ["Числом!"])
        #expect(await alice.says("z").map(\.text) == ["Так не получается. Начните, пожалуйста, заново."])
        #expect(await alice.says("1").map(\.text) == ["what?"])
        #expect(bot.problems == [])
    }

    @Test("shows what can be chosen from as buttons")
    func choices() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                let size = try await message.ask("Размер?", as: .choice("размер", "S", "M", "L"))
                let sure = try await message.ask("Точно?") {
                    Row {
                        Button("Да"); Button("Нет")
                    }
                }
                try await message.send("\(size) \(sure)")
            }
        }
        let alice = bot.person("Alice")
        let question = await alice.says("/a")
        #expect(question.map(\.buttons) == [[["S", "M"], ["L"]]])
        #expect(try await alice.presses("L").map(\.buttons) == [[["Да", "Нет"]]])
        #expect(try await alice.presses("Да").map(\.text) == ["L Да"])
    }

    @Test("asks for a photo, and for other things than words")
    func attachments() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                let photo = try await message.ask("Фото?", as: .photo)
                try await message.send("\(photo.id)")
            }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        #expect(await alice.says("вот").map(\.text) == ["Это сюда не подходит."])
        let photo: JSONValue = ["type": "photo", "photo": ["id": 7, "owner_id": 1]]
        #expect(await alice.writes(["attachments": [photo]]).map(\.text) == ["7"])
    }

    @Test("asks VK and the storage once, however often its handler runs")
    func told() async throws {
        struct Count: PluginState { var value = 0 }
        let bot = try await TestBot {
            Command("a") { message in
                let name = try await message.user.firstName()
                let before = try await message.state(Count.self) { count in
                    count.value += 1
                    return count.value
                }
                let all = try await message.state(Count.self, of: .bot) { count in
                    count.value += 1
                    return count.value
                }
                let sent = try await message.send("\(name) \(before) \(all)")
                let answer = try await message.ask("A?")
                try await sent.edit("edited")
                let now = try await message.state(Count.self).value
                _ = try await message.ask("B?")
                try await message.send("\(name) \(before) \(all) \(answer) \(now)")
            }
            Command("more") { message in try await message.state(Count.self) { $0.value += 10 } }
        }
        let alice = bot.person("Alice")
        #expect(await alice.says("/a").map(\.text) == ["Alice 1 1", "A?"])
        await alice.says("/more")
        #expect(await alice.says("x").map(\.text) == ["B?"])
        #expect(await alice.says("y").map(\.text) == ["Alice 1 1 x 11"])
        #expect(bot.vk.calls.filter { $0.method == "users.get" }.count == 1)
        #expect(bot.vk.calls.filter { $0.method == "messages.edit" }.count == 1)
        #expect(bot.problems == [])
    }

    @Test("is told VK's refusals as well")
    func refusals() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                var code = 0
                do { _ = try await message.bot.vk.call("utils.getServerTime").send() } catch let error as VKError {
                    code = error.code?.rawValue ?? 0
                }
                let answer = try await message.ask("A?")
                try await message.send("\(code) \(answer)")
            }
        }
        bot.fail("utils.getServerTime", with: .access)
        let alice = bot.person("Alice")
        await alice.says("/a")
        #expect(await alice.says("x").map(\.text) == ["15 x"])
    }

    @Test("waits as long as its question says; an answer that comes later is told so, and is a message like any other")
    func timeout() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        let now = Int(bot.bot.storage.now.milliseconds / 1_000)
        await alice.says("/form")
        await alice.writes(["text": "Алиса", "date": .integer(now + 80_000)])
        #expect(
            await alice.writes(["text": "x", "date": .integer(now + 290)]).map(\.text) == ["«x» не подходит: возраст — нужно целое число."])
        let late = await alice.writes(["text": "30", "date": .integer(now + 310)])
        #expect(late.map(\.text) == ["Время вышло. Начните, пожалуйста, заново.", "what?"])
        #expect(await alice.says("30").map(\.text) == ["what?"])
        // A day, unless it is said otherwise, and then without a word.
        await alice.says("/form")
        #expect(await alice.writes(["text": "Алиса", "date": .integer(now + 90_000)]).map(\.text) == ["what?"])
        #expect(bot.problems == [])
    }

    @Test("tells when its time is over though nobody writes, but not when the answer came before")
    func lapse() async throws {
        let bot = try await bot()
        let (alice, boris) = (bot.person("Alice"), bot.person("Boris"))
        for person in [alice, boris] {
            await person.says("/form")
            await person.says("x")
        }
        #expect(await bot.advance(by: .minutes(4)).isEmpty)
        #expect(await boris.says("30").map(\.text) == ["x, 30"])
        let late = await bot.advance(by: .minutes(2))
        #expect(late.map(\.text) == ["Время вышло. Начните, пожалуйста, заново."])
        #expect(late.map(\.peerID) == [alice.id])
        #expect(await alice.says("30").map(\.text) == ["what?"])
        #expect(await bot.advance(by: .hours(48)).isEmpty)
        #expect(bot.problems == [])
    }

    @Test("plans a job once, and calls another service once, however often its handler runs")
    func plans() async throws {
        struct Reminder: PluginJob { var text: String }
        let bot = try await TestBot {
            Command("a") { message in
                let key = try await message.after(.minutes(1), Reminder(text: "now"))
                _ = try await message.ask("A?")
                let answer = try await message.ask("B?")
                let wasThere = answer == "cancel it" ? try await message.cancel(Reminder.self, key: key) : false
                try await message.send("\(wasThere)")
            }
            After(Reminder.self) { occasion, reminder in try await occasion.user?.send(.escaped(reminder.text)) }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        await alice.says("x")
        await alice.says("y")
        #expect(await bot.advance(by: .minutes(5)).map(\.text) == ["now"])
        await alice.says("/a")
        await alice.says("x")
        #expect(await alice.says("cancel it").map(\.text) == ["true"])
        #expect(await bot.advance(by: .minutes(5)).isEmpty)
        #expect(bot.problems == [])
    }

    @Test("begins at a press as well, of either kind of button")
    func presses() async throws {
        let bot = try await TestBot {
            Command("shop") { message in
                try await message.reply("Shop") {
                    Row {
                        Button("Text", Buy(item: "tea"))
                        Button.callback("Call", Buy(item: "mug"))
                    }
                }
            }
            Pressed(Buy.self) { press, buy in
                let count = try await press.ask("How many?", as: .int("count"))
                try await press.snackbar("\(count) \(buy.item)")
                try await press.send("done \(buy.item)")
            }
        }
        let alice = bot.person("Alice")
        await alice.says("/shop")
        #expect(try await alice.presses("Text").map(\.text) == ["How many?"])
        #expect(await alice.says("2").map(\.text) == ["2 tea", "done tea"])
        #expect(try await alice.presses("Call").map(\.text) == ["How many?"])
        #expect(await alice.says("3").map(\.text) == ["done mug"], "the press has long been answered")
    }

    @Test("has time and chance that come from its events")
    func timeAndChance() async throws {
        let seen = Mutex<[String]>([])
        let bot = try await TestBot {
            Command("a") { message in
                var dice = message.random
                let eyes = [Int.random(in: 1...1_000_000, using: &dice), Int.random(in: 1...1_000_000, using: &dice)]
                let began = message.now
                _ = try await message.ask("A?")
                seen.withLock { $0.append("\(eyes) \(began.milliseconds) \(message.now >= began)") }
                _ = try await message.ask("B?")
            }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        await alice.says("x")
        await alice.says("y")
        #expect(Set(seen.withLock { $0 }).count == 1)
        #expect(bot.problems == [])
    }

    struct Buy: ButtonPayload { var item: String }
}

@Suite("What goes wrong in a dialogue")
struct DialogueTroubleTests {
    @Test("A handler that swallows the pause is stopped all the same, and its line is named")
    func swallowed() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                let name = try? await message.ask("A?")
                _ = try? await message.send("too early: \(name ?? "nothing")")
                let other = (try? await message.ask("B?")) ?? "nothing"
                try await message.send("\(name ?? "nothing") \(other)")
            }
            Command("b") { message in
                let name = try? await message.ask("A?")
                if name != nil { try await message.send("b \(name ?? "")") }
            }
        }
        let alice = bot.person("Alice")
        #expect(await alice.says("/b").map(\.text) == ["A?"])
        #expect(bot.problems.count == 1)
        #expect(bot.problems[0].contains("swallowed the pause") && bot.problems[0].contains("DialogueTests.swift:"))
        #expect(await alice.says("x").map(\.text) == ["b x"])
        #expect(await alice.says("/a").map(\.text) == ["A?"], "after the question nothing is sent, and nothing asked")
        #expect(bot.problems.count == 2, "it went on, though it ended by the pause in the end")
        #expect(await alice.says("y").map(\.text) == ["too early: y", "B?"])
        #expect(await alice.says("z").map(\.text) == ["y z"])
    }

    @Test("Two questions at once are refused, with the author's line")
    func atOnce() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                async let first = message.ask("A?")
                async let second = message.ask("B?")
                try await message.send("\(try await first) \(try await second)")
            }
        }
        #expect(await bot.person("Alice").says("/a").isEmpty)
        #expect(bot.problems.count == 1)
        #expect(bot.problems[0].contains("ask in the handler itself"))
    }

    @Test("A handler that fails between questions ends its dialogue, and the person is told")
    func failing() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                _ = try await message.ask("A?")
                throw Mishap()
            }
            Fallback { message in try await message.send("what?") }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        #expect(await alice.says("x").map(\.text) == ["Что-то пошло не так. Начните, пожалуйста, заново."])
        #expect(await alice.says("y").map(\.text) == ["what?"])
        #expect(bot.problems.count == 1)
    }

    @Test("A handler that learns too much before it asks is told so, and nothing is sent")
    func tooLong() async throws {
        let bot = try await TestBot {
            Command("calls") { message in
                for _ in 0..<201 { _ = try await message.user.firstName() }
                _ = try await message.ask("A?")
            }
            Command("bytes") { message in
                _ = try await message.bot.vk.call("utils.getServerTime").send()
                _ = try await message.ask("A?")
            }
        }
        bot.answer("utils.getServerTime", with: ["text": .string(String(repeating: "x", count: 65_000))])
        let alice = bot.person("Alice")
        #expect(await alice.says("/calls").isEmpty)
        #expect(await alice.says("/bytes").isEmpty)
        #expect(bot.problems.count == 2)
        #expect(bot.problems.allSatisfy { $0.contains("more than a dialogue keeps") })
    }

    @Test("A question that cannot be put throws VK's error, which later steps are told")
    func closed() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                var code = 0
                do { _ = try await message.ask("A?") } catch let error as VKError { code = error.code?.rawValue ?? 0 }
                let answer = try await message.ask("B?")
                try await message.send("\(code) \(answer)")
            }
        }
        bot.fail("messages.send", with: .access)
        let alice = bot.person("Alice")
        #expect(await alice.says("/a").map(\.text) == ["B?"])
        #expect(await alice.says("x").map(\.text) == ["15 x"])
    }

    @Test("A step that does not go the way of the one before it, after an update of the plugin say, ends the dialogue politely")
    func diverged() async throws {
        let isNew = Mutex(false)
        let bot = try await TestBot {
            Command("a") { message in
                if isNew.withLock({ $0 }) { _ = try await message.user.firstName() }
                let answer = try await message.ask("A?")
                try await message.send("\(answer)")
            }
            Fallback { message in try await message.send("what?") }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        isNew.withLock { $0 = true }
        #expect(await alice.says("x").map(\.text) == ["Бот обновился, и разговор прервался. Начните, пожалуйста, заново."])
        #expect(await alice.says("y").map(\.text) == ["what?"])
        #expect(bot.problems.count == 1)
        #expect(bot.problems[0].contains("expected question text, found call users.get"))
    }

    @Test("A test names what differs when a step is run twice: a clock, a dice of one's own")
    func rehearsal() async throws {
        let ticks = Mutex(0)
        let bot = try await TestBot {
            Command("a") { message in
                let tick = ticks.withLock { ticks in
                    ticks += 1
                    return ticks
                }
                try await message.send("it is \(tick)")
                _ = try await message.ask("A?")
            }
            Command("b") { message in
                if ticks.withLock({ ticks in
                    ticks += 1
                    return ticks.isMultiple(of: 2)
                }) {
                    try await message.send("even")
                }
                _ = try await message.ask("A?")
            }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        #expect(bot.problems.count == 1)
        #expect(bot.problems[0].contains("does not go the same way twice") && bot.problems[0].contains("call messages.send"))
        ticks.withLock { $0 = 0 }
        await alice.says("/b")
        #expect(bot.problems.count == 2)
    }
}
