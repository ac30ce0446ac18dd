// Govorun: the table of Docs/comparison.md is what the script counts. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("The comparison")
struct ComparisonTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    @Test("shows the lines that the script counts")
    func table() throws {
        let process = Process()
        process.executableURL = Self.root.appending(path: "Scripts/count-example-lines.sh")
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let counted = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let page = try String(contentsOf: Self.root.appending(path: "Docs/comparison.md"), encoding: .utf8)
        #expect(counted.split(separator: "\n").count == 3)
        #expect(page.contains("| --- | --- | --- | --- | --- |\n" + counted + "\n"), "it counts:\n\(counted)")
    }

    @Test("keeps Govorun's bots as short as promised", arguments: [("Hello", 8, 4), ("Shop", 25, 6), ("Form", 25, 4)])
    func short(example: String, lines: Int, settings: Int) throws {
        let folder = Self.root.appending(path: "Examples/\(example)")
        #expect(try Self.lines(of: folder.appending(path: "\(example)Plugin.swift")) <= lines)
        #expect(try Self.lines(of: folder.appending(path: "bots.yaml")) <= settings)
    }

    private static func lines(of file: URL) throws -> Int {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
            !$0.drop { $0 == " " }.hasPrefix("//") && !$0.isEmpty
        }.count
    }
}
