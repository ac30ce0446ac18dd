// Govorun: state as a test looks at it. SPDX-License-Identifier: MIT
import BotStorage

extension Bot {
    /// What the plugin's instance `plugin` has stored of a person in a conversation; `State()` where it has not.
    ///
    /// - Throws: `StateError` when what is stored cannot be read; `StorageError`.
    package func stored<State: PluginState>(
        _ type: State.Type, of plugin: String, _ scope: StateScope, conversation: Int, person: Int
    ) async throws -> State {
        let key = StateKey(type, of: plugin, scope, conversation: conversation, person: person)
        return try StateCoding.decode(type, from: try await storage.value(for: key.storageKey(in: self)).map { StateValue(bytes: $0) })
    }
}
