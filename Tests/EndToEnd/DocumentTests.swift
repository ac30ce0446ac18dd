// Govorun: the bots.yaml of the docs. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("The files that the docs show")
struct DocumentTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("Every whole bots.yaml has no mistake", arguments: ["Docs/configuration.md", "README.md"])
    func check(page: String) async throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
        let blocks = text.components(separatedBy: "```yaml\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        let files = blocks.filter { $0.contains("\nbots:") || $0.hasPrefix("bots:") }
        try #require(!files.isEmpty)
        for file in files {
            let folder = try Folder()
            let path = try folder.write("bots.yaml", file + "\n")
            let program = try Program.govorun(
                ["check", path], environment: ["TEA_SHOP_TOKEN": "token-of-a-test", "GOVORUN_PASSWORD": "password-of-a-test"])
            #expect(try await program.exitStatus() == 0, "\(program.errors.joined(separator: "\n"))")
        }
    }
}
