// Govorun: people who write more than a person can. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("Floods")
struct FloodTests {
    @Test("So many in so long are heard; then nothing for a while, and all anew after it")
    func record() {
        var (record, limit) = (FloodRecord(), FloodLimit())
        (limit.messages, limit.period, limit.pause) = (3, .seconds(10), .seconds(60))
        let rows: [(Int, FloodRecord.Verdict)] = [
            (100, .heard), (105, .heard), (109, .heard), (110, .heard), (111, .tooMuch), (112, .unheard), (170, .unheard), (171, .heard),
            (172, .heard), (173, .heard), (180, .tooMuch),
        ]
        for (moment, expected) in rows { #expect(record.take(at: moment, limit) == expected, "at \(moment)") }
    }

    @Test("Whoever floods is not heard, wherever they write; others are, administrators always, and events go on")
    func bot() async throws {
        var manners = Manners()
        var limit = FloodLimit()
        limit.messages = 3
        manners.flood = limit
        let bot = try await TestBot(admins: [510_001_003], manners: manners) {
            On(.messageNew) { event in event.logger.warning("on") }
            Fallback { message in try await message.send("?") }
        }
        let (alice, boris, admin, chat) = (bot.person("Алиса"), bot.person("Борис"), bot.person("Админ"), bot.chat())
        var heard: [String: Int] = [:]
        for number in 1...6 {
            for person in [alice, admin] {
                heard[person.name, default: 0] += await person.says("\(number)", in: number % 2 == 0 ? chat : nil).count
            }
        }
        #expect(heard == ["Алиса": 3, "Админ": 6])
        #expect(await boris.says("я").count == 1)
        #expect(bot.problems.count == 13)
        await bot.advance(by: .seconds(60))
        #expect(await alice.says("снова").count == 1)
    }

    @Test("Unless it is asked for, everybody is heard")
    func off() async throws {
        let bot = try await TestBot { Fallback { message in try await message.send("?") } }
        let alice = bot.person("Алиса")
        for _ in 1...100 { #expect(await alice.says("x").count == 1) }
    }

    @Test("Ten thousand people are remembered, those who wrote last")
    func memory() {
        let (guards, limit) = (FloodGuard(), FloodLimit())
        for person in 1...25_000 { #expect(guards.take(person, at: person, limit) == .heard) }
        for _ in 2...20 { #expect(guards.take(25_000, at: 25_000, limit) == .heard) }
        #expect(guards.take(25_000, at: 25_000, limit) == .tooMuch)
    }
}
