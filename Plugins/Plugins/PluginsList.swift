// Govorun plugin: the list of plugins. SPDX-License-Identifier: MIT
import BotKit

/// One line a plugin: its name, how it stands, its commands.
struct PluginsList {
    let texts: PluginTexts

    func text(_ plugins: [PluginStanding]) -> FormattedText {
        ([texts["list.title"]] + plugins.map(line)).joined(separator: "\n")
    }

    private func line(_ plugin: PluginStanding) -> FormattedText {
        let commands = plugin.commands.map(\.name).joined(separator: ", ")
        return "\(plugin.name) — \(state(of: plugin))" + (commands.isEmpty ? "" : " (\(commands))")
    }

    private func state(of plugin: PluginStanding) -> FormattedText {
        switch plugin.standing {
        case .parked(let reason): texts["list.parked"] + why(reason)
        case .off: texts["list.off"]
        case .offHere: texts["list.off-here"]
        case .on: texts[plugin.worksHere ? "list.works" : "list.elsewhere"]
        }
    }

    private func why(_ reason: ParkingReason) -> FormattedText {
        switch reason {
        case .failures(let count): ": \(texts["parked.failures", ["count": count]])"
        case .deaths(let update): ": \(texts["parked.deaths", ["update": update]])"
        case .said(let text): text.isEmpty ? "" : ": \(text)"
        }
    }
}
