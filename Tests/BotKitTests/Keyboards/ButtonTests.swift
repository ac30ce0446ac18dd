// Govorun: the kinds of buttons. SPDX-License-Identifier: MIT
import BotKit
import Testing

@Suite("Buttons")
struct ButtonTests {
    @Test(
        "Each kind is written as VK takes it",
        arguments: [
            (.location(), #"{"type":"location"}"#), (.location(payload: ["a": 1]), #"{"type":"location","payload":"{\"a\":1}"}"#),
            (
                .pay(hash: "action=transfer-to-group&group_id=1&aid=10"),
                #"{"type":"vkpay","hash":"action=transfer-to-group&group_id=1&aid=10"}"#
            ),
            (.app("Игра", id: 7), #"{"type":"open_app","label":"Игра","app_id":7}"#),
            (.app("Игра", id: 7, owner: -5, hash: "h"), #"{"type":"open_app","label":"Игра","app_id":7,"owner_id":-5,"hash":"h"}"#),
            (
                .subscribe(peer: 5, intent: "non_promo_newsletter"),
                #"{"type":"intent_subscribe","peer_id":5,"intent":"non_promo_newsletter"}"#
            ),
            (
                .unsubscribe("Хватит", peer: 5, intent: "confirmed_notification", id: 3),
                #"{"type":"intent_unsubscribe","label":"Хватит","peer_id":5,"intent":"confirmed_notification","subscribe_id":3}"#
            ),
            (.link("Сайт", url: "https://example.org"), #"{"type":"open_link","label":"Сайт","link":"https://example.org"}"#),
        ] as [(Button, String)])
    func written(button: Button, expected: String) throws {
        let json = try Keyboard { Row { button } }.json().view["buttons"][0][0]
        #expect(json["action"].rawText == expected)
        #expect(!json["color"].exists)
    }

    @Test(
        "What its kind cannot do without is asked for, with the button's name",
        arguments: [
            (.app("", id: 7), .noLabel), (.app("Игра", id: 0), .badAction), (.pay(hash: " "), .badAction),
            (.subscribe(peer: 0, intent: "x"), .badAction),
            (.subscribe(peer: 5, intent: ""), .badAction), (.subscribe(peer: 5, intent: "x", id: 101), .badAction),
            (.link("Сайт", url: " "), .noLink),
            (.link("", url: "https://example.org"), .noLabel), (.callback(" ", payload: 1), .noLabel),
        ] as [(Button, KeyboardError.Code)])
    func incomplete(button: Button, code: KeyboardError.Code) {
        let error = #expect(throws: KeyboardError.self) { try Keyboard { Row { button } }.json() }
        #expect(error?.code == code)
        #expect(error?.button == button.label)
    }

    @Test("Two wide buttons stand in a row, not three")
    func wide() throws {
        _ = try Keyboard {
            Row {
                Button.location(); Button.app("Игра", id: 1); Button("a")
            }
        }.json()
        let error = #expect(throws: KeyboardError.self) {
            try Keyboard {
                Row {
                    Button.location(); Button.pay(hash: "x"); Button.app("Игра", id: 1)
                }
            }.json()
        }
        #expect(error?.code == .tooManyWide)
        #expect(error?.description == "keyboard: 3 wide buttons in a row, VK shows 2 (button «Игра»)")
    }

    @Test("All colours are VK's words", arguments: [Button.Color.primary, .secondary, .negative, .positive])
    func colours(color: Button.Color) throws {
        let json = try Keyboard { Row { Button("a", color: color) } }.json().view
        #expect(json["buttons"][0][0]["color"].string == "\(color)")
    }
}
