// Govorun: what the pages show compiles. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("The pages")
struct DocumentationTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    private static let pages = ["README.md", "Docs/plugins.md", "Docs/api.md", "Docs/simulator.md"]

    private static func blocks(of page: String) throws -> [DocumentedCode] {
        DocumentedCode.all(in: try String(contentsOf: root.appending(path: page), encoding: .utf8), of: page)
    }

    @Test("show Swift that compiles without a remark", arguments: pages)
    func blocks(page: String) async throws {
        let blocks = try Self.blocks(of: page)
        #expect(!blocks.isEmpty)
        let checker = try TypeChecker()
        for block in blocks {
            var fewest: [TypeChecker.Remark]?
            for reading in block.readings where fewest?.isEmpty != true {
                let remarks = try await checker.remarks(on: reading).filter { $0.severity == "error" }
                if remarks.count < fewest?.count ?? .max { fewest = remarks }
            }
            #expect(fewest?.map(\.description) == [], "the block at \(block.place)")
        }
    }

    @Test("have their blocks found, with what is given and the number of their first line")
    func reading() {
        let page =
            "# A\n<!-- sketch -->\n```swift\n…\n```\n\n<!-- given: let a = 1 -->\n```swift\nprint(a)\n\nstruct B {}\n```\n\n```sh\nls\n```\n```swift\nb()\n```\n"
        let blocks = DocumentedCode.all(in: page, of: "a.md")
        #expect(blocks.map(\.place) == ["a.md:9", "a.md:18"])
        #expect(blocks.map(\.given) == ["let a = 1", ""])
        #expect(blocks.map(\.lines) == [["print(a)", "", "struct B {}"], ["b()"]])
    }
}
