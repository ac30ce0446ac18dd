// Govorun: a bot's intake under posts, as a runner has it. SPDX-License-Identifier: MIT
import BotStorage
import Glibc
import MicroServer
import Synchronization
import VKAPI
import VKUpdates

/// Posts from many connections, each waiting for its answer, to an intake over SQLite with a flush per commit.
struct Benchmark {
    let connections: Int
    let seconds: Int
    let folder: String

    private static let secret = "word-of-the-benchmark"

    func run() async throws {
        let path = "\(folder)/callback-rate-\(getpid()).db"
        defer { for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) } }
        let storage = try await SQLiteStorage.open(path)
        let (intake, groups) = (CallbackIntake(), Tally())
        intake.open(community: 5, named: "bench", secret: Secret(Self.secret)) {
            ""
        } store: { updates in
            groups.note(updates.count)
            let batch = InboxBatch(
                source: "5", cursor: [], body: UpdateBatch.body(of: updates), updates: updates.count,
                eventIDs: updates.map(\.update.eventID))
            try await storage.store(batch)
            return .stored
        }
        let server = try MicroServer { await intake.answer($0) }
        try await measure(server, storage, groups)
        await server.stop()
        await storage.close()
    }

    private func measure(_ server: MicroServer, _ storage: SQLiteStorage, _ groups: Tally) async throws {
        let (start, processor) = (ContinuousClock.now, Self.processorTime)
        let posters = try await withThrowingTaskGroup(of: Poster.Result.self) { group in
            for number in 0..<2 {
                let poster = Poster(
                    port: server.port, connections: max(1, connections / 2), seconds: seconds, prefix: "\(number)", secret: Self.secret)
                group.addTask { try await poster.run() }
            }
            return try await group.reduce(into: [Poster.Result]()) { $0.append($1) }
        }
        let (time, work) = (ContinuousClock.now - start, Self.processorTime - processor)
        let answered = posters.reduce(0) { $0 + $1.answered }
        let stored = try await storage.inbox(of: "5").updates
        let waits = posters.flatMap(\.waits).sorted()
        print("\(connections) connections: \(Int(Double(answered) / (time / .seconds(1)))) a second answered ok, each after it was on disk")
        print("stored \(stored) of \(answered) in \(groups.count) groups of \(stored / max(1, groups.count))")
        print("wait p50 \(Self.milliseconds(waits, 0.5)) ms, p99 \(Self.milliseconds(waits, 0.99)) ms")
        print("CPU of server and client together \(Int(work / .microseconds(1)) / max(1, answered)) µs each")
        guard stored >= answered, posters.allSatisfy({ $0.refused == 0 }) else { throw BenchmarkError.lost }
    }

    private static func milliseconds(_ waits: [Duration], _ part: Double) -> Double {
        guard !waits.isEmpty else { return 0 }
        return (waits[min(waits.count - 1, Int(Double(waits.count) * part))] / .milliseconds(1) * 10).rounded() / 10
    }

    private static var processorTime: Duration {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec) }
    }
}

enum BenchmarkError: Error { case noConnection, badAnswer, lost }

/// Counts groups.
final class Tally: Sendable {
    private let groups = Atomic(0)

    var count: Int { groups.load(ordering: .relaxed) }

    func note(_ updates: Int) { groups.add(1, ordering: .relaxed) }
}
