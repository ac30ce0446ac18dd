// Govorun: presses of callback buttons. SPDX-License-Identifier: MIT
import Testing

@testable import BotTesting

@Suite("Presses")
struct PressTests {
    private static let press: JSONObject = ["user_id": 5, "peer_id": 2_000_000_001, "event_id": "e1", "payload": ["item": "tea"]]

    private func answers(_ bot: TestBot) -> [String] {
        bot.vk.calls.filter { $0.method == "messages.sendMessageEventAnswer" }.map { $0.parameters["event_data"] ?? "none" }
    }

    @Test("A press that no handler is for is answered once: the button is old")
    func unmatched() async throws {
        let bot = try await TestBot { Command("x") { _ in } }
        await bot.receive(.messageEvent, .object(Self.press))
        #expect(answers(bot) == [#"{"type":"show_snackbar","text":"Эта кнопка устарела. Попросите новую."}"#])
        #expect(bot.vk.calls[0].parameters["event_id"] == "e1")
        #expect(bot.vk.calls[0].parameters["user_id"] == "5")
        #expect(bot.vk.calls[0].parameters["peer_id"] == "2000000001")
    }

    @Test("A press whose handler throws, or forgets, is answered once", arguments: [true, false])
    func failed(fails: Bool) async throws {
        let bot = try await TestBot { On(.messageEvent) { _ in if fails { throw Mishap() } } }
        await bot.receive(.messageEvent, .object(Self.press))
        #expect(answers(bot) == ["none"])
        #expect(bot.problems.count == (fails ? 1 : 0))
    }

    @Test("A handler's answer is the only one, also when two handlers answer")
    func answered() async throws {
        let bot = try await TestBot {
            On(.messageEvent) { event in
                try await event.snackbar("\(event.payload["item"].string ?? "?") it is")
                try await event.openLink("https://example.org")
            }
            On(.messageEvent) { event in try await event.snackbar("too late") }
        }
        await bot.receive(.messageEvent, .object(Self.press))
        #expect(answers(bot) == [#"{"type":"show_snackbar","text":"tea it is"}"#])
        #expect(bot.snackbars == ["tea it is"])
        #expect(bot.problems.filter { $0.contains("a press is already answered") }.count == 2)
    }

    @Test("A handler that answers and then throws has answered")
    func answeredThenFailed() async throws {
        let bot = try await TestBot {
            On(.messageEvent) { event in
                try await event.openLink("https://example.org")
                throw Mishap()
            }
        }
        await bot.receive(.messageEvent, .object(Self.press))
        #expect(answers(bot) == [#"{"type":"open_link","link":"https://example.org"}"#])
    }

    @Test("A line too long to be shown is refused unsent, and the press is answered all the same", arguments: [0, 91])
    func longLine(length: Int) async throws {
        let bot = try await TestBot { On(.messageEvent) { event in try await event.snackbar(String(repeating: "ы", count: length)) } }
        await bot.receive(.messageEvent, .object(Self.press))
        #expect(answers(bot) == ["none"])
        #expect(bot.problems.count == 1)
    }

    @Test("The payload is the button's, also where VK sends it as text", arguments: [["c": "vote"], #"{"c":"vote"}"#] as [JSONValue])
    func payload(sent: JSONValue) async throws {
        let bot = try await TestBot { On(.messageEvent) { event in try await event.snackbar(event.payload["c"].string ?? "none") } }
        var press = Self.press
        press["payload"] = sent
        await bot.receive(.messageEvent, .object(press))
        #expect(bot.snackbars == ["vote"])
    }

    @Test(
        "A press without its id, or with an object that is none, calls nothing", arguments: [nil, [] as JSONValue, [:], ["event_id": nil]])
    func nameless(object: JSONValue) async throws {
        let bot = try await TestBot {}
        await bot.receive(.messageEvent, object)
        #expect(bot.vk.calls.isEmpty)
    }

    @Test("A press by somebody who may not use the plugin, or elsewhere, does not reach it")
    func admission() async throws {
        let plugin = PluginInstance.trial(allow: [.person(7)]) { On(.messageEvent) { event in try await event.snackbar("done") } }
        let bot = try await TestBot([plugin])
        await bot.receive(.messageEvent, .object(Self.press))
        var press = Self.press
        press["user_id"] = 7
        await bot.receive(.messageEvent, .object(press))
        #expect(bot.snackbars == [nil, "done"])
    }

    @Test("A press that its handler keeps waiting is answered after three seconds, and the handler's own answer is dropped")
    func slow() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let bot = try await TestBot {
            On(.messageEvent) { event in
                for await _ in gate.stream { break }
                try await event.snackbar("too late")
            }
        }
        async let act = bot.receive(.messageEvent, .object(Self.press))
        while bot.sleepers == 0 { await Task.yield() }
        await bot.advance(by: .seconds(3))
        while answers(bot).isEmpty { await Task.yield() }
        gate.continuation.yield()
        _ = await act
        #expect(answers(bot) == ["none"])
        #expect(bot.problems.count == 1)
        #expect(bot.problems.first?.contains("a press is already answered") == true)
    }
}
