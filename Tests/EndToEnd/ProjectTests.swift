// Govorun: what `govorun new` writes builds and passes. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("govorun new", .serialized)
struct ProjectTests {
    @Test("A name that can be no plugin's is told the rule that it breaks; what is there already is left alone")
    func refused() async throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("Plugins"), withIntermediateDirectories: true)
        for (name, rule) in [("1x", "begin with a Latin letter"), ("чай", "use Latin letters")] {
            let program = try Program.govorun(["new", "plugin", name], in: folder.url)
            #expect(try await program.exitStatus() == 64)
            #expect(
                program.errors.contains { $0.hasSuffix("'\(name)' cannot be a plugin's name; \(rule): Dice, TicTacToe") },
                "\(program.errors)")
        }
        for status in [0, 73] as [Int32] {
            let program = try Program.govorun(["new", "plugin", "dice"], in: folder.url)
            #expect(try await program.exitStatus() == status)
            #expect(program.errors.isEmpty == (status == 0))
        }
    }

    @Test("A new project outside the checkout builds, lists its plugins, and its tests pass; so does a plugin added to it")
    func project() async throws {
        let folder = try Folder()
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let new = try Program.govorun(["new", "project", "shop", "--govorun", root.path], in: folder.url)
        #expect(try await new.exitStatus() == 0)
        let shop = folder.url.appendingPathComponent("shop")
        let plugin = try Program.govorun(["new", "plugin", "Dice"], in: shop)
        #expect(try await plugin.exitStatus() == 0)
        // One build for both; nothing but the two commands has touched the files.
        let build = try Program("/usr/bin/env", ["swift", "build", "--build-tests"], in: shop)
        #expect(try await build.exitStatus(within: .seconds(600)) == 0, "\(build.output.suffix(20))")
        #expect(!build.output.contains { $0.contains("warning:") && $0.contains("shop/") })
        let list = try Program(shop.appendingPathComponent(".build/debug/shop").path, ["plugins"], in: shop)
        #expect(try await list.exitStatus() == 0)
        #expect(list.output.map { $0.prefix { !$0.isWhitespace } } == ["dice", "echo", "hello", "help", "plugins", "welcome"])
        let test = try Program("/usr/bin/env", ["swift", "test", "--skip-build"], in: shop)
        #expect(try await test.exitStatus(within: .seconds(120)) == 0, "\((test.output + test.errors).suffix(20))")
        let again = try Program.govorun(["new", "plugin", "dice"], in: shop)
        #expect(try await again.exitStatus() == 73)
    }
}
