// Govorun: buttons with typed payloads, from the keyboard to the handler. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Typed payloads")
struct PayloadTests {
    struct Buy: ButtonPayload, Equatable {
        static let payloadName = "shop.buy"
        var item: String
        var count: Int?
    }
    struct Back: ButtonPayload { static let payloadName = "back" }
    enum Vote: String, ButtonPayload { case yes, no }
    struct Aged: ButtonPayload {
        static let payloadName = "aged"
        static let payloadVersion = 2
        var total: Int
        static func upgrade(_ value: JSON, from version: Int) throws -> Aged? {
            version == 1 ? value["count"].int.map { Aged(total: $0 * 10) } : nil
        }
    }
    struct Broken: ButtonPayload {
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws { throw Mishap() }
    }
    struct ShopPlugin: Plugin {
        struct Take: ButtonPayload {}
        let name: String
        init(_ setup: PluginSetup<NoOptions>) { name = setup.name }
        var handlers: [Handler] {
            Command("menu-\(name)") { message in try await message.reply("?") { Row { Button("Взять", Take()) } } }
            Pressed(Take.self) { press, _ in try await press.send("взято: \(name)") }
        }
    }

    private func payload(of button: Button) throws -> String {
        let json = try Keyboard { Row { button } }.json().view
        return json["buttons"][0][0]["action"]["payload"].string ?? "none"
    }

    @Test("The wire form is short and stable")
    func wire() throws {
        #expect(try payload(of: Button("a", Buy(item: "tea"))) == #"{"@":"shop.buy","d":{"item":"tea"}}"#)
        #expect(try payload(of: .callback("a", Buy(item: "tea", count: 2))) == #"{"@":"shop.buy","d":{"item":"tea","count":2}}"#)
        #expect(try payload(of: .location(Back())) == #"{"@":"back"}"#)
        #expect(try payload(of: Button("a", Aged(total: 1))) == #"{"@":"aged","v":2,"d":{"total":1}}"#)
        #expect(Vote.payloadName == "payload-tests.vote")
        #expect(ShopPlugin.Take.payloadName == "payload-tests.shop.take")
        #expect(try payload(of: Button("a", Vote.yes)) == #"{"@":"payload-tests.vote","d":"yes"}"#)
    }

    @Test("A payload beyond 255 characters, or one that cannot be written, is refused with the button")
    func refused() {
        let long = Buy(item: String(repeating: "ы", count: 255))
        let tooLong = #expect(throws: KeyboardError.self) { try Keyboard { Row { Button("Чай", long) } }.json() }
        #expect(tooLong?.code == .payloadTooLong)
        #expect(tooLong?.description == "keyboard: a payload of 287 characters, VK takes 255 (button «Чай»)")
        let broken = #expect(throws: KeyboardError.self) { try Keyboard { Row { Button("Сбой", Broken()) } }.json() }
        #expect(broken?.code == .payloadUnwritable)
        #expect(broken?.button == "Сбой")
    }

    private func shop() async throws -> TestBot {
        try await TestBot {
            Command("menu") { message in
                try await message.reply("Что?") {
                    Row {
                        Button("Чай", Buy(item: "tea"))
                        Button.callback("Кофе", Buy(item: "coffee"))
                        Button("Старый", payload: ["@": "shop.gone"])
                        Button("Слово", payload: ["@": "shop.gone"])
                    }
                }
            }
            Pressed(Buy.self) { press, buy in
                try await press.snackbar("\(buy.item)")
                try await press.send("взял \(press.message == nil ? "кнопкой" : "словом")")
            }
            Hears("слово", "чай") { message in try await message.send("слышу") }
        }
    }

    @Test("Text buttons and callback buttons reach one handler; a text button's line is a message", arguments: [false, true])
    func alike(inChat: Bool) async throws {
        let bot = try await shop()
        let (alice, chat) = (bot.person("Алиса"), inChat ? bot.chat() : nil)
        await alice.says("/menu", in: chat)
        #expect(try await alice.presses("Чай", in: chat).map(\.text) == ["tea", "взял словом"])
        #expect(try await alice.presses("Кофе", in: chat).map(\.text) == ["взял кнопкой"])
        #expect(bot.snackbars == ["coffee"])
        #expect(bot.problems == [])
    }

