// Govorun: the types that are read from one scalar. SPDX-License-Identifier: MIT
internal import FoundationEssentials

/// A type read from the text of a scalar, never through its own `Codable`.
///
/// Every primitive type of `Decoder` must conform: its own `init(from:)` would come straight back here.
protocol ScalarReadable {
    /// What is expected, to follow that word: "a whole number".
    static var expectation: String { get }
    /// Stands in for a value that was wrong, while the other mistakes are looked for.
    static var standIn: Self { get }
    /// The value of a scalar, which is neither a list nor a mapping; nil if it is none.
    static func read(_ text: String, from node: YAMLNode) -> Self?
    /// What to do about a scalar that cannot be read; may quote it, so it is not asked for where the value is secret.
    static func hint(_ text: String, from node: YAMLNode) -> String?
}

extension ScalarReadable {
    static func hint(_ text: String, from node: YAMLNode) -> String? {
        guard node.isText, read(text, from: YAMLNode(.scalar(text), style: .plain)) != nil else { return nil }
        return "remove the quotes"
    }
}

extension String: ScalarReadable {
    static var expectation: String { "text" }
    static var standIn: String { "" }
    static func read(_ text: String, from node: YAMLNode) -> String? {
        node.isNull && !node.isEmptied ? nil : text
    }
    static func hint(_ text: String, from node: YAMLNode) -> String? {
        text.isEmpty ? nil : "put it in quotes if the text '\(text)' is meant"
    }
}

extension Bool: ScalarReadable {
    static var expectation: String { "true or false" }
    static var standIn: Bool { false }
    static func read(_ text: String, from node: YAMLNode) -> Bool? {
        node.isText ? nil : CoreSchema.boolean(text)
    }
}

extension ScalarReadable where Self: FixedWidthInteger {
    static var expectation: String { Self.isSigned ? "a whole number" : "a whole number, 0 or more" }
    static var standIn: Self { 0 }
    static func read(_ text: String, from node: YAMLNode) -> Self? {
        guard !node.isText, let (digits, radix) = CoreSchema.integer(text) else { return nil }
        return Self(digits, radix: radix)
    }
    static func hint(_ text: String, from node: YAMLNode) -> String? {
        if !node.isText, CoreSchema.integer(text) != nil { return "the range is \(Self.min) to \(Self.max)" }
        let plain = text.filter { $0 != "_" && $0 != " " }
        if plain != text, CoreSchema.integer(plain) != nil { return "write \(plain)" }
        guard node.isText, CoreSchema.integer(text) != nil else { return nil }
        return "remove the quotes"
    }
}

extension Int: ScalarReadable {}
extension Int8: ScalarReadable {}
extension Int16: ScalarReadable {}
extension Int32: ScalarReadable {}
extension Int64: ScalarReadable {}
extension Int128: ScalarReadable {}
extension UInt: ScalarReadable {}
extension UInt8: ScalarReadable {}
extension UInt16: ScalarReadable {}
extension UInt32: ScalarReadable {}
extension UInt64: ScalarReadable {}
extension UInt128: ScalarReadable {}

extension ScalarReadable where Self: BinaryFloatingPoint {
    static var expectation: String { "a number" }
    static var standIn: Self { 0 }
    static func read(_ text: String, from node: YAMLNode) -> Self? {
        guard !node.isText, let number = CoreSchema.number(text) else { return nil }
        let value = Self(number)
        return value.isInfinite && !text.lowercased().hasSuffix(".inf") ? nil : value
    }
}

extension Double: ScalarReadable {}
extension Float: ScalarReadable {}

extension Duration: ScalarReadable {
    static var expectation: String { "a duration such as 500ms, 10s, 5m, 2h or 1d" }
    static var standIn: Duration { .zero }
    /// What added to a time still is one: a hundred years.
    private static var longest: Duration { .seconds(36_500 * 86_400) }
    static func read(_ text: String, from node: YAMLNode) -> Duration? { DurationText.parse(text).flatMap { $0 <= longest ? $0 : nil } }
    static func hint(_ text: String, from node: YAMLNode) -> String? {
        if DurationText.parse(text) != nil { return "36500d is the longest" }
        if text.hasPrefix("-"), let rest = text.split(separator: "-").first.map(String.init) {
            guard DurationText.parse(rest) == nil, CoreSchema.number(rest) == nil else { return "a negative duration is refused" }
        }
        if let same = DurationText.respelled(text) { return "write \(same)" }
        guard text.utf8.count < 20, CoreSchema.number(text) != nil else { return nil }
        return "add a unit, as in \(text)s"
    }
}

extension URL: ScalarReadable {
    static var expectation: String { "an address such as https://example.org/path" }
    static var standIn: URL { URL(filePath: "/") }
    static func read(_ text: String, from node: YAMLNode) -> URL? {
        guard !text.contains(where: \.isWhitespace), let url = URL(string: text), url.scheme != nil else { return nil }
        return url
    }
}

extension YAMLNode: ScalarReadable {
    static var expectation: String { "a value" }
    static var standIn: YAMLNode { YAMLNode(.scalar(""), style: .plain) }
    static func read(_ text: String, from node: YAMLNode) -> YAMLNode? { node }
}
