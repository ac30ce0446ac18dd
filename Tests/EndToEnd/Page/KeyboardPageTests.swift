// Govorun: buttons, carousels and answers to presses in the web chat. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@Suite("Buttons in the web chat", .serialized, .timeLimit(.minutes(3)))
struct KeyboardPageTests {
    private static let token = "token-of-club"

    /// A community without a bot, whose dialog with Alice is open: the test answers for it.
    private static func with(_ body: (Stage) async throws -> Void) async throws {
        try await Stage.with { stage in
            let club = try await stage.vk.addCommunity("Клуб", token: token)
            try await stage.vk.post("start", ["person": .integer(Stage.alice), "community": .integer(club)])
            try await stage.open(community: club)
            try await body(stage)
        }
    }

    private static func button(_ type: String, _ label: String, color: String? = nil, _ fields: JSONObject = [:]) -> JSONValue {
        var action: JSONObject = fields
        action["type"] = .string(type)
        if !label.isEmpty { action["label"] = .string(label) }
        guard let color else { return ["action": .object(action)] }
        return ["action": .object(action), "color": .string(color)]
    }

    @Test("A callback button is busy until the answer, which shows as a notice")
    func callback() async throws {
        try await Self.with { stage in
            let keyboard: JSONValue = [
                "inline": true, "buttons": [[Self.button("callback", "Оформить", color: "positive", ["payload": "{}"])]],
            ]
            try await stage.vk.call(
                "messages.send", token: Self.token,
                ["peer_id": .integer(Stage.alice), "random_id": 1, "message": "Берём?", "keyboard": keyboard])
            try await stage.page.click(".m .key", saying: "Оформить")
            try await stage.page.wait(until: "document.querySelector('.m .key').ariaBusy === 'true'")
            try await stage.page.wait(for: ".trace .what", saying: "message_event")
            let event = try await stage.page.value(
                of: "JSON.parse((() => { const entry = [...document.querySelectorAll('.trace details')].at(-1); entry.open = true; "
                    + "entry.dispatchEvent(new Event('toggle')); return entry.querySelector('pre').textContent; })()).object.event_id")
            try await stage.vk.call(
                "messages.sendMessageEventAnswer", token: Self.token,
                [
                    "event_id": .string(try #require(event.string)), "user_id": .integer(Stage.alice), "peer_id": .integer(Stage.alice),
                    "event_data": ["type": "show_snackbar", "text": "Заказ оформлен"],
                ])
            try await stage.page.wait(for: ".snack", saying: "Заказ оформлен")
            try await stage.page.wait(until: "document.querySelector('.m .key').ariaBusy !== 'true'")
            try await stage.page.escape()
            #expect(try await stage.page.texts(".snack") == [])
            stage.expectNoComplaints()
        }
    }

    @Test("Kinds that cannot be pressed here are off and say why; links open apart and only over http")
    func kinds() async throws {
        try await Self.with { stage in
            let rows: [JSONValue] = [
                [Self.button("open_link", "Сайт", ["link": "https://example.org/tea"])],
                [Self.button("open_link", "Плохая", ["link": "javascript:alert(1)"])],
                [Self.button("vkpay", "", ["hash": "action=transfer-to-group"])],
                [Self.button("location", "", ["payload": "{}"])],
            ]
            try await stage.vk.call(
                "messages.send", token: Self.token,
                [
                    "peer_id": .integer(Stage.alice), "random_id": 1, "message": "Куда?",
                    "keyboard": ["one_time": true, "buttons": .array(rows)],
                ])
            try await stage.page.wait(until: "document.querySelectorAll('.standing .key').length === 4")
            let shown = try await stage.page.value(
                of:
                    "[...document.querySelectorAll('.standing .key')].map((key) => [key.localName, key.disabled ?? null, key.href ?? null, key.rel ?? null])"
            )
            #expect(shown[0].rawText == #"["a",null,"https://example.org/tea","noopener noreferrer"]"#)
            #expect(shown[1].rawText == #"["button",true,null,null]"#)
            #expect(shown[2].rawText == #"["button",true,null,null]"#)
            try await stage.page.click(".standing .key[data-type=location]")
            try await stage.page.wait(for: ".m.me .file b", saying: "Место на карте")
            try await stage.page.wait(until: "document.querySelector('.standing').childElementCount === 0")
        }
    }

    @Test("A carousel's buttons are pressed as its own")
    func carousel() async throws {
        try await Self.with { stage in
            let elements = ["Сенча", "Улун"].map { title -> JSONValue in
                let buttons: [JSONValue] = [
                    Self.button("text", "Взять \(title)", ["payload": "{}"]), Self.button("text", "О чае \(title)"),
                ]
                return ["title": .string(title), "description": "100 г", "photo_id": "-1_2", "buttons": .array(buttons)]
            }
            try await stage.vk.call(
                "messages.send", token: Self.token,
                [
                    "peer_id": .integer(Stage.alice), "random_id": 1, "message": "Каталог",
                    "template": ["type": "carousel", "elements": .array(elements)],
                ])
            try await stage.page.click(".card .key", saying: "О чае Улун")
            try await stage.hears("О чае Улун", from: ".me")
            try await stage.page.wait(until: "document.querySelectorAll('.card').length === 2")
            try await stage.page.picture("carousel")
        }
    }
}
