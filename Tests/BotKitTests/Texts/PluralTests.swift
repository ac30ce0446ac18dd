// Govorun: plural forms. SPDX-License-Identifier: MIT
import BotKit
import Testing

@Suite("Plural forms")
struct PluralTests {
    @Test(
        "Russian has three forms",
        arguments: [
            (0, "товаров"), (1, "товар"), (2, "товара"), (3, "товара"), (4, "товара"), (5, "товаров"), (9, "товаров"), (10, "товаров"),
            (11, "товаров"),
            (12, "товаров"), (13, "товаров"), (14, "товаров"), (15, "товаров"), (19, "товаров"), (20, "товаров"), (21, "товар"),
            (22, "товара"),
            (24, "товара"), (25, "товаров"), (100, "товаров"), (101, "товар"), (102, "товара"), (111, "товаров"), (112, "товаров"),
            (114, "товаров"),
            (121, "товар"), (1000, "товаров"), (1001, "товар"), (1011, "товаров"), (-1, "товар"), (-2, "товара"), (-11, "товаров"),
            (-21, "товар"),
            (.max, "товаров"), (.min, "товаров"),
        ])
    func russian(number: Int, form: String) { #expect(Plural.ru(number, "товар", "товара", "товаров") == form) }

    @Test(
        "A fraction takes the form of a part of one",
        arguments: [
            (1.5, "товара"), (0.1, "товара"), (5.5, "товара"), (-1.5, "товара"), (1.0, "товар"), (5.0, "товаров"), (1e300, "товаров"),
            (.nan, "товаров"),
        ])
    func fraction(number: Double, form: String) { #expect(Plural.ru(number, "товар", "товара", "товаров") == form) }

    @Test(
        "In the other cases Russian has two forms",
        arguments: [(1, "товара"), (2, "товаров"), (5, "товаров"), (11, "товаров"), (21, "товара"), (0, "товаров"), (-1, "товара")])
    func genitive(number: Int, form: String) { #expect("у \(number) \(Plural.ru(number, "товара", "товаров"))" == "у \(number) \(form)") }

    @Test(
        "English has two", arguments: [(0, "items"), (1, "item"), (-1, "item"), (2, "items"), (11, "items"), (21, "items"), (101, "items")])
    func english(number: Int, form: String) { #expect(Plural.en(number, "item", "items") == form) }

    @Test("An English fraction is many", arguments: [(1.0, "item"), (1.5, "items"), (0.5, "items")])
    func englishFraction(number: Double, form: String) { #expect(Plural.en(number, "item", "items") == form) }
}
