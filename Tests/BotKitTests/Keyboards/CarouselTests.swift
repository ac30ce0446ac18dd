// Govorun: carousels. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Carousels")
struct CarouselTests {
    private static func card(_ title: String = "Чай", _ count: Int = 1) -> Card {
        Card(title) { for number in 0..<count { Button("b\(number)") } }
    }

    @Test("A carousel is written as VK takes it")
    func written() throws {
        let carousel = Carousel {
            Card("Чай", description: "Зелёный", photo: "photo-1_2_key", action: .link("https://example.org")) { Button("Взять") }
            for name in ["Кофе"] {
                Card(name, description: "Чёрный", photo: "-1_3", action: .photo) { Button.link("Сайт", url: "https://example.org") }
            }
        }
        #expect(
            try carousel.json().serialized
                == #"{"type":"carousel","elements":[{"title":"Чай","description":"Зелёный","photo_id":"-1_2","action":{"type":"open_link","#
                + #""link":"https://example.org"},"buttons":[{"action":{"type":"text","label":"Взять"},"color":"secondary"}]},"#
                + #"{"title":"Кофе","description":"Чёрный","photo_id":"-1_3","action":{"type":"open_photo"},"#
                + #""buttons":[{"action":{"type":"open_link","label":"Сайт","link":"https://example.org"}}]}]}"#)
    }

    @Test(
        "What is beyond VK's limits is refused, with the card or the button",
        arguments: [
            ([], .cardCount, "keyboard: 0 cards in a carousel, VK takes 1 to 10"),
            (Array(repeating: card(), count: 11), .cardCount, "keyboard: 11 cards in a carousel, VK takes 1 to 10"),
            ([card("Чай", 4)], .tooManyButtons, "keyboard: 4 buttons on card 1, VK takes 1 to 3 (button «b3»)"),
            ([card("Чай", 0)], .noButtons, "keyboard: 0 buttons on card 1, VK takes 1 to 3"),
            ([card(), Card(" ") { Button("a") }], .badCard, "keyboard: card 2 has neither title nor photo"),
            ([Card(photo: "photo") { Button("a") }], .badCard, "keyboard: card 1 has «photo» for a photo, VK takes -1_2"),
            (
                [card(), Card("a", description: "b") { Button("a") }], .badCard,
                "keyboard: card 2 has other parts than the first, VK takes cards of one structure"
            ),
            ([Card("a", action: .link("")) { Button("a") }], .noLink, "keyboard: card 1 opens a link without a link"),
            ([Card("a") { Button("") }], .noLabel, "keyboard: a button without a label (button «»)"),
        ] as [([Card], KeyboardError.Code, String)])
    func refused(cards: [Card], code: KeyboardError.Code, message: String) {
        let error = #expect(throws: KeyboardError.self) { try Carousel(cards: cards).json() }
        #expect(error?.code == code)
        #expect(error?.description == message)
    }

    @Test("Titles and descriptions hold 80 characters")
    func texts() throws {
        let limit = String(repeating: "ы", count: 80)
        _ = try Carousel(cards: [Card(limit, description: limit) { Button("a") }]).json()
        for card in [Card(limit + "ы") { Button("a") }, Card("a", description: limit + "ы") { Button("a") }] {
            let error = #expect(throws: KeyboardError.self) { try Carousel(cards: [card]).json() }
            #expect(error?.code == .cardTextTooLong)
        }
    }

    @Test("It goes out beside a text, with the last part; no keyboard inside the message stands beside it")
    func sent() async throws {
        let bot = try await TestBot(messageLimit: 5) {
            Command("menu") { message in try await message.send("Выбор: раз", carousel: Carousel(cards: [Self.card()])) }
            Command("both") { message in
                try await message.send(
                    "Выбор", keyboard: Keyboard(.inline) { Row { Button("a") } }, carousel: Carousel(cards: [Self.card()]))
            }
        }
        #expect(await bot.person("Алиса").says("/menu").map { $0.parameters["template"] != nil } == [false, true])
        #expect(await bot.person("Алиса").says("/both").isEmpty)
        #expect(bot.problems.first?.contains("a keyboard inside the message beside a carousel") == true)
    }
}
