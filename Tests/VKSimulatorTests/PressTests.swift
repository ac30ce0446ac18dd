// Govorun: pressing buttons and answering presses. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Presses")
struct PressTests {
    private static let inline = """
        {"inline":true,"buttons":[[{"action":{"type":"callback","label":"Да","payload":"{\\"c\\":1}"}},
        {"action":{"type":"text","label":"Нет","payload":"\\"no\\""}}],[{"action":{"type":"open_link","label":"VK","link":"https://vk.com"}}]]}
        """
    private static let standing = """
        {"one_time":true,"buttons":[[{"action":{"type":"text","label":"Меню"}},{"action":{"type":"callback","label":"Кнопка"}}],
        [{"action":{"type":"location","payload":"{\\"ask\\":\\"geo\\"}"}}]]}
        """

    /// A dialog in which the community has sent that keyboard as message 2.
    private func dialog(_ stage: Stage, keyboard: String, peer: Int? = nil) async throws {
        if peer == nil { try stage.write("hello") }
        let peer = "\(peer ?? stage.olga.id)"
        #expect(try await stage.code("messages.send", ["peer_id": peer, "random_id": "0", "message": "?", "keyboard": keyboard]) == 0)
    }

    @Test("A callback button of a message sends message_event with its payload as a value")
    func callback() async throws {
        try await Stage.with { stage in
            try await dialog(stage, keyboard: Self.inline)
            let session = try await stage.session()
            let outcome = try stage.simulator.press(.init(.at(row: 0, column: 0), by: stage.olga.id, in: stage.community.id, number: 2))
            guard case .event(let id) = outcome else { return #expect(Bool(false), "no event") }
            let event = try #require(try await stage.events(session).first)
            #expect(event["type"].string == "message_event")
            #expect(event["object"]["event_id"].string == id)
            #expect(event["object"]["payload"]["c"].int == 1)
            #expect(event["object"]["conversation_message_id"].int == 2)
            #expect(event["object"]["peer_id"].int == stage.olga.id)
        }
    }

    @Test("Without a message that is named, a label is looked for under the input field, then under the newest messages")
    func newest() async throws {
        try await Stage.with { stage in
            try await dialog(stage, keyboard: Self.inline)
            #expect(try await stage.code("messages.send", ["peer_id": "\(stage.olga.id)", "random_id": "0", "message": "later"]) == 0)
            let session = try await stage.session()
            _ = try stage.simulator.press(.init(.labelled("Да"), by: stage.olga.id, in: stage.community.id))
            _ = try stage.simulator.press(.init(.carrying("{\"c\": 1}"), by: stage.olga.id, in: stage.community.id))
            #expect(try await stage.events(session).map { $0["object"]["conversation_message_id"].int } == [2, 2])
            let error = #expect(throws: SimulatorError.self) {
                try stage.simulator.press(.init(.labelled("Дa"), by: stage.olga.id, in: stage.community.id))
            }
            #expect(
                error?.description.hasSuffix("the newest message with buttons: 'Да', 'Нет', 'VK'") == true, "\(String(describing: error))")
        }
    }

    @Test("A press is answered once, by the right person and peer, within a minute")
    func answers() async throws {
        let time = HandMovedTime()
        try await Stage.with {
            $0.time = time.source
        } body: { stage in
            try await dialog(stage, keyboard: Self.inline)
            func press() throws -> String {
                let outcome = try stage.simulator.press(.init(.labelled("Да"), by: stage.olga.id, in: stage.community.id, number: 2))
                guard case .event(let id) = outcome else { return "" }
                return id
            }
            func answer(_ id: String, user: Int? = nil, peer: Int? = nil, data: String = "") async throws -> Int {
                try await stage.code(
                    "messages.sendMessageEventAnswer",
                    ["event_id": id, "user_id": "\(user ?? stage.olga.id)", "peer_id": "\(peer ?? stage.olga.id)", "event_data": data])
            }
            let first = try press()
            #expect(try await answer(first, user: 1) == 100)
            #expect(try await answer(first, peer: 2_000_000_001) == 100)
            #expect(try await answer(first, data: "{\"type\":\"show_snackbar\",\"text\":\"ok\"}") == 0)
            #expect(try await answer(first) == 100)
            #expect(try await answer("000000000000") == 100)
            let late = try press()
            time.advance(by: .seconds(60))
            #expect(try await answer(late) == 0)
            let later = try press()
            time.advance(by: .seconds(61))
            #expect(try await answer(later) == 100)
        }
    }

    @Test(
        "What an answer may show",
        arguments: [
            ("", 0), ("{\"type\":\"show_snackbar\",\"text\":\"\(String(repeating: "я", count: 90))\"}", 0),
            ("{\"type\":\"open_link\",\"link\":\"https://vk.com\"}", 0), ("{\"type\":\"open_app\",\"app_id\":1,\"hash\":\"\"}", 0),
            ("{\"type\":\"show_snackbar\",\"text\":\"\(String(repeating: "я", count: 91))\"}", 100), ("{\"type\":\"show_snackbar\"}", 100),
            ("{\"type\":\"open_link\"}", 100), ("{\"type\":\"dance\"}", 100), ("no json", 100), ("{}", 100),
        ])
    func eventData(data: String, code: Int) async throws {
        try await Stage.with { stage in
            try await dialog(stage, keyboard: Self.inline)
            guard
                case .event(let id) = try stage.simulator.press(
                    .init(.labelled("Да"), by: stage.olga.id, in: stage.community.id, number: 2))
            else { return #expect(Bool(false), "no event") }
            let answer = try await stage.code(
                "messages.sendMessageEventAnswer",
                ["event_id": id, "user_id": "\(stage.olga.id)", "peer_id": "\(stage.olga.id)", "event_data": data])
            #expect(answer == code)
        }
    }

    @Test("A text button writes its label with its payload; a link does nothing here")
    func textButton() async throws {
        try await Stage.with { stage in
            try await dialog(stage, keyboard: Self.inline)
            let pressing = VKSimulator.Pressing(.carrying(" \"no\" "), by: stage.olga.id, in: stage.community.id, number: 2)
            guard case .message(let message) = try stage.simulator.press(pressing) else { return #expect(Bool(false), "no message") }
            #expect(message.text == "Нет")
            #expect(message.payload == "\"no\"")
            guard
                case .nothing("open_link") = try stage.simulator.press(
                    .init(.labelled("VK"), by: stage.olga.id, in: stage.community.id, number: 2))
            else { return #expect(Bool(false), "a link did something") }
        }
    }

    @Test("In a chat a text button's label comes with the bot's mention before it")
    func chatButton() async throws {
        try await Stage.with { stage in
            let chat = try stage.simulator.addChat(.init("Чат", owner: stage.olga.id, in: stage.community.id))
            try await dialog(stage, keyboard: Self.standing, peer: chat)
            let pressing = VKSimulator.Pressing(.labelled("Меню"), by: stage.olga.id, in: stage.community.id, peer: chat)
            guard case .message(let message) = try stage.simulator.press(pressing) else { return #expect(Bool(false), "no message") }
            #expect(message.text == "[club198765432|@weather_helper] Меню")
        }
    }

    @Test("A standing keyboard: a callback has no message number, a text press takes a one-time keyboard away")
    func standingKeyboard() async throws {
        try await Stage.with { stage in
            try await dialog(stage, keyboard: Self.standing)
            let session = try await stage.session()
            try stage.simulator.press(.init(.at(row: 0, column: 1), by: stage.olga.id, in: stage.community.id))
            try stage.simulator.press(.init(.at(row: 1, column: 0), by: stage.olga.id, in: stage.community.id))
            let events = try await stage.events(session)
            #expect(events.map { $0["type"].string } == ["message_event", "message_new"])
            #expect(!events[0]["object"]["conversation_message_id"].exists)
            #expect(events[1]["object"]["message"]["geo"]["coordinates"]["latitude"].double != nil)
            #expect(events[1]["object"]["message"]["payload"].string == "{\"ask\":\"geo\"}")
            #expect(stage.simulator.keyboard(of: stage.olga.id, in: stage.community.id) == nil)
            #expect(throws: SimulatorError.self) {
                try stage.simulator.press(.init(.labelled("Меню"), by: stage.olga.id, in: stage.community.id))
            }
        }
    }

    @Test("Without its switch a press sends no event")
    func switchedOff() async throws {
        try await Stage.with { stage in
            try await dialog(stage, keyboard: Self.inline)
            #expect(try await stage.code("groups.setLongPollSettings", ["group_id": "198765432", "message_event": "0"]) == 0)
            let session = try await stage.session()
            try stage.simulator.press(.init(.labelled("Да"), by: stage.olga.id, in: stage.community.id, number: 2))
            #expect(try await stage.events(session).isEmpty)
        }
    }

    @Test("A carousel's buttons are pressed by element and place")
    func carousel() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let template = """
                {"type":"carousel","elements":[{"title":"a","buttons":[{"action":{"type":"text","label":"A"}}]},
                {"title":"b","buttons":[{"action":{"type":"text","label":"B"}}]}]}
                """
            _ = try await stage.call("messages.send", ["peer_id": "510001001", "random_id": "0", "message": "?", "template": template])
            let pressing = VKSimulator.Pressing(.at(row: 1, column: 0), by: stage.olga.id, in: stage.community.id, number: 2)
            guard case .message(let message) = try stage.simulator.press(pressing) else { return #expect(Bool(false), "no message") }
            #expect(message.text == "B")
        }
    }
}
