// Govorun: tasks that live on a client's answers run on its thread. SPDX-License-Identifier: MIT
import CurlClient
import Glibc
import Testing

@Suite("Tasks on a client's thread")
struct ExecutorTests {
    /// Which thread runs this.
    private static var thread: pthread_t { pthread_self() }

    /// Which thread runs a task that prefers the client's.
    private func thread(of client: CurlClient) async -> pthread_t {
        await Task(executorPreference: client.executor) { Self.thread }.value
    }

    @Test("A task stays on the thread while it sends, waits, and has children")
    func staysThere() async throws {
        let server = try ScriptedServer.answering()
        try await withClient { client in
            let own = await thread(of: client)
            #expect(own != Self.thread)
            let threads = try await Task(executorPreference: client.executor) {
                var threads = [Self.thread]
                _ = try await client.send(HTTPRequest(server.url))
                threads.append(Self.thread)
                await Task.yield()
                threads.append(Self.thread)
                return try await withThrowingTaskGroup(of: pthread_t.self) { group in
                    for _ in 0..<3 {
                        group.addTask {
                            _ = try await client.send(HTTPRequest(server.url))
                            return Self.thread
                        }
                    }
                    for try await child in group { threads.append(child) }
                    return threads
                }
            }.value
            #expect(threads.count == 6 && threads.allSatisfy { $0 == own })
        }
    }

    @Test("Tasks that always have something to do hold up no request")
    func busyTasks() async throws {
        let server = try ScriptedServer.answering()
        try await withClient { client in
            let busy = Task(executorPreference: client.executor) { while !Task.isCancelled { await Task.yield() } }
            for _ in 0..<20 { _ = try await client.send(HTTPRequest(server.url)) }
            busy.cancel()
            await busy.value
        }
    }

    @Test("What is handed over from other threads is done, each job once", arguments: [1, 8])
    func manyHands(hands: Int) async throws {
        try await withClient { client in
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<hands {
                    group.addTask {
                        var sum = 0
                        for number in 0..<500 { sum += await Task(executorPreference: client.executor) { number }.value }
                        return sum
                    }
                }
                for await sum in group { #expect(sum == 124_750) }
            }
        }
    }

    @Test("After the client has ended its tasks go on elsewhere")
    func afterTheEnd() async throws {
        let server = try ScriptedServer.holding()
        let client = try CurlClient()
        let own = await thread(of: client)
        let waiting = Task(executorPreference: client.executor) {
            do {
                _ = try await client.send(HTTPRequest(server.url))
                return false
            } catch {
                await Task.yield()
                return (error as? HTTPError)?.code == .closed
            }
        }
        await server.requests(reach: 1)
        await client.shutdown()
        #expect(await waiting.value)
        #expect(await thread(of: client) != own)
    }

    @Test("A task on the thread may end the client itself")
    func endsItself() async throws {
        let client = try CurlClient()
        let isOver = await Task(executorPreference: client.executor) {
            await client.shutdown()
            return true
        }.value
        #expect(isOver)
    }
}
