// Govorun: the phases of the benchmark and its table. SPDX-License-Identifier: MIT
import CurlClient
import Measuring

struct Benchmark {
    let polls: Int
    private let server = ServerProcess.listening(["server"])
    private let clock = ContinuousClock()

    init(polls: Int) { self.polls = polls }

    func run() async throws {
        let files = Usage.raiseFileLimit()
        guard files > polls + 100 else { return print("the limit of \(files) open files is too low for \(polls) polls") }
        let client = try CurlClient()
        try await call(client, "call")
        let before = Usage.residentBytes
        let started = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in 0..<polls { group.addTask { try await poll(client, key: key) } }
            try await call(client, "held/\(polls)")
            let opened = started.duration(to: clock.now)
            row("open all", "\(milliseconds(opened)) ms")
            row("memory per held poll", "\((Usage.residentBytes - before) / polls) bytes")
            row("threads", "\(Usage.threads)")
            try await measureIdling()
            for callers in [1, 32] { try await measureCalls(client, callers: callers) }
            try await measureCancelling(client)
            let releasing = (clock.now, Usage.processorTime)
            try await call(client, "release")
            try await group.waitForAll()
            let spent = (Usage.processorTime - releasing.1) / polls
            row("complete all", "\(milliseconds(releasing.0.duration(to: clock.now))) ms, \(microseconds(spent)) µs CPU each")
        }
        await client.shutdown()
    }

    private func poll(_ client: CurlClient, key: Int) async throws {
        var request = HTTPRequest("http://127.0.0.1:\(server.port)/poll?act=a_check&key=0123456789abcdef&ts=\(key)&wait=25")
        request.traffic = .poll(key: UInt64(key))
        request.timeout = .seconds(600)
        _ = try await client.send(request)
    }

    private func call(_ client: CurlClient, _ path: String) async throws {
        var request = HTTPRequest("http://127.0.0.1:\(server.port)/\(path)")
        request.timeout = .seconds(600)
        _ = try await client.send(request)
    }

    private func measureIdling() async throws {
        let before = Usage.processorTime
        try await clock.sleep(for: .seconds(5))
        row("CPU of 5 s of holding", "\(milliseconds(Usage.processorTime - before)) ms")
    }

    private func measureCalls(_ client: CurlClient, callers: Int) async throws {
        let deadline = clock.now + .seconds(3)
        let before = Usage.processorTime
        let calls = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var calls = 0
                    while clock.now < deadline {
                        try await call(client, "call")
                        calls += 1
                    }
                    return calls
                }
            }
            return try await group.reduce(0, +)
        }
        let spent = (Usage.processorTime - before) / calls
        row(
            "calls beside them, \(callers) at once",
            "\(calls / 3) a second, \(microseconds(spent)) µs CPU each")
    }

    private func measureCancelling(_ client: CurlClient) async throws {
        var times: [Duration] = []
        for key in 0..<500 {
            let task = Task { try await poll(client, key: key) }
            try await call(client, "held/\(polls + 1)")
            let cancelled = clock.now
            task.cancel()
            _ = await task.result
            times.append(cancelled.duration(to: clock.now))
        }
        times.sort()
        row("cancel to throw, p50 and p99", "\(milliseconds(times[250])) and \(milliseconds(times[494])) ms")
    }

    private func row(_ name: String, _ value: String) {
        print(name + String(repeating: " ", count: max(1, 34 - name.count)) + value)
    }

    private func microseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    }

    private func milliseconds(_ duration: Duration) -> String {
        let microseconds = microseconds(duration)
        let fraction = String(microseconds % 1_000)
        return "\(microseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
