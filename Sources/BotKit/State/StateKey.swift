// Govorun: where a plugin's state is kept. SPDX-License-Identifier: MIT
import BotStorage

/// A kind of state of one plugin, of one scope.
struct StateKey: Sendable, Hashable {
    /// The plugin's name in its bot.
    let plugin: String
    let name: String

    init(_ state: any PluginState.Type, of plugin: String, _ scope: StateScope, conversation: Int, person: Int?) {
        self.init(named: state.name, of: plugin, scope, conversation: conversation, person: person)
    }

    init(named state: String, of plugin: String, _ scope: StateScope, conversation: Int, person: Int?) {
        self.plugin = plugin
        let place =
            switch scope {
            case .personHere: "conversation \(conversation) person \(person ?? conversation)"
            case .conversation: "conversation \(conversation)"
            case .person: "person \(person ?? conversation)"
            case .bot: "bot"
            }
        name = "\(state) \(place)"
    }

    /// What `name` is of `plugin`.
    init(plugin: String, name: String) { (self.plugin, self.name) = (plugin, name) }

    func storageKey(in bot: Bot) -> StorageKey { storageKey(source: bot.source) }
    func storageKey(source: String) -> StorageKey { StorageKey("state/\(source)/\(plugin)", name) }

    func write(_ value: StateValue?, in bot: Bot) -> Write {
        guard let value else { return .delete(storageKey(in: bot)) }
        return .set(storageKey(in: bot), value.bytes, expires: value.lifetime.map { bot.storage.now + $0 })
    }
}

/// State as it is stored.
struct StateValue: Sendable, Equatable {
    let bytes: [UInt8]
    /// How long it is to stay, where it is to be stored.
    var lifetime: Duration?
}
