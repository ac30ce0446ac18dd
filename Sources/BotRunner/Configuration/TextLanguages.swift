// Govorun: texts in languages that no bot speaks. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

extension BotMaking {
    /// The languages of this bot and of the others of the file: what stands under `defaults:` is written for all of them.
    func spoken(by bot: BotConfiguration) -> Set<String> {
        let nodes = [root["defaults"]] + (root["bots"]?.mapping?.map { Optional($0.value) } ?? [])
        let written = nodes.compactMap { $0?["language"] }.flatMap { $0.sequence ?? [$0] }.compactMap(\.scalar)
        return Set(([bot.language] + bot.otherLanguages + written).map(Languages.base))
    }
}

extension PluginMaking {
    /// Notes a text that is never said: neither a bot of the file, nor the plugin, nor we speak its language.
    func checkTextLanguages(of entry: PluginEntry, _ type: any Plugin.Type, _ path: String, _ reading: inout ConfigurationReading) {
        guard let node = entry.texts else { return }
        check(node, under: "", type.strings.keys, known(to: type), path + ".texts", &reading)
    }

    private func check(
        _ node: YAMLNode, under path: String, _ keys: some Collection<String>, _ known: Set<String>, _ keyPath: String,
        _ reading: inout ConfigurationReading
    ) {
        for item in node.mapping ?? YAMLMapping([]) {
            let key = path.isEmpty ? item.name : path + "." + item.name
            // Under a key stands a text or a mapping of languages; elsewhere more of the key. Our own texts are below `dialogue`.
            guard keys.contains(key) || key != "dialogue" && !keys.contains(where: { $0.hasPrefix(key + ".") }) else {
                check(item.value, under: key, keys, known, keyPath, &reading)
                continue
            }
            noteUnheard(item.value, known, "\(keyPath).\(key)", &reading)
        }
    }

    /// Notes languages of a text outside `texts:` that nobody would hear.
    func checkLanguages(of node: YAMLNode, _ type: any Plugin.Type, _ path: String, _ reading: inout ConfigurationReading) {
        noteUnheard(node, known(to: type), path, &reading)
    }

    private func known(to type: any Plugin.Type) -> Set<String> { languages.union(Languages.own).union(type.strings.languages) }

    private func noteUnheard(_ text: YAMLNode, _ known: Set<String>, _ path: String, _ reading: inout ConfigurationReading) {
        for language in text.mapping ?? YAMLMapping([]) where !known.contains(Languages.base(language.name)) {
            // What is no language at all is noted already.
            if reading.problems.contains(where: { $0.mark == language.key.mark }) { continue }
            reading.note(
                "nobody would hear this: the bot '\(bot.name)' speaks \(spokenByBot), not '\(language.name)'; add it to 'language' or "
                    + "leave it out", at: language.key, "\(path).\(language.name)")
        }
    }

    private var spokenByBot: String { ([bot.language] + bot.otherLanguages).joined(separator: ", ") }
}
