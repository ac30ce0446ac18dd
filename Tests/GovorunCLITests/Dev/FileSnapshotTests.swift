// Govorun: rules of what `govorun dev` watches. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import GovorunCLI

@Suite("The files that make a bot")
struct FileSnapshotTests {
    @Test("What is saved, made or removed is found, and whether it is code; what editors leave beside it is not")
    func changes() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snapshot-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let plugin = folder.appendingPathComponent("Plugins/Shop")
        try FileManager.default.createDirectory(at: plugin, withIntermediateDirectories: true)
        func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        func look() -> FileSnapshot {
            FileSnapshot(pluginFolder: folder.path + "/Plugins", file: folder.path + "/bots.yaml")
        }
        try write("bots.yaml", "bots:\n")
        try write("Plugins/Shop/ShopPlugin.swift", "// 1")
        let first = look()
        #expect(look() == first)
        #expect(look().changes(since: first).isEmpty)

        try write("Plugins/Shop/ShopPlugin.swift", "// 12")
        try write("Plugins/Shop/.ShopPlugin.swift.swp", "x")
        try write("Plugins/Shop/ShopPlugin.swift~", "x")
        try write("README.md", "x")
        let second = look()
        #expect(second.changes(since: first).map(\.path) == [folder.path + "/Plugins/Shop/ShopPlugin.swift"])
        #expect(second.changes(since: first).map(\.kind) == [.code])

        try write("faq.yaml", "- q")
        try write("other.yaml", "# mine\nbots:\n  a: {}\n")
        try write(".env", "A=1")
        try FileManager.default.removeItem(at: plugin.appendingPathComponent("ShopPlugin.swift"))
        let names = look().changes(since: second).map { ($0.path.split(separator: "/").last.map(String.init) ?? "", $0.kind) }
        #expect(names.map(\.0) == [".env", "ShopPlugin.swift", "faq.yaml"])
        #expect(names.map(\.1) == [.configuration, .code, .configuration])
    }
}
