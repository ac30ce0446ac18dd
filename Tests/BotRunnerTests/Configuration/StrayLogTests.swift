// Govorun: a storage that was moved without its log. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import BotRunner

@Suite("What a moved storage left behind")
struct StrayLogTests {
    @Test("A log without its database is told; an empty one, and one with it, are not")
    func strays() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("govorun-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
        for (name, text) in [("a.db-wal", "x"), ("b.db", "x"), ("b.db-wal", "x"), ("c.db-wal", "")] {
            try text.write(to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
        }
        #expect(StorageChoice.sqlite(path: folder.path + "/b.db").strayLogs == [folder.path + "/a.db-wal"])
        #expect(StorageChoice.memory.strayLogs == [])
    }
}
