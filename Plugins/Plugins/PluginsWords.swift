// Govorun plugin: what is said about plugins. SPDX-License-Identifier: MIT
import BotKit

/// Russian, or English where the bot speaks it.
struct PluginsWords {
    private let isEnglish: Bool

    init(language: String) { isEnglish = language.lowercased().hasPrefix("en") }

    private func say(_ russian: String, _ english: String) -> String { isEnglish ? english : russian }

    var argument: String { say("on/off плагин", "on/off plugin") }
    var help: String { say("плагины: список, включить, выключить", "plugins: list, switch on, switch off") }
    var itself: String {
        say("Этот плагин нельзя выключить: нечем было бы включить.", "This plugin stays on: nothing could switch it on again.")
    }

    var onlyHere: String {
        say("Везде включают и выключают только администраторы бота.", "Only the bot's administrators switch everywhere.")
    }

    func usage(prefix: String, _ command: String) -> String {
        let start = prefix + command
        return say(
            "Как написать: \(start), \(start) off ПЛАГИН, \(start) on ПЛАГИН; в конце можно добавить «здесь» или «везде».",
            "Write it like this: \(start), \(start) off PLUGIN, \(start) on PLUGIN; behind it, here or everywhere.")
    }

    func unknown(_ name: String, _ names: [String]) -> String {
        let names = names.joined(separator: ", ")
        return say("Плагина «\(name)» нет. Есть: \(names).", "There is no plugin '\(name)'. There are \(names).")
    }

    func isOff(_ name: String, everywhere: Bool) -> String {
        everywhere
            ? say("Плагин \(name) выключен везде.", "The plugin \(name) is off everywhere.")
            : say("Плагин \(name) здесь выключен.", "The plugin \(name) is off here.")
    }

    func isOn(_ name: String, everywhere: Bool) -> String {
        everywhere
            ? say("Плагин \(name) включён.", "The plugin \(name) is on.")
            : say("Плагин \(name) здесь включён.", "The plugin \(name) is on here.")
    }

    func isOffEverywhere(_ name: String) -> String {
        say(
            "Плагин \(name) выключен везде или приостановлен; вернуть его может администратор бота: on \(name) везде.",
            "The plugin \(name) is off everywhere, or parked; an administrator of the bot can bring it back: on \(name) everywhere.")
    }

    /// One line a plugin: its name, how it stands, its commands.
    func list(_ plugins: [PluginStanding]) -> String {
        let lines = plugins.map { plugin in
            let commands = plugin.commands.map(\.name).joined(separator: ", ")
            return "\(plugin.name) — \(state(of: plugin))" + (commands.isEmpty ? "" : " (\(commands))")
        }
        return ([say("Плагины:", "Plugins:")] + lines).joined(separator: "\n")
    }

    private func state(of plugin: PluginStanding) -> String {
        switch plugin.standing {
        case .parked(let reason):
            say("приостановлен", "parked") + (reason.isEmpty ? "" : ": \(reason)")
        case .off: say("выключен везде", "off everywhere")
        case .offHere: say("выключен здесь", "off here")
        case .on: plugin.worksHere ? say("работает", "on") : say("работает в других местах", "on elsewhere")
        }
    }
}
