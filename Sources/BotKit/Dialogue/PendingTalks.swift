// Govorun: who is expected to go on. SPDX-License-Identifier: MIT
import VKAPI

/// A person in a conversation.
struct TalkPlace: Sendable, Hashable {
    let conversation: Int
    let person: Int

    /// As it is stored; also part of the names of states.
    var name: String { "conversation \(conversation) person \(person)" }

    /// Whether nobody else reads there.
    var isPrivate: Bool { conversation == person }

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
        /// Where else than in private each person may be waited for.
        var chats: [Int: Set<Int>] = [:]
        var known: Set<String> = []
        var isOverfull = false
    }

    private let state = PlainMutex(State())
    private let loading = Turnstile<String>()

    /// `plugin` waits for a message of `place`.
    func note(_ plugin: String, at place: TalkPlace) {
        state.withLock { state in
            if state.plugins.count >= Self.limit { (state.isOverfull, state.plugins, state.chats) = (true, [:], [:]) }
            guard !state.isOverfull else { return }
            state.plugins[place, default: []].insert(plugin)
            if !place.isPrivate { state.chats[place.person, default: []].insert(place.conversation) }
        }
    }

    /// It has turned out that `plugin` does not.
    func forget(_ plugin: String, at place: TalkPlace) {
        state.withLock { state in
            state.plugins[place]?.remove(plugin)
            guard state.plugins[place]?.isEmpty == true else { return }
            state.plugins[place] = nil
            guard !place.isPrivate else { return }
            state.chats[place.person]?.remove(place.conversation)
            if state.chats[place.person]?.isEmpty == true { state.chats[place.person] = nil }
        }
    }

    /// Whether any plugin may wait for `place`, of those that have been looked for.
    func mayWait(at place: TalkPlace) -> Bool { state.withLock { $0.isOverfull || !$0.plugins.isEmpty && $0.plugins[place] != nil } }

    /// Whether any plugin may wait for `person` elsewhere than in private, of those that have been looked for.
    func mayWaitInChats(for person: Int) -> Bool { state.withLock { $0.isOverfull || $0.chats[person] != nil } }

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

    /// Where else than in private any of `plugins` may wait for `person`.
    ///
    /// - Throws: `StorageError`; `CancellationError`.
    func chats(of person: Int, among plugins: [String], of bot: Bot) async throws -> [TalkPlace] {
        for plugin in plugins where !isKnown(plugin) { try await load(plugin, bot) }
        if let chats = state.withLock({ $0.isOverfull ? nil : $0.chats[person] ?? [] }) {
            return chats.sorted().map { TalkPlace(conversation: $0, person: person) }
        }
        var places: Set<TalkPlace> = []
        for plugin in plugins {
            try await lookThrough(plugin, bot) { if $0.person == person, !$0.isPrivate { places.insert($0) } }
        }
        return places.sorted { $0.conversation < $1.conversation }
    }

    private func isKnown(_ plugin: String) -> Bool { state.withLock { $0.known.contains(plugin) } }

    /// Looks through what is stored, once in the life of the bot.
    private func load(_ plugin: String, _ bot: Bot) async throws {
        try await loading.pass(plugin) {
            guard !isKnown(plugin) else { return }
            try await lookThrough(plugin, bot) { note(plugin, at: $0) }
            state.withLock { _ = $0.known.insert(plugin) }
        }
    }

    private func lookThrough(_ plugin: String, _ bot: Bot, _ found: (TalkPlace) -> Void) async throws {
        for kind in ["dialogues", "scenes"] {
            let namespace = StateKey(plugin: "\(plugin)/\(kind)", name: "").storageKey(in: bot).namespace
            var page = NamePage()
            repeat {
                let names = try await bot.storage.names(in: namespace, page)
                for name in names { TalkPlace(name).map(found) }
                page.after = names.count < page.limit ? nil : names.last
            } while page.after != nil
        }
    }
}
