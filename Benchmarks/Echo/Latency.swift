// Govorun: how long a lone message waits for its reply. SPDX-License-Identifier: MIT
import BotRunner
import Measuring
import PreparedVK

/// Ten messages a second, each alone; the server takes the time from each to its reply.
struct Latency {
    private let messages = 300

    func run() async throws {
        print("in memory: \(try await measured(.memory))")
        print("on disk: \(try await withTemporaryFolder { try await measured(.sqlite(path: "\($0)/echo.db")) })")
    }

    private func measured(_ storage: StorageChoice) async throws -> String {
        let (server, port) = ServerProcess.listening(["serve", "\(messages)"])
        let drain = Drain()
        let address = PreparedVK.address(port: port, size: 1, total: 100 * messages, rate: 10)
        async let ending = EchoPlugin {}.runner(at: address, storage).run(until: drain)
        let figures = await server.nextLine()
        drain.begin()
        _ = try await ending
        return figures
    }
}
