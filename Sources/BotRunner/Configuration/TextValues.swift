// Govorun: `{values}` in texts that bots.yaml gives. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// Finds names in braces that nothing will be put in place of.
enum TextValues {
    /// What is wrong with `text`, which is given the values `known`; `nil` when nothing is.
    static func problem(in text: String, known: [String]) -> String? {
        let places = places(in: text)
        if let counted = places.first(where: { $0.contains("|") }) { return misplaced(counted, known) }
        if let open = unclosed(in: text, known: known) { return "'{\(open)' would be said as it stands; write '{\(open)}'" }
        guard let stranger = places.first(where: { !known.contains($0) }) else { return nil }
        guard !known.isEmpty else { return "this text is given no values: '{\(stranger)}' would be said as it stands" }
        let hint = Spelling.meant(by: stranger, among: known).map { "did you mean '{\($0)}'?" }
        return "this text is given no '{\(stranger)}'; " + (hint ?? "it is given " + list(known))
    }

    /// What is wrong with `place`, forms of a word after a number: only the texts of a plugin are given numbers.
    private static func misplaced(_ place: String, _ known: [String]) -> String {
        "'{\(place)}' would be said as it stands: this text is given no number" + (known.isEmpty ? "" : "; it is given " + list(known))
    }

    private static func list(_ known: [String]) -> String { known.map { "{\($0)}" }.joined(separator: ", ") }

    /// The first of `known` that stands behind a brace, and before none.
    private static func unclosed(in text: String, known: [String]) -> String? {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().lazy.compactMap { rest in
            known.first { rest.prefix(while: isNamed) == $0 && rest.dropFirst($0.count).first != "}" }
        }.first
    }

    /// What stands in braces and begins with a name, in its order: names, and names with forms of a word.
    private static func places(in text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let (place, name) = (rest[..<end], rest[..<end].prefix { $0 != "|" })
            guard name.first?.isLetter == true, name.allSatisfy(isNamed) else { return nil }
            return String(place)
        }
    }

    private static func isNamed(_ sign: Character) -> Bool { sign.isLetter || sign.isNumber || sign == "_" || sign == "-" }
}

extension PluginMaking {
    /// Notes values that `refuse:` and the reply of `cooldown:` are not given.
    func checkTexts(of entry: PluginEntry, _ node: YAMLNode, _ path: String, _ reading: inout ConfigurationReading) {
        check(entry.refuse, known: [], at: node["refuse"] ?? node, path + ".refuse", &reading)
        check(entry.cooldown?.reply, known: ["left"], at: node["cooldown"]?["reply"] ?? node, path + ".cooldown.reply", &reading)
    }

    private func check(_ words: Words?, known: [String], at node: YAMLNode, _ path: String, _ reading: inout ConfigurationReading) {
        for (language, text) in words?.texts ?? [] {
            guard let problem = TextValues.problem(in: text, known: known) else { continue }
            let own = node.mapping?.first { Languages.base($0.name) == language }?.value
            reading.note(problem, at: own ?? node, language.isEmpty ? path : "\(path).\(language)")
        }
    }
}
