// Govorun: the conversations of a test, to look at. SPDX-License-Identifier: MIT
public import BotKit

extension TestBot {
    /// Everything so far as a chat, for people and for golden files:
    ///
    /// ```text
    /// Алиса: /shop
    ///   bot: Какой чай?
    ///        [Сенча, 350 ₽]
    /// Алиса presses [Сенча, 350 ₽]
    ///   bot shows: Сенча в корзине
    /// ```
    public var conversation: String { vk.change { $0.chat.transcript(names: $0.names) } }

    /// What was said in private with `person`.
    public func conversation(with person: TestPerson) -> String { conversation(in: person.peer) }

    /// What was said in `chat`.
    public func conversation(in chat: TestChat) -> String { conversation(in: chat.peer) }

    func conversation(in peer: Peer) -> String { vk.change { $0.chat.transcript(of: peer.id, names: $0.names) } }

    /// What a plugin remembers of `person`, in private or in `chat`; what was never stored is `State()`.
    ///
    /// - Parameter plugin: the name of the plugin's instance; the bot's first plugin unless said otherwise.
    /// - Throws: `StateError`.
    public func state<State: PluginState>(
        _ type: State.Type, of person: TestPerson, in chat: TestChat? = nil, plugin: String? = nil, scope: StateScope = .personHere
    ) async throws -> State {
        try await bot.stored(
            type, of: plugin ?? firstPlugin, scope, conversation: (chat?.peer ?? person.peer).id, person: person.id)
    }
}

extension TestPerson {
    /// Their conversation with the bot.
    public var peer: Peer { Peer(id: id) }

    /// The labels of the buttons they see in private, or in `chat`: the latest message first.
    public func buttons(in chat: TestChat? = nil) -> [String] {
        let peer = chat?.peer ?? peer
        return ShownButton.all(in: bot.replies.filter { $0.peerID == peer.id }).map(\.label)
    }
}
