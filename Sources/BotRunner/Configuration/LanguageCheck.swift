// Govorun: whether a bot can speak its languages. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

extension BotMaking {
    /// Notes a language in which neither we nor any of the bot's plugins have a text; texts of the bot's own may be in any.
    func checkLanguages(of bot: BotConfiguration, _ plugins: [YAMLNode], _ reading: inout ConfigurationReading) {
        guard plugins.allSatisfy({ $0["texts"]?.isNull ?? true }) else { return }
        let types = plugins.compactMap { node in (node.scalar ?? node["use"]?.scalar).flatMap { reading.catalog.type($0) } }
        let others = Set(types.flatMap { $0.strings.languages }).subtracting(Languages.own)
        let known = Languages.own + others.sorted()
        let isOwn = node["language"] != nil
        guard let place = node["language"] ?? root["defaults"]?["language"] else { return }
        for (index, language) in ([bot.language] + bot.otherLanguages).enumerated() where !known.contains(Languages.base(language)) {
            let keyPath = (isOwn ? "bots.\(name)" : "defaults") + ".language" + (place.sequence == nil ? "" : "[\(index)]")
            let message = "neither we nor the bot's plugins speak '\(language)'; expected \(known.joined(separator: ", "))"
            reading.note(message, at: place[index] ?? place, keyPath)
        }
    }
}
