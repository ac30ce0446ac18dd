// Govorun: how long a handler's call is repeated. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

@Suite("Calls to a VK that hangs")
struct PatienceTests {
    /// Lets every call through.
    private final class Patron: CallKeeper {
        func admit(_ call: Call) throws {}
        func randomID(for call: Call) -> Int? { nil }
        func answer(to call: Call, _ perform: () async throws -> JSON) async throws -> JSON { try await perform() }
    }

    private func attempts(
        each: Duration, by keeper: (any CallKeeper)?, _ options: @escaping @Sendable (inout RequestOptions) -> Void = { _ in }
    ) async throws -> Int {
        let time = ManualTime()
        let vk = ScriptedVK { _ in
            try await time.sleep(for: each)
            throw HTTPError(.timedOut)
        }
        let client = VKClient(token: Secret(Stage.token), configuration: VKClient.Configuration(), transport: vk, time: time)
        let error = await #expect(throws: VKError.self) {
            try await CallingTask.$current.withValue(CallingTask(keeper: keeper)) {
                _ = try await time.running { try await client.call("users.get").configured(options).send() }
            }
        }
        #expect(error?.isTroubleOfVK == true)
        return vk.exchanges.count
    }

    @Test("A handler hears of it soon, so that its update can be handled again; others wait for all repeats")
    func handlers() async throws {
        #expect(try await attempts(each: .seconds(10), by: Patron()) == 2)
        #expect(try await attempts(each: .seconds(10), by: nil) == 5)
    }

    @Test("A call that is repeated keeps its turn: what came later does not go before it")
    func turn() async throws {
        let time = ManualTime()
        let vk = ScriptedVK { exchange in
            guard exchange.name != "a.get" || exchange.number > 1 else { throw HTTPError(.couldNotConnect) }
            return .response(1)
        }
        var configuration = VKClient.Configuration()
        (configuration.rate, configuration.execute) = (1, false)
        let client = VKClient(token: Secret(Stage.token), configuration: configuration, transport: vk, time: time)
        let queue = client.seats.all[0].queue
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await client.call("a.get").send() }
            await time.sleepers(reach: 1)
            time.advance(by: .milliseconds(100))
            group.addTask { _ = try await client.call("b.get").send() }
            while queue.waiting < 1 { await Task.yield() }
            time.advance(by: .milliseconds(400))
            while queue.waiting < 2 { await Task.yield() }
            while vk.exchanges.count < 3 {
                time.advanceToNextDeadline()
                await Task.yield()
            }
            try await group.waitForAll()
        }
        #expect(vk.exchanges.map(\.name) == ["a.get", "a.get", "b.get"])
    }

    @Test("Quick failures are repeated as often as ever, and what the author says counts")
    func quick() async throws {
        #expect(try await attempts(each: .milliseconds(10), by: Patron()) == 5)
        #expect(try await attempts(each: .seconds(10), by: Patron()) { $0.attempts = .limited(4) } == 4)
    }
}
