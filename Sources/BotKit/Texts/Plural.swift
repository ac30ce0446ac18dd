// Govorun: the form of a word after a number. SPDX-License-Identifier: MIT

/// Picks the form of a word that goes with a number: `"\(n) \(Plural.ru(n, "товар", "товара", "товаров"))"`.
///
/// The sign does not matter; a number with a fraction takes the form of "половина чего": «1,5 товара», `1.5 items`.
public enum Plural {
    /// Russian, where three forms differ: 1 товар, 2 товара, 5 товаров.
    public static func ru(_ number: Int, _ one: String, _ few: String, _ many: String) -> String {
        switch RussianForm(number) {
        case .one: one
        case .few: few
        case .many: many
        }
    }

    /// Russian with a fraction: 1,5 товара; a number without one is read as whole.
    public static func ru(_ number: Double, _ one: String, _ few: String, _ many: String) -> String {
        Int(exactly: number).map { ru($0, one, few, many) } ?? (number.isFractional ? few : many)
    }

    /// Russian in the other cases, where two forms differ: у 1 товара, у 2 товаров; к 1 товару, к 5 товарам.
    public static func ru(_ number: Int, _ one: String, _ other: String) -> String { RussianForm(number) == .one ? one : other }

    /// English: 1 item, 0 items, 2 items.
    public static func en(_ number: Int, _ one: String, _ other: String) -> String { number.magnitude == 1 ? one : other }

    /// English with a fraction: 1.5 items.
    public static func en(_ number: Double, _ one: String, _ other: String) -> String { number.magnitude == 1 ? one : other }
}

/// What a Russian noun looks like after a whole number (source: Unicode CLDR, plural rules of `ru`).
private enum RussianForm {
    case one, few, many

    init(_ number: Int) {
        let (tens, units) = (number.magnitude % 100, number.magnitude % 10)
        switch units {
        case 1 where tens != 11: self = .one
        case 2...4 where !(12...14).contains(tens): self = .few
        default: self = .many
        }
    }
}

extension Double {
    fileprivate var isFractional: Bool { isFinite && self != rounded() }
}
