// Govorun: the storage's file: made, locked, old, new, foreign, damaged. SPDX-License-Identifier: MIT
import BotStorage
import Foundation
import Testing

@Suite("The SQLite file")
struct SQLiteFileTests {
    private let key = StorageKey("n", "k")

    private func store(_ bytes: [UInt8], in path: String) async throws {
        let storage = try await SQLiteStorage.open(path)
        try await storage.set(bytes, for: key)
        await storage.close()
    }

    @Test("It is made with its folders, for this user only, and keeps what was written")
    func creation() async throws {
        try await withFolder { folder in
            let path = folder + "/data/of bots/govorun.db"
            try await store([7], in: path)
            for (file, mode) in [("/data", 0o700), ("/data/of bots/govorun.db", 0o600), ("/data/of bots/govorun.db.lock", 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder + file)
                #expect(attributes[.posixPermissions] as? Int == mode, "\(file)")
            }
            let storage = try await SQLiteStorage.open(path)
            #expect(storage.path == URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            #expect(try await storage.value(for: key) == [7])
            await storage.close()
        }
    }

    @Test("Opened to read beside its owner it shows what the owner commits, and takes no write and no lock")
    func guest() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            await expectError(.cannotOpen) { _ = try await SQLiteStorage.open(readingFrom: path) }
            let owner = try await SQLiteStorage.open(path)
            let guest = try await SQLiteStorage.open(readingFrom: path)
            for byte in 0..<3 as Range<UInt8> {
                try await owner.set([byte], for: key)
                #expect(try await guest.value(for: key) == [byte])
            }
            await expectError(.notWritable) { try await guest.set([9], for: key) }
            await owner.close()
            let next = try await SQLiteStorage.open(path)
            try await next.set([4], for: key)
            #expect(try await guest.value(for: key) == [4])
            await guest.close()
            await expectError(.closed) { _ = try await guest.value(for: key) }
            #expect(try await next.value(for: key) == [4])
            await next.close()
        }
    }

    @Test("A second opener is refused and told who the first is, also through a link")
    func locked() async throws {
        try await withFolder { folder in
            let (path, link) = (folder + "/govorun.db", folder + "/link.db")
            let first = try await SQLiteStorage.open(path)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for name in [path, link, folder + "/./govorun.db"] {
                let error = await expectError(.locked) { _ = try await SQLiteStorage.open(name) }
                #expect((error?.context.process, error?.context.host) == (Int(getpid()), ProcessInfo.processInfo.hostName))
                #expect(error?.description.contains("process \(getpid())") == true && error?.description.contains(name) == true)
            }
            try await first.set([1], for: key)  // and the first goes on
            await first.close()
            let second = try await SQLiteStorage.open(link)
            #expect(try await second.value(for: key) == [1])
            await second.close()
        }
    }

    @Test("The database itself is locked, too: neither another name nor a deleted lock file opens it twice")
    func lockedDatabase() async throws {
        try await withFolder { folder in
            let (path, link) = (folder + "/govorun.db", folder + "/link.db")
            let first = try await SQLiteStorage.open(path)
            try FileManager.default.linkItem(atPath: path, toPath: link)
            try FileManager.default.removeItem(atPath: path + ".lock")
            for name in [path, link] { await expectError(.locked) { _ = try await SQLiteStorage.open(name) } }
            try await first.set([1], for: key)  // and the first goes on
            await first.close()
            let second = try await SQLiteStorage.open(path)
            #expect(try await second.value(for: key) == [1])
            await second.close()
        }
    }

    @Test("A storage that is let go of frees its file")
    func letGo() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            _ = try await SQLiteStorage.open(path)
            let limit = ContinuousClock.now + .seconds(60)
            while true {
                do {
                    let storage = try await SQLiteStorage.open(path)
                    return await storage.close()
                } catch let error as StorageError {
                    try #require(error.code == .locked && ContinuousClock.now < limit)
                }
                await Task.yield()
            }
        }
    }

    @Test("A crash holds up nobody: leases and claims end with the process, numbers go on")
    func claimsEnd() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            var storage = try await SQLiteStorage.open(path)
            let lease = try await storage.acquireLease("1", holder: "first", for: .seconds(3_600))
            try await storage.commit([.schedule(JobKey("q", "j"), due: storage.now)])
            let claimed = try await storage.claimJobs(in: nil, limit: 1, for: .seconds(3_600))
            await storage.close()
            storage = try await SQLiteStorage.open(path)
            #expect(try await storage.acquireLease("1", holder: "second", for: .seconds(9)).number > lease.number)
            let again = try await storage.claimJobs(in: nil, limit: 1, for: .seconds(9))
            #expect(again.map(\.attempts) == [2])
            #expect(again.first?.claim?.number != claimed.first?.claim?.number)
            await storage.close()
        }
    }

    @Test("What cannot be written says so", arguments: ["/dev/null/govorun.db", "/dev/null/data/govorun.db", "/proc/1/govorun.db"])
    func notWritable(path: String) async throws {
        let error = await #expect(throws: StorageError.self) { _ = try await SQLiteStorage.open(path) }
        #expect(error.map { [.notWritable, .cannotOpen].contains($0.code) } == true)
        #expect(error?.context.path == path && error?.description.contains(path) == true)
    }

    @Test("A folder that may only be read says so", .enabled(if: getuid() != 0, "root may write everywhere"))
    func readOnlyFolder() async throws {
        try await withFolder { folder in
            try await store([1], in: folder + "/govorun.db")
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
            await expectError(.notWritable) { _ = try await SQLiteStorage.open(folder + "/new.db") }
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        }
    }

    @Test("What is no place for a file says so", arguments: ["", "/", ".", "..", "/dev/null/govorun.db", "a\0b"])
    func noPlace(path: String) async throws {
        await expectError(.cannotOpen) { _ = try await SQLiteStorage.open(path) }
    }

    @Test("A link that leads nowhere is not followed")
    func danglingLink() async throws {
        try await withFolder { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/govorun.db", withDestinationPath: folder + "/gone.db")
            await expectError(.cannotOpen) { _ = try await SQLiteStorage.open(folder + "/govorun.db") }
            #expect(!FileManager.default.fileExists(atPath: folder + "/gone.db"))
        }
    }

    @Test("A folder in its place says so")
    func folderInPlace() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/govorun.db", withIntermediateDirectories: false)
            await expectError(.cannotOpen) { _ = try await SQLiteStorage.open(folder + "/govorun.db") }
        }
    }

    @Test("A file of a newer version is left as it is")
    func newer() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            try await store([1], in: path)
            try RawFile(path).run("PRAGMA user_version = 99")
            let error = await expectError(.newerSchema) { _ = try await SQLiteStorage.open(path) }
            #expect((error?.context.foundVersion, error?.context.knownVersion) == (99, 2))
            #expect(error?.description.contains("update") == true)
            #expect(try RawFile(path).value("PRAGMA user_version") == 99)
        }
    }

    @Test("A file of another program is left as it is")
    func foreign() async throws {
        try await withFolder { folder in
            let (text, database) = (folder + "/notes.txt", folder + "/other.db")
            let words = Data("These are notes of somebody, not a database. ".utf8) + Data(repeating: 32, count: 5_000)
            try words.write(to: URL(fileURLWithPath: text))
            try RawFile(database).run("CREATE TABLE kv (other); INSERT INTO kv VALUES (1)")
            let before = try Data(contentsOf: URL(fileURLWithPath: database))
            for path in [text, database] {
                let error = await expectError(.notStorage) { _ = try await SQLiteStorage.open(path) }
                #expect(error?.context.path == path)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: text)) == words)
            #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
        }
    }

    @Test("A damaged file is found at the start")
    func corrupt() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            let storage = try await SQLiteStorage.open(path)
            try await storage.commit(Commit((0..<500).map { .set(StorageKey("n", "\($0)"), [UInt8](repeating: 1, count: 300)) }))
            await storage.close()
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            let size = try file.seekToEnd()
            for page in size / 8_192..<size / 8_192 + 10 {
                try file.seek(toOffset: page * 4_096)
                try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
            }
            try file.close()
            let error = await expectError(.corrupt) { _ = try await SQLiteStorage.open(path) }
            #expect(error?.description.contains("damaged") == true && error?.description.contains(path) == true)
        }
    }

    @Test("A file whose beginning is gone is not taken for a new one")
    func beheaded() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            try await store([1], in: path)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.write(contentsOf: Data(repeating: 0, count: 100))
            try file.close()
            await expectError(.notStorage) { _ = try await SQLiteStorage.open(path) }
        }
    }

    @Test("A file of version 1 is brought up to date and keeps its values")
    func migration() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            let file = try RawFile(path)
            try file.run(
                """
                PRAGMA journal_mode = WAL;
                CREATE TABLE kv (
                    namespace TEXT NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, expires INTEGER,
                    PRIMARY KEY (namespace, name)
                ) WITHOUT ROWID;
                CREATE INDEX kv_expires ON kv (expires) WHERE expires IS NOT NULL;
                INSERT INTO kv VALUES ('n', 'k', x'0102', NULL);
                PRAGMA application_id = 1196839502; PRAGMA user_version = 1;
                """)
            let storage = try await SQLiteStorage.open(path)
            #expect(try await storage.value(for: key) == [1, 2])
            try await storage.commit([
                .store(InboxBatch(source: "1", cursor: [], body: [1], updates: 1)), .schedule(JobKey("q", "j"), due: storage.now),
            ])
            #expect(try await storage.inbox(of: "1").updates == 1)
            await storage.close()
            #expect(try file.value("PRAGMA user_version") == 2)
        }
    }
}
