// Govorun: templates of messages as patterns. SPDX-License-Identifier: MIT

/// Writes the pattern for a template such as `дай <count:int> <what>`.
enum TemplatePattern {
    /// Why a template cannot be used.
    struct Flaw: Error, CustomStringConvertible {
        let description: String
    }

    private static let kinds = ["int": #"[+-]?\d+"#, "double": #"[+-]?\d+(?:[.,]\d+)?"#, "word": #"\S+?"#, "rest": ".+?"]

    /// - Parameter resting: places that hold several words unless the template says otherwise.
    /// - Throws: `Flaw` for a place without an end, with a name twice, or of a kind there is none of.
    static func source(of template: String, resting: Set<String>) throws(Flaw) -> String {
        var rest = template[...].trimmed
        guard !rest.isEmpty else { throw Flaw(description: "an empty template fits nothing") }
        var pattern = #"(?s)^\s*"#
        var names: Set<String> = []
        while let open = rest.firstIndex(of: "<") {
            pattern += literal(rest[..<open])
            guard let close = rest[open...].firstIndex(of: ">") else { throw Flaw(description: "'<' without '>' in «\(template)»") }
            let place = rest[rest.index(after: open)..<close].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = place.first.map(String.init) ?? ""
            guard isName(name) else { throw Flaw(description: "'<\(name)>' is no name: letters, digits and low lines, a letter first") }
            guard names.insert(name).inserted else { throw Flaw(description: "'<\(name)>' stands twice in «\(template)»") }
            let kind = place.count == 2 ? String(place[1]) : resting.contains(name) ? "rest" : "word"
            guard let source = kinds[kind] else {
                throw Flaw(description: "'\(kind)' is no kind of place; there are \(kinds.keys.sorted().joined(separator: ", "))")
            }
            pattern += "(?<\(name)>\(source))"
            rest = rest[rest.index(after: close)...]
        }
        return pattern + literal(rest) + #"[\s.!?…]*$"#
    }

    private static func isName(_ name: String) -> Bool {
        name.first?.isLetter == true && name.utf8.count <= 32 && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Words as they are; however many spaces between.
    private static func literal(_ text: Substring) -> String {
        var pattern = ""
        var isAfterSpace = false
        for character in text {
            if character.isBlank {
                pattern += isAfterSpace ? "" : #"\s+"#
            } else if character.isASCII, !character.isLetter, !character.isNumber {
                pattern += "\\" + String(character)
            } else {
                pattern += String(character)
            }
            isAfterSpace = character.isBlank
        }
        return pattern
    }
}
