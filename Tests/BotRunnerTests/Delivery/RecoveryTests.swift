// Govorun: VK answers nothing for a while. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import Synchronization
import Testing

@testable import BotRunner

@Suite("Updates that VK's trouble has kept from their end")
struct RecoveryTests {
    /// Answers every call, or breaks its connection.
    private final class Line: APITransport {
        let isUp = Mutex(false)
        /// The updates that have run again, in order.
        let back = Mutex<[Int64]>([])

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            guard isUp.withLock({ $0 }) else { throw HTTPError(.connectionLost) }
            return HTTPResponse(status: 200, body: Array(#"{"response":1}"#.utf8))
        }
    }

    private static let trouble = VKError(.transport, method: "messages.send", message: "no connection")

    private static func client(_ line: Line) -> VKClient {
        VKClient(token: Secret("invented"), configuration: VKClient.Configuration(), transport: line)
    }

    @Test("try one at a time while VK answers nobody, and all together once it does")
    func scouts() async throws {
        let line = Line()
        let vk = Self.client(line)
        let recovery = Recovery(of: vk, time: SystemTime())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for position in Int64(1)...5 {
                group.addTask {
                    var record = Recovery.Record(at: vk.time.now)
                    try await recovery.wait(position, Self.trouble, after: vk.time.now, &record)
                    let isFirst = line.back.withLock { back in
                        back.append(position)
                        return back.count == 1
                    }
                    guard isFirst else { return #expect(line.isUp.withLock { $0 }, "while the first tries, nobody follows") }
                    line.isUp.withLock { $0 = true }
                    _ = try await vk.call("messages.send", ["random_id": 1]).send()
                }
            }
            try await group.waitForAll()
        }
        #expect(line.back.withLock { $0.sorted() } == [1, 2, 3, 4, 5])
        await vk.shutdown()
    }

    @Test("run three times more where VK answers others")
    func own() async throws {
        let line = Line()
        line.isUp.withLock { $0 = true }
        let vk = Self.client(line)
        let recovery = Recovery(of: vk, time: SystemTime())
        var record = Recovery.Record(at: vk.time.now)
        for _ in 1...3 {
            #expect(recovery.isWorthARun(record))
            let start = vk.time.now
            _ = try await vk.call("messages.send", ["random_id": 1]).send()
            try await recovery.wait(7, Self.trouble, after: start, &record)
        }
        #expect(!recovery.isWorthARun(record))
        await vk.shutdown()
    }
}
