// Govorun plugin: switches plugins on and off from a chat. SPDX-License-Identifier: MIT
import BotKit

/// `/plugins` tells how the plugins stand here; `/plugins off echo` and `/plugins on echo` switch one, in the chat or everywhere.
///
/// An administrator of a chat switches there; the people under the bot's `admins:` anywhere, and bring back what was parked.
struct PluginsPlugin: Plugin {
    struct Options: PluginOptions {
        /// The command's name, without a prefix.
        var command = "plugins"
        /// What those are told who may not use it; empty: nothing.
        var refuse = ""
    }

    static let summary = "Lists plugins, and switches them on and off from a chat"
    /// An administrator may have taken over just because a plugin misbehaves.
    static let worksDuringTakeover = true

    private let options: Options
    private let name: String
    private let words: PluginsWords

    init(_ setup: PluginSetup<Options>) throws {
        (options, name) = (setup.options, setup.name)
        words = PluginsWords(language: setup.language)
        let isOneWord = options.command.first?.isPunctuation == false && !options.command.contains(where: \.isWhitespace)
        guard isOneWord else { throw OptionProblem("command", "a command's name is one word, without a prefix: plugins") }
    }

    var handlers: [Handler] {
        Command(options.command, .rest(words.argument).optionally, aliases: ["плагины"], help: words.help) { message, order in
            guard let order else { return _ = try await message.reply(.escaped(words.list(message.plugins))) }
            try await message.reply(.escaped(answer(to: order, from: message)))
        }
        .allow(.chatAdmins, .admins, refuse: options.refuse.isEmpty ? nil : options.refuse)
    }

    private func answer(to text: String, from message: Message) async throws -> String {
        guard let order = PluginsOrder(text) else { return words.usage(prefix: message.commandPrefix, options.command) }
        guard let plugin = message.plugins.first(where: { $0.name.lowercased() == order.plugin }) else {
            return words.unknown(order.plugin, message.plugins.map(\.name))
        }
        guard plugin.name != name else { return words.itself }
        let isBotAdmin = try await message.isWritten(by: .admins)
        let isEverywhere = order.place.map { $0 == .everywhere } ?? !message.isFromChat
        guard isBotAdmin || !isEverywhere else { return words.onlyHere }
        return order.isOn
            ? try await turnOn(plugin, isEverywhere ? nil : message.peer, isBotAdmin, message)
            : try await turnOff(plugin, isEverywhere ? nil : message.peer, message)
    }

    private func turnOff(_ plugin: PluginStanding, _ peer: Peer?, _ message: Message) async throws -> String {
        try await message.bot.switches.turnOff(plugin.name, in: peer)
        return words.isOff(plugin.name, everywhere: peer == nil)
    }

    /// On here, once nothing wider keeps it off; whoever runs the bot lifts that, too.
    private func turnOn(_ plugin: PluginStanding, _ peer: Peer?, _ isBotAdmin: Bool, _ message: Message) async throws -> String {
        let switches = message.bot.switches
        if let peer { try await switches.turnOn(plugin.name, in: peer) }
        switch switches.standing(of: plugin.name, in: peer) {
        case .parked where isBotAdmin: try await switches.turnOn(plugin.name)
        case .parked: return words.isOffEverywhere(plugin.name)
        case .off where peer != nil: return words.isOffEverywhere(plugin.name)
        default: if peer == nil { try await switches.turnOn(plugin.name) }
        }
        if peer == nil { try await switches.turnOn(plugin.name, in: message.peer) }
        return words.isOn(plugin.name, everywhere: peer == nil)
    }
}
