// Govorun: many plugins on one bot. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Many plugins")
struct ManyPluginsTests {
    struct Take: ButtonPayload { var number: Int }

    @Test("Each of a thousand gets its own commands and presses")
    func thousand() async throws {
        let plugins = (0..<1_000).map { number in
            PluginInstance.trial("shelf-\(number)") {
                Command("c\(number)", .int("n")) { message, n in
                    try await message.reply("\(number): \(n)") { Row { Button("Взять \(number)", Take(number: n)) } }
                }
                Pressed(Take.self) { press, take in try await press.send("\(number) отдаёт \(take.number)") }
            }
        }
        let bot = try await TestBot(plugins)
        let alice = bot.person("Алиса")
        for number in [0, 499, 999] {
            await alice.says("/c\(number) 7")
            alice.hears("\(number): 7")
            try await alice.presses("Взять \(number)")
            alice.hears("\(number) отдаёт 7")
        }
    }

    @Test("Handlers for several keys of one payload come by priority and in their order, whatever the order of its keys")
    func keys() async throws {
        let bot = try await TestBot {
            Pressed(key: "b", equals: 1) { press in
                try await press.send("b")
                press.pass()
            }
            Pressed(key: "a", equals: 1) { press in
                try await press.send("a")
                press.pass()
            }
            Pressed(key: "c", equals: 1) { press in
                try await press.send("c")
                press.pass()
            }.priority(1)
        }
        let alice = bot.person("Алиса")
        for payload: JSONValue in [["a": 1, "b": 1, "c": 1], ["c": 1, "b": 1, "a": 1]] {
            await alice.says("x", payload: payload)
            alice.hears("c", "b", "a")
        }
    }
}
