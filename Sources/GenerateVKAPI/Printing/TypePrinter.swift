// Govorun: views, open enums and aliases as Swift. SPDX-License-Identifier: MIT

enum TypePrinter {
    static func lines(_ declaration: Declaration, depth: Int = 0) -> [String] {
        switch declaration {
        case .view(let view): lines(view, depth)
        case .word(let word): lines(word, depth)
        case .alias(let name, let definition, let type):
            ["\(Layout.indent(depth))/// VK's `\(definition)`.", "\(Layout.indent(depth))public typealias \(name) = \(type.name)"]
        }
    }

    private static func lines(_ view: ViewType, _ depth: Int) -> [String] {
        let inner = Layout.indent(depth + 1)
        var lines = [
            "\(Layout.indent(depth))/// VK's `\(view.origin)`.",
            "\(Layout.indent(depth))public struct \(view.name): \(view.isListing ? "VKObject, VKListing" : "VKObject") {",
            "\(inner)/// What VK sent.",
            "\(inner)public let json: JSON",
            "\(inner)/// A view of `json`.",
            "\(inner)public init(_ json: JSON) { self.json = json }",
        ]
        if !view.properties.isEmpty { lines.append("") }
        for property in view.properties { lines += self.lines(property, depth + 1) }
        for nested in view.nested { lines += [""] + self.lines(nested, depth: depth + 1) }
        return lines + ["\(Layout.indent(depth))}"]
    }

    private static func lines(_ property: Property, _ depth: Int) -> [String] {
        let mark = property.isRequired || property.type.hasEmptyForm ? "" : "?"
        let source = property.key.isEmpty ? "json" : "json[\"\(property.key)\"]"
        let reading = property.type.reading(source, isRequired: property.isRequired)
        let comment = property.key.isEmpty ? "The same object as this kind." : "VK's `\(property.key)`\(property.limits.sentence)."
        let head = "\(Layout.indent(depth))public var \(property.name): \(property.type.name)\(mark) {"
        let isShort = head.count + reading.count + 3 <= Layout.width
        return Layout.comment(comment, depth: depth)
            + (isShort ? ["\(head) \(reading) }"] : [head, Layout.indent(depth + 1) + reading, Layout.indent(depth) + "}"])
    }

    private static func lines(_ word: OpenEnum, _ depth: Int) -> [String] {
        let inner = Layout.indent(depth + 1)
        let raw = word.isNumeric ? "Int" : "String"
        var lines = [
            "\(Layout.indent(depth))/// \(word.isNumeric ? "Numbers" : "Words") of VK's `\(word.origin)`.",
            "\(Layout.indent(depth))public struct \(word.name): \(word.isNumeric ? "VKNumber" : "VKWord") {",
            "\(inner)/// As VK writes it.",
            "\(inner)public let rawValue: \(raw)",
            "\(inner)/// What VK writes as `rawValue`.",
            "\(inner)public init(rawValue: \(raw)) { self.rawValue = rawValue }",
        ]
        if !word.members.isEmpty { lines.append("") }
        for member in word.members {
            let value = word.isNumeric ? member.value : "\"\(member.value)\""
            lines += [
                "\(inner)/// VK's `\(member.value)`.", "\(inner)public static var \(member.name): Self { Self(rawValue: \(value)) }",
            ]
        }
        return lines + ["\(Layout.indent(depth))}"]
    }
}

extension Limits {
    /// `, 0...100, 20 if left out`, or nothing.
    var sentence: String {
        var facts: [String] = []
        switch (minimum, maximum) {
        case (let low?, let high?): facts.append("\(low)...\(high)")
        case (let low?, nil): facts.append("at least \(low)")
        case (nil, let high?): facts.append("at most \(high)")
        case (nil, nil): break
        }
        if let longest { facts.append("at most \(longest) characters") }
        if let most { facts.append("at most \(most) elements") }
        return facts.isEmpty ? "" : ", " + facts.joined(separator: ", ")
    }
}
