// Govorun: a process that dies at a call. SPDX-License-Identifier: MIT
import CurlClient
import Synchronization

@testable import BotKit
@testable import BotTesting

/// VK as a process sees it that dies at one of its calls, before VK has performed it or after: nothing it asks for later arrives.
final class DyingVK: APITransport {
    enum Death: Sendable, CaseIterable { case beforeVKPerforms, beforeTheAnswer }

    private let vk: MemoryVK
    private let death: Death
    private let left: Mutex<Int>

    init(_ vk: MemoryVK, at call: Int, _ death: Death) {
        self.vk = vk
        self.death = death
        left = Mutex(call)
    }

    /// Whether it has died.
    var isDead: Bool { left.withLock { $0 <= 0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let rest = left.withLock { left in
            left -= 1
            return left
        }
        if rest < 0 || rest == 0 && death == .beforeVKPerforms { throw CancellationError() }
        let answer = try await vk.send(request)
        if rest == 0 { throw CancellationError() }
        return answer
    }
}

/// One handler and one update, handled by process after process until one of them comes to the end.
struct Reruns {
    let bot: TestBot
    let plugins: [PluginInstance]
    let update: Update

    /// - Parameter earlierID: the `random_id` of a message sent before the update came.
    init(earlierID: Int? = nil, text: String = "hello", @HandlersBuilder handlers: @escaping @Sendable () -> [Handler]) async throws {
        plugins = [.trial("trial", handlers)]
        bot = try await TestBot(plugins)
        if let earlierID { try await bot.bot.vk.messages.send(peerIDs: [5], randomID: earlierID, message: "long ago").send() }
        let number = bot.vk.change { $0.nextNumber(in: 5) }
        let message = #"{"from_id":5,"peer_id":5,"conversation_message_id":\#(number),"text":"\#(text)"}"#
        update = Update(try JSONDocument(#"{"type":"message_new","event_id":"e","object":{"message":\#(message)}}"#).root)
    }

    /// A process that dies at its `call`th call; 0: before any other life it comes to its end.
    ///
    /// - Returns: whether it came to its end, which is then stored.
    func process(isFirst: Bool, dyingAt call: Int = .max, _ death: DyingVK.Death = .beforeTheAnswer) async throws -> Bool {
        let vk = DyingVK(bot.vk, at: call, death)
        var configuration = VKClient.Configuration()
        configuration.execute = false
        configuration.rate = 1_000
        let client = VKClient(token: Secret("in-memory"), configuration: configuration, transport: vk, time: JumpingTime())
        let own = Bot(name: "test", communityID: bot.bot.communityID, vk: client, storage: bot.bot.storage)
        let work = EventWork(update, of: own, position: 0, isReplay: !isFirst)
        try await Router(bot: own, plugins: plugins).handle(work)
        await client.shutdown()
        if vk.isDead { return false }
        try await bot.bot.storage.commit(Commit(work.writes))
        return true
    }

    /// The calls of a method that VK has performed.
    func performed(_ method: String) -> [MemoryVK.RecordedCall] { bot.vk.calls.filter { $0.method == method } }
}
