// Govorun: what counts as the start of a conversation. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Start")
struct StartTests {
    private func bot() async throws -> TestBot {
        try await TestBot {
            Start { message in try await message.send("start") }
            Fallback { message in try await message.send("fallback") }
        }
    }

    private static let wrapped: JSONValue = [
        "command": "not_supported_button", "button_type": "callback", "payload": #"{"command":"start"}"#,
    ]

    @Test(
        "The start button's payload starts, also wrapped by an old client",
        arguments: [
            (["command": "start"], "start"), (wrapped, "start"), (["command": "stop"], "fallback"), (["command": ["start"]], "fallback"),
            (["command": "not_supported_button", "payload": .string(wrapped.serialized)], "fallback"),
            (["command": "not_supported_button", "payload": nil], "fallback"), ("start", "fallback"), (1, "fallback"),
        ] as [(JSONValue, String)])
    func payload(payload: JSONValue, expected: String) async throws {
        #expect(try await bot().person("Алиса").says("Поехали", payload: payload).map(\.text) == [expected])
    }

    @Test("A payload that is no JSON starts nothing", arguments: ["{", "", "начать"])
    func broken(payload: String) async throws {
        #expect(try await bot().person("Алиса").writes(["text": "Поехали", "payload": .string(payload)]).map(\.text) == ["fallback"])
    }

    @Test("The word starts in private, in any letter case", arguments: ["Начать", "начать", " НАЧАТЬ ", "start", "Start"])
    func word(text: String) async throws { #expect(try await bot().person("Алиса").says(text).map(\.text) == ["start"]) }

    @Test("The word starts nothing in a chat, nor inside other words")
    func chat() async throws {
        let bot = try await bot()
        #expect(await bot.person("Алиса").says("Начать", in: bot.chat()).map(\.text) == ["fallback"])
        #expect(await bot.person("Алиса").says("Начать игру").map(\.text) == ["fallback"])
    }

    @Test("The word starts where private commands need their prefix, too")
    func strict() async throws {
        let bot = try await TestBot(prefixes: Prefixes(isOptionalInPrivate: false)) { Start { message in try await message.send("start") } }
        #expect(await bot.person("Алиса").says("Начать").map(\.text) == ["start"])
    }

    @Test("A button's payload reaches the handler, unwrapped once")
    func read() async throws {
        let bot = try await TestBot { Fallback { message in try await message.send(message.payload["step"].text ?? "none") } }
        let alice = bot.person("Алиса")
        #expect(await alice.says("x", payload: ["step": 3]).map(\.text) == ["3"])
        #expect(await alice.says("", payload: ["command": "not_supported_button", "payload": #"{"step":4}"#]).map(\.text) == ["4"])
        #expect(await alice.says("x").map(\.text) == ["none"])
    }
}
