// Govorun: what a dialogue finds out in ways of its own. SPDX-License-Identifier: MIT
import BotTesting
import Synchronization
import Testing

@testable import BotKit

@Suite("What a dialogue does once")
struct DialogueOnceTests {
    struct Rate: Codable, Sendable { var value: Int }

    @Test("is told to its later steps as it came, values of any type")
    func values() async throws {
        let calls = Mutex(0)
        let bot = try await TestBot {
            Command("a") { message in
                let rate = try await message.once("rate") {
                    Rate(
                        value: calls.withLock { calls in
                            calls += 1
                            return calls
                        })
                }
                let number = try await message.once("number") { Int.random(in: 1...Int.max) }
                let first = try await message.ask("A?")
                let again = try await message.ask("\(number)?")
                try await message.send("\(rate.value) \(number) \(first) \(again)")
            }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        let question = await alice.says("x")
        let number = question.first.map { String($0.text.dropLast()) } ?? ""
        #expect(await alice.says("y").map(\.text) == ["1 \(number) x y"])
        #expect(calls.withLock { $0 } == 1)
        #expect(bot.problems == [])
    }

    @Test("is kept before it is told, so that after a kill people are told the same")
    func crash() async throws {
        let calls = Mutex(0)
        let talk = try await CrashingTalk(["/a", "x", "y"]) {
            Command("a") { message in
                _ = try await message.ask("A?")
                var numbers: [Int] = []
                for _ in 1...2 {
                    numbers.append(
                        try await message.once("number") {
                            calls.withLock { calls in
                                calls += 1
                                return calls
                            }
                        })
                }
                _ = try await message.ask("\(numbers)?")
                try await message.send("\(numbers)")
            }
        }
        #expect(try await talk.process(0, isFirst: true))
        #expect(try await talk.process(1, isFirst: true, storing: false))
        #expect(try await talk.process(1, isFirst: false))
        #expect(try await talk.process(2, isFirst: true))
        #expect(talk.bot.replies.map(\.text) == ["A?", "[1, 2]?", "[1, 2]"])
        #expect(calls.withLock { $0 } == 2)
    }
}

@Suite("Small helpers of authors")
struct SmallHelperTests {
    struct Page: ButtonPayload { var number: Int }

    @Test("Pressed(where:) takes the presses it means, and the rest goes on to the next")
    func pressed() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                try await message.send("A") { Row { for number in 1...2 { Button("\(number)", Page(number: number)) } } }
            }
            Pressed(Page.self, where: { $0.number > 1 }) { press, page in try await press.send("far \(page.number)") }
            Pressed(Page.self) { press, page in try await press.send("near \(page.number)") }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        #expect(try await alice.presses("1").map(\.text) == ["near 1"])
        #expect(try await alice.presses("2").map(\.text) == ["far 2"])
    }

    @Test("isFrom and isIn name people and conversations")
    func places() async throws {
        let bot = try await TestBot {
            Hears("a") { message in try await message.send("known") }.when(.isFrom(510_001_001))
            Hears("a") { message in try await message.send("here") }.when(.isIn(2_000_000_001))
            Fallback { message in try await message.send("what?") }
        }
        let (alice, boris, chat) = (bot.person("Alice"), bot.person("Boris"), bot.chat())
        #expect(alice.id == 510_001_001)
        #expect(chat.peer.id == 2_000_000_001)
        #expect(await alice.says("a").map(\.text) == ["known"])
        #expect(await boris.says("a").map(\.text) == ["what?"])
        #expect(await boris.says("a", in: chat).map(\.text) == ["here"])
    }

    @Test("tellAdmins writes to each administrator once per key, whoever of them does not allow it")
    func admins() async throws {
        let bot = try await TestBot(admins: [7, 8]) {
            Command("a") { message in
                let count = try await message.bot.tellAdmins("trouble", dedupe: "trouble 1")
                try await message.send("\(count)")
            }
        }
        bot.fail("messages.send", with: .messagesDenySend, in: Peer(id: 7))
        let alice = bot.person("Alice")
        #expect(await alice.says("/a").map(\.text) == ["trouble", "1"])
        #expect(await alice.says("/a").map(\.text) == ["trouble", "1"], "who allows messages meanwhile gets it")
        #expect(await alice.says("/a").map(\.text) == ["0"])
        #expect(bot.replies.filter { $0.text == "trouble" }.map(\.peerID) == [8, 7])
    }
}
