// Govorun: what was acknowledged survives a kill. SPDX-License-Identifier: MIT
import BotStorage
import Foundation
import Testing

@Suite("A process killed while it writes")
struct CrashTests {
    struct Note: Codable, Sendable { var number: Int }

    @Test("Acknowledged means there, a commit is there whole or not at all, and nothing delays the next start")
    func killed() async throws {
        try await withFolder { folder in
            let path = folder + "/govorun.db"
            var acknowledged: Set<Int> = []
            for lines in [1, 40, 150, 400] {
                let first = (acknowledged.max() ?? 0) + 100
                let said = try await Self.runWriter(path, from: first, killAfter: lines)
                #expect(said.count >= lines)
                acknowledged.formUnion(said)
                try await Self.inspect(path, acknowledged)
            }
        }
    }

    private static func inspect(_ path: String, _ acknowledged: Set<Int>) async throws {
        var options = SQLiteStorage.Options()
        options.check = .full
        let storage = try await SQLiteStorage.open(path, options: options)
        let numbers = Set(try await storage.names(in: "numbers", NamePage(limit: .max)).compactMap { Int($0) })
        #expect(numbers.isSuperset(of: acknowledged), "lost: \(acknowledged.subtracting(numbers).sorted())")
        let notes = try await Records("notes", of: Note.self, indexes: [.unique("number")], in: storage)
        #expect(Set(try await notes.find(RecordQuery(limit: .max)).entries.map(\.value.number)) == numbers)
        let batches = try await storage.batches(of: "1", from: 0, limit: .max, bytes: .max)
        #expect(Set(batches.compactMap { Int(String(decoding: $0.body, as: UTF8.self)) }) == numbers)
        let inbox = try await storage.inbox(of: "1")
        #expect(inbox.cursor == batches.last?.body)
        #expect((inbox.updates, inbox.next) == (numbers.count, Int64(numbers.count)))
        await storage.close()
    }

    /// Runs the program beside the test runner until it has said so many numbers, and kills it.
    private static func runWriter(_ path: String, from first: Int, killAfter lines: Int) async throws -> Set<Int> {
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = products.appendingPathComponent("StorageWriter")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "StorageWriter is not built beside the tests")
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.readUntilKilled(program, [path, "\(first)"], lines) })
            }
        }
    }

    private static func readUntilKilled(_ program: URL, _ arguments: [String], _ lines: Int) throws -> Set<Int> {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var text: [UInt8] = []
        var isKilled = false
        while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
            text += data
            if !isKilled, text.count(where: { $0 == UInt8(ascii: "\n") }) >= lines {
                isKilled = true
                kill(process.processIdentifier, SIGKILL)
            }
        }
        process.waitUntilExit()
        // A last line without its end was not said.
        let whole = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        return Set(whole.compactMap { Int(String(decoding: $0, as: UTF8.self)) })
    }
}
