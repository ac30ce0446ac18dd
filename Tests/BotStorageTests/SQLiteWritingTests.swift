// Govorun: many writers, a full disk, an impatient caller. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Writing to SQLite")
struct SQLiteWritingTests {
    private func withStorage(
        _ change: (inout SQLiteStorage.Options) -> Void = { _ in }, _ body: (SQLiteStorage, HandClock) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let clock = HandClock()
            var options = SQLiteStorage.Options()
            change(&options)
            let storage = try await SQLiteStorage.open(folder + "/govorun.db", options: options, clock: { clock.now })
            try await body(storage, clock)
            await storage.close()
        }
    }

    @Test("Fifty who write and read at once meet no lock, and lose nothing")
    func parallel() async throws {
        try await withStorage { storage, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<50 {
                    group.addTask {
                        for number in 0..<20 {
                            let key = StorageKey("\(writer)", "\(number)")
                            try await storage.set([UInt8(number)], for: key)
                            #expect(try await storage.value(for: key) == [UInt8(number)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await storage.namespaces(NamePage()).count == 50)
            #expect(try await storage.names(in: "49", NamePage()).count == 20)
        }
    }

    @Test("Of commits that are written together, only the refused ones fail")
    func refusedInGroup() async throws {
        try await withStorage { storage, _ in
            let taken = StorageKey("n", "taken")
            try await storage.set([0], for: taken)
            let refused = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        // The refused ones have written before they are refused.
                        let call = CallKey(source: "1", event: "e", ordinal: number)
                        let second: Write = number.isMultiple(of: 2) ? .answerCall(call, []) : .beginCall(call, digest: [])
                        let conditions: [Condition] = number.isMultiple(of: 5) ? [.absent(taken)] : []
                        do {
                            try await storage.commit(
                                Commit([.set(StorageKey("n", "\(number)"), [1]), .finish([0], of: "1"), second], if: conditions))
                            return nil
                        } catch let error as StorageError {
                            #expect(error.code == (number.isMultiple(of: 5) ? .preconditionFailed : .notFound))
                            return number
                        }
                    }
                }
                return try await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
            }
            #expect(refused == Set((0..<200).filter { $0.isMultiple(of: 2) || $0.isMultiple(of: 5) }))
            let written = Set(try await storage.names(in: "n", NamePage()).compactMap { Int($0) })
            #expect(written == Set(0..<200).subtracting(refused))
            #expect(try await storage.calls(of: "e", source: "1").count == written.count)
        }
    }

    @Test("A full disk is said so; what is small still fits, what is there can be read, and room made is used")
    func full() async throws {
        try await withStorage({ $0.maximumBytes = 1 << 20 }) { storage, _ in
            let large = StorageKey("n", "large")
            try await storage.set([UInt8](repeating: 1, count: 600_000), for: large)
            let outcomes = try await withThrowingTaskGroup(of: StorageError.Code?.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let size = number == 10 ? 900_000 : 100
                        do {
                            try await storage.commit([.set(StorageKey("n", "\(number)"), [UInt8](repeating: 2, count: size))])
                            return nil
                        } catch let error as StorageError {
                            #expect(number == 10 && error.description.contains("cannot grow"))
                            return error.code
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.compactMap { $0 } == [.full])
            #expect(try await storage.value(for: large)?.count == 600_000)
            #expect(try await storage.names(in: "n", NamePage()).count == 20)
            try await storage.delete(large)
            try await storage.set([UInt8](repeating: 2, count: 900_000), for: large)
        }
    }

    @Test("A file that another program keeps locked is busy, and only as long")
    func busy() async throws {
        try await withStorage({ $0.busyTimeout = .milliseconds(10) }) { storage, _ in
            let other = try RawFile(storage.path)
            try other.run("BEGIN IMMEDIATE")
            let error = await expectError(.busy) { try await storage.set([1], for: StorageKey("n", "k")) }
            #expect(error?.description.contains("another program") == true)
            #expect(try await storage.value(for: StorageKey("n", "k")) == nil)
            try other.run("ROLLBACK")
            try await storage.set([1], for: StorageKey("n", "k"))
        }
    }

    @Test("A caller that is cancelled has the one outcome all the same")
    func cancelled() async throws {
        try await withStorage { storage, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 { group.addTask { try await storage.set([1], for: StorageKey("n", "\(number)")) } }
                group.cancelAll()
                try await group.waitForAll()
            }
            let written = try await storage.names(in: "n", NamePage())
            #expect(written.count == 50)
        }
    }

    @Test("Expired values go by themselves while something is written")
    func sweepByItself() async throws {
        try await withStorage { storage, clock in
            let expires = clock.now + .seconds(1)
            try await storage.commit(Commit((0..<500).map { .set(StorageKey("old", "\($0)"), [0], expires: expires) }))
            for second in 1...4 {
                clock.advance(by: .seconds(1))
                try await storage.set([1], for: StorageKey("new", "\(second)"))
            }
            let rows = try RawFile(storage.path).value("SELECT count(*) FROM kv")
            #expect(rows == 4)
        }
    }

    @Test("What was asked before the end is done before it")
    func closing() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            let storage = try await SQLiteStorage.open(path)
            let written = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        do { try await storage.set([1], for: StorageKey("n", "\(number)")) } catch { return false }
                        return true
                    }
                }
                group.addTask {
                    await storage.close()
                    return false
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            let again = try await SQLiteStorage.open(path)
            #expect(try await again.names(in: "n", NamePage()).count == written)
            await again.close()
        }
    }
}
