// Govorun: one person's messages, and processes that die at them. SPDX-License-Identifier: MIT
import Synchronization

@testable import BotKit
@testable import BotTesting

/// One person's messages, each handled by process after process until one of them comes to its end.
final class CrashingTalk: Sendable {
    private let numbers = Mutex<[Int]>([])
    let bot: TestBot
    let plugins: [PluginInstance]
    let texts: [String]

    /// - Parameter texts: what the person writes, one after the other; `like_add {"liker_id":5}` is an event that VK tells.
    init(_ texts: [String], @HandlersBuilder handlers: @escaping @Sendable () -> [Handler]) async throws {
        self.texts = texts
        plugins = [.trial("trial", handlers)]
        bot = try await TestBot(plugins)
        bot.vk.change { $0.names[5] = "Alice" }
    }

    /// A process that handles the message number `step` and dies at its `call`th call.
    ///
    /// - Returns: whether it came to its end, which is then stored.
    func process(
        _ step: Int, isFirst: Bool, dyingAt call: Int = .max, _ death: DyingVK.Death = .beforeTheAnswer, storing: Bool = true
    ) async throws -> Bool {
        let vk = DyingVK(bot.vk, at: call, death)
        var configuration = VKClient.Configuration()
        configuration.execute = false
        configuration.rate = 1_000
        let client = VKClient(token: Secret("in-memory"), configuration: configuration, transport: vk, time: JumpingTime())
        let own = Bot(name: "test", communityID: bot.bot.communityID, vk: client, storage: bot.bot.storage)
        let work = EventWork(try update(step), of: own, position: Int64(step), isReplay: !isFirst)
        try await Router(bot: own, plugins: plugins).handle(work)
        await client.shutdown()
        if vk.isDead { return false }
        if storing { try await own.storage.commit(Commit(work.writes)) }
        return true
    }

    /// Every message, of which a process dies at the `call`th call of the one number `dying`, and another one goes on.
    ///
    /// - Returns: whether each message was handled to its end.
    func lives(dyingAt call: Int, of dying: Int, _ death: DyingVK.Death) async throws -> Bool {
        for step in texts.indices {
            if step == dying, try await process(step, isFirst: true, dyingAt: call, death) { continue }
            guard try await process(step, isFirst: step != dying) else { return false }
        }
        return true
    }

    /// The message number `step`, written after all that the bot had sent by then.
    private func update(_ step: Int) throws -> Update {
        let number = numbers.withLock { numbers in
            if numbers.count == step { numbers.append(bot.vk.change { $0.nextNumber(in: 5) }) }
            return numbers[step]
        }
        if let start = texts[step].firstIndex(of: "{") {
            let type = texts[step][..<start].filter { $0 != " " }
            return Update(try JSONDocument(#"{"type":"\#(type)","event_id":"e\#(step)","object":\#(texts[step][start...])}"#).root)
        }
        let message = #"{"from_id":5,"peer_id":5,"conversation_message_id":\#(number),"text":"\#(texts[step])"}"#
        return Update(try JSONDocument(#"{"type":"message_new","event_id":"e\#(step)","object":{"message":\#(message)}}"#).root)
    }

    /// What a state holds under `value`; `nil` when it was never changed.
    func value<State: PluginState>(_ type: State.Type, of scope: StateScope) async throws -> Int? {
        let key = StateKey(State.self, of: "trial", scope, conversation: 5, person: 5).storageKey(in: bot.bot)
        return try await bot.bot.storage.value(for: key).map { try JSONDocument($0).root["state"]["value"].int ?? 0 }
    }

    /// Whether no dialogue waits any more.
    var isSilent: Bool {
        get async throws { try await bot.bot.storage.namespaces(NamePage()).filter { $0.contains("dialogues") }.isEmpty }
    }
}
