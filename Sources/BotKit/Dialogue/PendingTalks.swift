// Govorun: who is expected to go on. SPDX-License-Identifier: MIT
import VKAPI

/// A person in a conversation.
struct TalkPlace: Sendable, Hashable {
    let conversation: Int
    let person: Int

    /// As it is stored; also part of the names of states.
    var name: String { "conversation \(conversation) person \(person)" }

    init(conversation: Int, person: Int) { (self.conversation, self.person) = (conversation, person) }

    init?(_ name: String) {
        let words = name.split(separator: " ")
        guard words.count == 4, words[0] == "conversation", words[2] == "person", let conversation = Int(words[1]),
            let person = Int(words[3])
        else { return nil }
        self.init(conversation: conversation, person: person)
    }
}

/// Which plugins of a bot wait for the next message of whom, in memory: of all messages few are answers, and only for those the storage is asked.
///
/// It may name a plugin that does not wait any more, never fail to name one that does: so it is noted before it is stored.
final class PendingTalks: Sendable {
    /// People remembered; beyond, the storage is asked for everybody.
    private static let limit = 200_000

    private struct State {
        var plugins: [TalkPlace: Set<String>] = [:]
        var known: Set<String> = []
        var isOverfull = false
    }

    private let state = PlainMutex(State())
    private let loading = Turnstile<String>()

    /// `plugin` waits for a message of `place`.
    func note(_ plugin: String, at place: TalkPlace) {
        state.withLock { state in
            if state.plugins.count >= Self.limit { (state.isOverfull, state.plugins) = (true, [:]) }
            if !state.isOverfull { state.plugins[place, default: []].insert(plugin) }
        }
    }

    /// It has turned out that `plugin` does not.
    func forget(_ plugin: String, at place: TalkPlace) {
        state.withLock { state in
            state.plugins[place]?.remove(plugin)
            if state.plugins[place]?.isEmpty == true { state.plugins[place] = nil }
        }
    }

    /// Whether any plugin may wait for `place`, of those that have been looked for.
    func mayWait(at place: TalkPlace) -> Bool { state.withLock { $0.isOverfull || !$0.plugins.isEmpty && $0.plugins[place] != nil } }

    /// Those of `plugins` that may wait for `place`.
    ///
    /// - Throws: `StorageError`; `CancellationError`.
    func waiting(at place: TalkPlace, among plugins: [String], of bot: Bot) async throws -> [String] {
        for plugin in plugins where !isKnown(plugin) { try await load(plugin, bot) }
        return state.withLock { state in
            guard !state.isOverfull else { return plugins }
            guard let waiting = state.plugins[place] else { return [] }
            return plugins.filter(waiting.contains)
        }
    }

    private func isKnown(_ plugin: String) -> Bool { state.withLock { $0.known.contains(plugin) } }

    /// Looks through what is stored, once in the life of the bot.
    private func load(_ plugin: String, _ bot: Bot) async throws {
        try await loading.pass(plugin) {
            guard !isKnown(plugin) else { return }
            for kind in ["dialogues", "scenes"] {
                let namespace = StateKey(plugin: "\(plugin)/\(kind)", name: "").storageKey(in: bot).namespace
                var page = NamePage()
                repeat {
                    let names = try await bot.storage.names(in: namespace, page)
                    for name in names { TalkPlace(name).map { note(plugin, at: $0) } }
                    page.after = names.count < page.limit ? nil : names.last
                } while page.after != nil
            }
            state.withLock { _ = $0.known.insert(plugin) }
        }
    }
}
