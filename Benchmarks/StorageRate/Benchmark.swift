// Govorun: the phases of the benchmark and its table. SPDX-License-Identifier: MIT
import BotStorage
import Glibc
import Measuring
import Synchronization

struct Benchmark {
    let folder: String
    private let clock = ContinuousClock()

    init(folder: String) { self.folder = folder }

    func run() async throws {
        let path = "\(folder)/storage-rate-\(getpid()).db"
        defer { for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) } }
        let storage = try await SQLiteStorage.open(path)
        for callers in [1, 10, 100, 1_000] { try await measureSets(storage, callers: callers) }
        try await measureReads(storage, callers: 1)
        try await measureReads(storage, callers: 100)
        for updates in [1, 10, 100] { try await measureInbox(storage, updates: updates) }
        for callers in [1, 64] { try await measureFinishing(storage, callers: callers) }
        try await measureRecords(storage)
        await storage.close()
    }

    /// A value of 200 bytes; each number has another, for SQLite writes nothing where nothing changes.
    private static func value(_ number: Int) -> [UInt8] {
        (0..<200).map { UInt8(truncatingIfNeeded: number >> ($0 & 24)) }
    }

    /// Values of 200 bytes, a commit each.
    private func measureSets(_ storage: SQLiteStorage, callers: Int) async throws {
        let (count, time, processor) = try await count(callers: callers) { caller, number in
            try await storage.set(Self.value(number), for: StorageKey("state", "\(caller)/\(number % 100)"))
        }
        row("sets, \(callers) callers", "\(rate(count, time)) a second, \(each(processor, count)) µs CPU")
    }

    private func measureReads(_ storage: SQLiteStorage, callers: Int) async throws {
        let (count, time, processor) = try await count(callers: callers) { caller, number in
            _ = try await storage.value(for: StorageKey("state", "\(caller)/\(number % 100)"))
        }
        row("reads, \(callers) callers", "\(rate(count, time)) a second, \(each(processor, count)) µs CPU")
    }

    /// Batches of updates of 1.2 KB from one poller, each update with an event id.
    private func measureInbox(_ storage: SQLiteStorage, updates: Int) async throws {
        let body = [UInt8](repeating: 7, count: updates * 1_200)
        let ids = (0..<updates).map { "b1946ac92492d2347c6235b4d2611184b194\(1_000 + $0)" }
        let (count, time, processor) = try await count(callers: 1) { _, number in
            let batch = InboxBatch(source: "store\(updates)", cursor: Array("\(number)".utf8), body: body, updates: updates, eventIDs: ids)
            try await storage.commit([.store(batch)])
        }
        row("inbox, batches of \(updates)", "\(each(time, count * updates)) µs an update, \(each(processor, count * updates)) µs CPU")
        try await storage.commit([.forget(source: "store\(updates)")])
    }

    /// What a handler commits at its end: a state of 200 bytes, and that its event is finished.
    private func measureFinishing(_ storage: SQLiteStorage, callers: Int) async throws {
        let source = "finish\(callers)"
        let batch = InboxBatch(source: source, cursor: [], body: [UInt8](repeating: 7, count: 120_000), updates: 100)
        for _ in 0..<2_000 { try await storage.commit([.store(batch)]) }
        let next = Atomic<Int64>(0)
        let (count, time, processor) = try await count(callers: callers) { caller, _ in
            let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
            try await storage.commit([
                .set(StorageKey("state", "\(caller)"), Self.value(Int(position))), .finish([position], of: source),
                .forgetCalls(of: "\(position)", source: source),
            ])
        }
        row("state and done, \(callers) callers", "\(rate(count, time)) a second, \(each(processor, count)) µs CPU")
        try await storage.commit([.forget(source: source)])
    }

    struct Order: Codable, Sendable { var number: Int, customer: Int, total: Double, comment = "as last time, please" }

    private func measureRecords(_ storage: SQLiteStorage) async throws {
        let orders = try await Records("orders", of: Order.self, indexes: [.unique("number"), "customer", "total"], in: storage)
        let next = Atomic(0)
        let (inserted, insertTime, insertProcessor) = try await count(callers: 64) { _, _ in
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            try await orders.insert(Order(number: number, customer: number % 997, total: Double(number % 5_000) / 7))
        }
        row("record inserts, 64 callers", "\(rate(inserted, insertTime)) a second, \(each(insertProcessor, inserted)) µs CPU")
        let (found, time, processor) = try await count(callers: 1) { _, number in
            _ = try await orders.find(
                RecordQuery(.equal("customer", .integer(Int64(number % 997))), order: .descending("total"), limit: 10))
        }
        row("record pages of 10", "\(rate(found, time)) a second, \(each(processor, found)) µs CPU")
    }

    /// Has callers do something for two seconds.
    private func count(
        callers: Int, _ body: @escaping @Sendable (_ caller: Int, _ number: Int) async throws -> Void
    ) async throws -> (count: Int, time: Duration, processor: Duration) {
        let (start, processor) = (clock.now, Usage.processorTime)
        let deadline = start + .seconds(2)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for caller in 0..<callers {
                group.addTask {
                    var number = 0
                    while clock.now < deadline {
                        try await body(caller, number)
                        number += 1
                    }
                    return number
                }
            }
            return try await group.reduce(0, +)
        }
        return (count, start.duration(to: clock.now), Usage.processorTime - processor)
    }

    private func rate(_ count: Int, _ time: Duration) -> Int { Int(Double(count) / (time / .seconds(1))) }

    private func each(_ time: Duration, _ count: Int) -> Double { (time / .microseconds(1) / Double(max(1, count)) * 10).rounded() / 10 }

    private func row(_ name: String, _ value: String) { print(name + String(repeating: " ", count: max(1, 28 - name.count)) + value) }
}
