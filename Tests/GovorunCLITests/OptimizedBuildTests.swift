// Govorun: what an optimized build could not bear. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("Sources that have to work optimized, too")
struct OptimizedBuildTests {
    @Test("No task-local value is a function: Swift 6.3.1 crashes where one is set in an optimized build")
    func taskLocals() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sources = root.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)).compactMap { $0 as? URL }
        var found = 0
        for file in files where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.contains("@TaskLocal") {
                found += 1
                #expect(!line.contains("->"), "\(file.lastPathComponent): put a structure around the function")
            }
        }
        #expect(found > 0)
    }
}
