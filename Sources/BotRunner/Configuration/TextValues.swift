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
    /// Notes values that `refuse:` and the reply of `cooldown:` are not given, and languages that nobody would hear them in.
    func checkTexts(of entry: PluginEntry, _ type: any Plugin.Type, _ node: YAMLNode, _ path: String, _ reading: inout ConfigurationReading)
    {
        if entry.refuse != nil { checkText(node["refuse"] ?? node, type, [], path + ".refuse", &reading) }
        guard case .texts? = entry.cooldown?.cooldown.reply else { return }
        checkText(node["cooldown"]?["reply"] ?? node, type, ["left"], path + ".cooldown.reply", &reading)
    }

    /// Looks at one text, or at that of each language.
    private func checkText(
        _ node: YAMLNode, _ type: any Plugin.Type, _ known: [String], _ path: String, _ reading: inout ConfigurationReading
    ) {
        for language in node.mapping ?? YAMLMapping([]) {
            let path = "\(path).\(language.name)"
            if !Languages.isCode(language.name) {
                reading.note("'\(language.name)' is no language; write { ru: \"…\", en: \"…\" }", at: language.key, path)
            }
            checkText(language.value, type, known, path, &reading)
        }
        checkLanguages(of: node, type, path, &reading)
        if let text = node.scalar, let problem = TextValues.problem(in: text, known: known) { reading.note(problem, at: node, path) }
    }
}
