// Govorun: rules of posts to hooks while the storage is in trouble. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import CurlClient
import Testing

@testable import BotRunner

/// Every wait is over at once.
private struct HastyTime: TimeSource {
    var now: Duration { .zero }
    var unixTime: Duration { .zero }
    func sleep(until deadline: Duration) async throws { try Task.checkCancellation() }
}

private struct NoTransport: APITransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw HTTPError(.timedOut) }
}

@Suite("Posts to hooks while the storage is in trouble")
struct PostPatienceTests {
    @Test("Whoever posts is told to come again when nothing can be stored, and not kept waiting")
    func trouble() async throws {
        let storage = MemoryStorage()
        let bot = Bot(
            name: "a", communityID: 1, vk: VKClient(token: Secret("t"), transport: NoTransport(), time: HastyTime()), storage: storage)
        let trouble = StorageTrouble(logger: .silent, time: HastyTime()) { _ in }
        let inbox = BotInbox(of: bot.source, in: storage, shelf: BatchShelf(), pool: LanePool(), trouble: trouble)
        let desk = ErrandDesk(try Router(bot: bot, plugins: []), inbox, trouble)
        await storage.close()
        let delivery = HookDelivery(plugin: "p", name: "h", id: "1", headers: [], body: Array("{}".utf8))
        #expect(await desk.take(delivery) == .full)
    }
}
