// Govorun plugin: switches plugins on and off from a chat, and sets their options. SPDX-License-Identifier: MIT
import BotKit

/// `/plugins` tells how the plugins stand here; `/plugins off echo` and `/plugins on echo` switch one, in the chat or everywhere; `/plugins echo`
/// shows its options, `/plugins echo command repeat` sets one.
///
/// An administrator of a chat switches there; the people under the bot's `admins:` anywhere, and bring back what was parked.
struct PluginsPlugin: Plugin {
    struct Options: PluginOptions {
        /// The command's name, without a prefix.
        var command = "plugins"
        /// What those are told who may not use it; empty: nothing.
        var refuse = ""
    }

    static let summary = "Lists plugins, switches them on and off and sets their options from a chat"
    /// An administrator may have taken over just because a plugin misbehaves.
    static let worksDuringTakeover = true

    private let options: Options
    private let setup: PluginSetup<Options>

    init(_ setup: PluginSetup<Options>) throws {
        (options, self.setup) = (setup.options, setup)
        let isOneWord = options.command.first?.isPunctuation == false && !options.command.contains(where: \.isWhitespace)
        guard isOneWord else { throw OptionProblem("command", "a command's name is one word, without a prefix: plugins") }
    }

    var handlers: [Handler] {
        Command(options.command, .rest(setup.texts["argument"].text).optionally, aliases: ["плагины"], help: setup.texts["help"].text) {
            message, order in
            guard let order else { return _ = try await message.reply(PluginsList(texts: message.texts).text(message.plugins)) }
            try await message.reply(answer(to: order, from: message))
        }
        .allow(.chatAdmins, .admins, refuse: options.refuse.isEmpty ? nil : options.refuse, asksForRights: true)
    }

    private func answer(to text: String, from message: Message) async throws -> FormattedText {
        let texts = message.texts
        let command = message.commandPrefix + options.command
        if let setting = PluginsSetting(text) { return try await PluginsTuning(message: message, command: command).answer(to: setting) }
        guard let order = PluginsOrder(text) else { return texts["usage", ["command": command]] }
        guard let plugin = message.plugins.first(where: { $0.name.lowercased() == order.plugin }) else {
            let names = message.plugins.map(\.name).joined(separator: ", ")
            return texts["unknown", ["plugin": order.plugin, "plugins": names]]
        }
        guard plugin.name != setup.name else { return texts["itself"] }
        let isBotAdmin = try await message.isWritten(by: .admins)
        let isEverywhere = order.place.map { $0 == .everywhere } ?? !message.isFromChat
        guard isBotAdmin || !isEverywhere else { return texts["only-here"] }
        let key =
            order.isOn
            ? try await turnOn(plugin, isEverywhere ? nil : message.peer, isBotAdmin, message)
            : try await turnOff(plugin, isEverywhere ? nil : message.peer, message)
        PluginsLog(message).note(
            order.isOn ? "a plugin was switched on from a chat" : "a plugin was switched off from a chat",
            in: isEverywhere ? nil : message.peer, ["plugin": plugin.name, "outcome": key])
        return texts[key, ["plugin": plugin.name]]
    }

    /// Says by its key what has come of it.
    private func turnOff(_ plugin: PluginStanding, _ peer: Peer?, _ message: Message) async throws -> String {
        try await message.bot.switches.turnOff(plugin.name, in: peer)
        return peer == nil ? "switched.off" : "switched.off-here"
    }

    /// On here, once nothing wider keeps it off; whoever runs the bot lifts that, too. Says by its key what has come of it.
    private func turnOn(_ plugin: PluginStanding, _ peer: Peer?, _ isBotAdmin: Bool, _ message: Message) async throws -> String {
        let switches = message.bot.switches
        if let peer { try await switches.turnOn(plugin.name, in: peer) }
        switch switches.standing(of: plugin.name, in: peer) {
        case .parked where isBotAdmin: try await switches.turnOn(plugin.name)
        case .parked: return "switched.not-by-you"
        case .off where peer != nil: return "switched.not-by-you"
        default: if peer == nil { try await switches.turnOn(plugin.name) }
        }
        if peer == nil { try await switches.turnOn(plugin.name, in: message.peer) }
        return peer == nil ? "switched.on" : "switched.on-here"
    }
}
