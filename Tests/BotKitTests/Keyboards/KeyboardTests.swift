// Govorun: keyboards and VK's limits. SPDX-License-Identifier: MIT
import BotKit
import Testing

@Suite("Keyboards")
struct KeyboardTests {
    private static func rows(_ counts: [Int]) -> [Row] {
        var number = 0
        return counts.map { count in
            Row(
                (0..<count).map { _ in
                    number += 1
                    return Button("b\(number)")
                })
        }
    }

    @Test(
        "What VK's limits allow is written",
        arguments: [
            (.underInput, [5, 5, 5, 5, 5, 5, 5, 5]), (.once, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4]), (.inline, [5, 5]),
            (.inline, [1, 1, 1, 1, 1, 1]),
            (.underInput, []),
        ] as [(Keyboard.Place, [Int])])
    func allowed(place: Keyboard.Place, counts: [Int]) throws {
        _ = try Keyboard(place, rows: Self.rows(counts)).json()
    }

    @Test(
        "What is beyond them is refused, with the limit and the first button beyond it",
        arguments: [
            (.underInput, [6], .rowTooWide, "keyboard: 6 buttons in a row, VK takes 5 (button «b6»)"),
            (.inline, [6], .rowTooWide, "keyboard: 6 buttons in a row, VK takes 5 (button «b6»)"),
            (.underInput, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], .tooManyRows, "keyboard: 11 rows, VK takes 10 (button «b11»)"),
            (.once, [5, 5, 5, 5, 5, 5, 5, 5, 1], .tooManyButtons, "keyboard: 41 buttons, VK takes 40 (button «b41»)"),
            (.inline, [1, 1, 1, 1, 1, 1, 1], .tooManyRows, "keyboard: 7 rows, VK takes 6 (button «b7»)"),
            (.inline, [5, 5, 1], .tooManyButtons, "keyboard: 11 buttons, VK takes 10 (button «b11»)"),
            (.inline, [], .noButtons, "keyboard: no buttons to show inside the message"),
            (.underInput, [1, 0], .emptyRow, "keyboard: a row without buttons"),
        ] as [(Keyboard.Place, [Int], KeyboardError.Code, String)])
    func refused(place: Keyboard.Place, counts: [Int], code: KeyboardError.Code, message: String) {
        let error = #expect(throws: KeyboardError.self) { try Keyboard(place, rows: Self.rows(counts)).json() }
        #expect(error?.code == code)
        #expect(error?.description == message)
    }

    private static let long = String(repeating: "ы", count: 41)

    @Test(
        "A button beyond them is named",
        arguments: [
            (Button(""), .noLabel), (Button("  "), .noLabel), (Button(long), .labelTooLong),
            (Button(String(repeating: "🇷🇺", count: 21)), .labelTooLong),
            (Button("p", payload: .string(String(repeating: "x", count: 254))), .payloadTooLong), (.link("l", url: ""), .noLink),
            (.callback("c", payload: ["key": .string(String(repeating: "ы", count: 246))]), .payloadTooLong),
        ] as [(Button, KeyboardError.Code)])
    func button(button: Button, code: KeyboardError.Code) {
        let error = #expect(throws: KeyboardError.self) { try Keyboard { Row { button } }.json() }
        #expect(error?.code == code)
        #expect(error?.button == button.label)
    }

    @Test("A button at its limits is written")
    func atLimit() throws {
        let label = String(Self.long.dropLast())
        _ = try Keyboard { Row { Button(label, payload: .string(String(repeating: "x", count: 253))) } }.json()
    }

    @Test("Each kind of button is written as VK takes it")
    func written() throws {
        let keyboard = Keyboard(.inline) {
            Row {
                Button("Да", color: .positive, payload: ["a": "б\""])
                Button.callback("Нет", payload: [])
            }
            Row { Button.link("Сайт", url: "https://example.org/?a=b") }
        }
        let text = try keyboard.json().serialized
        #expect(
            text == #"{"inline":true,"buttons":[[{"action":{"type":"text","label":"Да","payload":"{\"a\":\"б\\\"\"}"},"color":"positive"},"#
                + #"{"action":{"type":"callback","label":"Нет","payload":"[]"},"color":"secondary"}],"#
                + #"[{"action":{"type":"open_link","label":"Сайт","link":"https://example.org/?a=b"}}]]}"#)
    }

    @Test(
        "one_time stands only under the input field; removal is an empty list",
        arguments: [
            (Keyboard(.inline) { Row { Button("a") } }, nil), (Keyboard { Row { Button("a") } }, false),
            (Keyboard(.once) { Row { Button("a") } }, true),
            (Keyboard.none, true),
        ] as [(Keyboard, Bool?)])
    func places(keyboard: Keyboard, oneTime: Bool?) throws {
        let json = try keyboard.json()
        #expect(json["one_time"] == oneTime.map { .bool($0) })
        #expect((json["buttons"] == []) == keyboard.rows.isEmpty)
    }

    @Test("Rows and buttons can be chosen and repeated in place")
    func builders() throws {
        let isAdmin = true
        let keyboard = Keyboard {
            if isAdmin { Row { Button("Меню") } }
            for page in 1...2 {
                Row { for item in 1...2 { Button("\(page).\(item)") } }
            }
            if isAdmin { Row { Button("Да") } } else { Row { Button("Нет") } }
        }
        #expect(keyboard.rows.map { $0.buttons.map(\.label) } == [["Меню"], ["1.1", "1.2"], ["2.1", "2.2"], ["Да"]])
    }
}
