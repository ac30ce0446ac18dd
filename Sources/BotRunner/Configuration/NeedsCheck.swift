// Govorun: whether every plugin of a bot has what it needs. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// Tells what is missing at the plugin's line.
struct NeedsCheck {
    let bot: BotConfiguration
    /// `bots.helpdesk`.
    let path: String

    /// Checks what plugins need of each other, each with its entry and the path of that.
    func checkOthers(_ plugins: [(instance: PluginInstance, node: YAMLNode, path: String)], _ reading: inout ConfigurationReading) {
        for problem in PluginOrder(plugins.map(\.instance)).problems {
            guard let plugin = plugins.first(where: { $0.instance.name == problem.plugin }) else { continue }
            reading.note(problem.message, at: place(of: plugin.node), plugin.path)
        }
    }

    /// Checks what a plugin needs of the bot.
    func check(_ type: any Plugin.Type, _ name: String, _ node: YAMLNode, _ path: String, _ reading: inout ConfigurationReading) {
        for need in type.needs {
            guard let lack = lack(of: need) else { continue }
            reading.note("'\(name)' needs \(lack)", at: place(of: node), path)
        }
    }

    private func place(of node: YAMLNode) -> YAMLNode { node["use"] ?? node }

    /// What the bot does not have, and where it would be written.
    private func lack(of need: PluginNeed) -> String? {
        switch need.kind {
        case .userToken where bot.userToken == nil && !bot.updates.contains(.userLongPoll):
            "a person's token; write 'user_token' under \(path)"
        case .updates(.longPoll) where !bot.updates.contains(.longPoll): "long poll; add long-poll to 'updates' of \(path)"
        case .updates(.callback) where !bot.updates.contains(.callback): "callbacks; add callback to 'updates' of \(path)"
        case .plugin, .service, .userToken, .updates, .events: nil
        }
    }
}