    @Test("An unknown payload falls to the label's text, and then to the word that the button is old")
    func unknown() async throws {
        let bot = try await shop()
        let alice = bot.person("Алиса")
        await alice.says("/menu")
        #expect(try await alice.presses("Слово").map(\.text) == ["слышу"])
        #expect(try await alice.presses("Старый").map(\.text) == ["Эта кнопка устарела. Попросите новую."])
        #expect(await alice.says("Начать", payload: ["command": "start"]).isEmpty)
    }

    @Test("A fallback is something that takes it; where the bot was not meant, it says nothing")
    func fallback() async throws {
        let bot = try await TestBot { Fallback { message in try await message.send("fallback") } }
        #expect(await bot.person("Алиса").says("x", payload: ["@": "gone"]).map(\.text) == ["fallback"])
        let deaf = try await TestBot(language: "en") { Command("x") { _ in } }
        let alice = deaf.person("Alice")
        #expect(await alice.says("x y", in: deaf.chat(), payload: ["@": "gone"]).isEmpty)
        let mine = "[club200000001|@bot] z y"
        #expect(
            await alice.says(mine, in: deaf.chat(), payload: ["@": "gone"]).map(\.text) == ["This button is old. Please ask for a new one."]
        )
    }

    @Test(
        "Older buttons are read by upgrade; what it cannot read is old",
        arguments: [
            (["@": "aged", "v": 2, "d": ["total": 5]], "5"), (["@": "aged", "d": ["count": 5]], "50"),
            (["@": "aged", "v": 3, "d": ["total": 5]], nil),
            (["@": "aged", "d": [:]], nil), (["@": "aged", "v": 2], nil), (["@": "aged", "v": 2, "d": ["total": "много"]], nil),
            ("текст", nil), ([1, 2], nil),
            (["@": 5], nil),
        ] as [(JSONValue, String?)])
    func versions(payload: JSONValue, expected: String?) async throws {
        let bot = try await TestBot { Pressed(Aged.self) { press, aged in try await press.send("\(aged.total)") } }
        let old = "Эта кнопка устарела. Попросите новую."
        #expect(await bot.person("Алиса").says("x", payload: payload).map(\.text) == [expected ?? old])
        let press: JSONObject = ["user_id": 5, "peer_id": 5, "event_id": "e", "payload": payload]
        #expect(await bot.receive(.messageEvent, .object(press)).map(\.text) == (expected.map { [$0] } ?? []))
        #expect(bot.snackbars == [expected == nil ? old : nil])
    }

    @Test("Keyboards of other programs are caught by a key, or by any question")
    func foreign() async throws {
        let bot = try await TestBot {
            Pressed(key: "action", equals: "buy") { press in try await press.send("buy \(press.payload["id"].int ?? 0)") }
            Pressed(key: "n", equals: 5) { press in try await press.send("five") }
            Pressed(where: { $0["cmd"].exists }) { press in try await press.send("cmd") }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("x", payload: ["id": 7, "action": "buy"]).map(\.text) == ["buy 7"])
        #expect(await alice.says("x", payload: ["n": 5]).map(\.text) == ["five"])
        #expect(await alice.says("x", payload: ["cmd": "x"]).map(\.text) == ["cmd"])
        let wrapped: JSONValue = ["command": "not_supported_button", "button_type": "callback", "payload": #"{"action":"buy","id":8}"#]
        #expect(await alice.says("x", payload: wrapped).map(\.text) == ["buy 8"])
    }

    @Test("A handler that passes hands on to the next, then to the label")
    func pass() async throws {
        let bot = try await TestBot {
            Pressed(Back.self) { press, _ in
                try await press.send("1")
                press.pass()
            }
            Pressed(Back.self) { press, _ in
                try await press.send("2")
                press.pass()
            }
            Pressed(where: { _ in true }) { press in
                try await press.send("3")
                press.pass()
            }
            Hears("назад") { message in try await message.send("4") }
        }
        #expect(await bot.person("Алиса").says("Назад", payload: ["@": "back"]).map(\.text) == ["1", "2", "3", "4"])
    }

    @Test("Of two instances of a plugin, the one that made the button hears of the press")
    func instances() async throws {
        let plugins = ["shop", "second"].map { name in
            PluginInstance(name: name, plugin: ShopPlugin(PluginSetup(name: name)))
        }
        let bot = try await TestBot(plugins)
        let alice = bot.person("Алиса")
        await alice.says("/menu-second")
        #expect(try await alice.presses("Взять").map(\.text) == ["взято: second"])
        await alice.says("/menu-shop")
        #expect(try await alice.presses("Взять").map(\.text) == ["взято: shop"])
    }

    @Test("Two types under one name are a problem of the start")
    func clash() throws {
        struct Other: ButtonPayload { static let payloadName = "back" }
        let plugin = PluginInstance.trial {
            Pressed(Back.self) { _, _ in }
            Pressed(Back.self) { _, _ in }
            Pressed(Other.self) { _, _ in }
        }
        let problems = Router.problems(of: [plugin])
        #expect(problems.map(\.code) == [.payloadClaimedTwice])
        #expect(problems[0].message.hasPrefix("two types of payload are called 'back', at BotKitTests/PayloadTests.swift:"))
    }

    @Test("A press edits the message its button stands in; one that stands in none sends")
    func edit() async throws {
        let bot = try await TestBot {
            Command("in") { message in try await message.reply("раз") { Row { Button.callback("Дальше", Back()) } } }
            Command("under") { message in try await message.send("раз", keyboard: Keyboard { Row { Button.callback("Дальше", Back()) } }) }
            Pressed(Back.self) { press, _ in try await press.edit(.bold("два")) { Row { Button.callback("Ещё", Back()) } } }
        }
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        await alice.says("/in")
        #expect(try await alice.presses("Дальше").isEmpty)
        #expect(bot.replies.map(\.text) == ["два"])
        #expect(bot.replies.map(\.buttons) == [[["Ещё"]]])
        await boris.says("/under")
        #expect(try await boris.presses("Дальше").map(\.text) == ["два"])
    }

    @Test("Links and apps are opened by callback buttons, and written by text buttons")
    func opening() async throws {
        let bot = try await TestBot {
            Pressed(key: "to", equals: "link") { press in try await press.openLink("https://example.org") }
            Pressed(key: "to", equals: "app") { press in try await press.openApp(7, owner: -5, hash: "h") }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("x", payload: ["to": "link"]).map(\.text) == ["https://example.org"])
        #expect(await alice.says("x", payload: ["to": "app"]).map(\.text) == ["https://vk.com/app7_-5#h"])
        for to in ["link", "app"] {
            let press: JSONObject = ["user_id": 5, "peer_id": 5, "event_id": "e", "payload": ["to": .string(to)]]
            await bot.receive(.messageEvent, .object(press))
        }
        let answers = bot.vk.calls.filter { $0.method == "messages.sendMessageEventAnswer" }.map { $0.parameters["event_data"] }
        #expect(
            answers == [#"{"type":"open_link","link":"https://example.org"}"#, #"{"type":"open_app","app_id":7,"owner_id":-5,"hash":"h"}"#])
    }

    @Test("Who may not use the plugin presses in vain, and is not told that the button is old")
    func admission() async throws {
        let plugin = PluginInstance.trial(allow: [.person(7)]) { Pressed(Back.self) { press, _ in try await press.snackbar("да") } }
        let bot = try await TestBot([plugin])
        for user in [5, 7] {
            let press: JSONObject = ["user_id": .integer(user), "peer_id": .integer(user), "event_id": "e", "payload": ["@": "back"]]
            await bot.receive(.messageEvent, .object(press))
        }
        #expect(bot.snackbars == [nil, "да"])
    }
}
