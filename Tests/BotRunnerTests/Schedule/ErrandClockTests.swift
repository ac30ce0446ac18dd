// Govorun: rules of timers when the wall clock jumps. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import CurlClient
import ScriptedVK
import Synchronization
import Testing

@testable import BotRunner

private struct HourlyPlugin: Plugin {
    static let name = "hourly"

    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] { Every(.seconds(3600)) { _ in } }
}

private struct NoTransport: APITransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw HTTPError(.timedOut) }
}

/// A wall clock that is set apart from the one that waits are measured by.
private final class WallClock: Sendable {
    private let time = Mutex(UnixTime(milliseconds: 1_767_225_600_000))
    var now: UnixTime { time.withLock { $0 } }
    func move(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}

@Suite("Timers when the wall clock jumps", .timeLimit(.minutes(1)))
struct ErrandClockTests {
    private let wall = WallClock()
    private let time = ManualTime()

    /// How far off the timer's next run is after `jump`, as soon as that is within the hour again.
    private func wait(after jump: Duration) async throws -> Duration {
        let storage = MemoryStorage { [wall] in wall.now }
        let bot = Bot(
            name: "a", communityID: 1, vk: VKClient(token: Secret("t"), transport: NoTransport(), time: time), storage: storage)
        let trouble = StorageTrouble(logger: .silent, time: time) { _ in }
        let inbox = BotInbox(of: bot.source, in: storage, shelf: BatchShelf(), pool: LanePool(), trouble: trouble)
        let plugin = PluginInstance(name: "hourly", plugin: HourlyPlugin(PluginSetup(name: "hourly")))
        let router = try Router(bot: bot, plugins: [plugin])
        let desk = ErrandDesk(router, inbox, trouble)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await desk.run() }
            defer { group.cancelAll() }
            await time.sleepers(reach: 1)
            wall.move(by: jump)
            // Nobody tells of a jump: it is seen within a minute.
            time.advance(by: .seconds(60))
            while true {
                let left = try #require(try await Timekeeper(router).next()) - wall.now
                if left > .zero, left <= .seconds(3600) { return left }
                await Task.yield()
            }
        }
    }

    @Test("One that is set back does not hold a timer up", arguments: [Duration.seconds(-86_400), .seconds(-7200)])
    func back(jump: Duration) async throws { #expect(try await wait(after: jump) > .zero) }

    @Test("After a suspended machine wakes, what came due is taken, and the next run is within the period")
    func forward() async throws { #expect(try await wait(after: .seconds(86_400)) > .zero) }
}
