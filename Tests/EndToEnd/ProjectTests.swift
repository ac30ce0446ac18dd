// Govorun: what `govorun new` writes builds and passes. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("govorun new", .serialized)
struct ProjectTests {
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
