// Govorun: generated files on disk, and those of this repository. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import GenerateVKAPI

@Suite("Writing the files")
struct SourceTreeTests {
    @Test("What is no longer generated goes, what is written by hand stays, a second run changes nothing")
    func write() throws {
        try Zoo.withFolder { root in
            let tree = SourceTree(root: root)
            let files = try Zoo.files()
            let objects = root.appending(path: "Objects/Zoo")
            try FileManager.default.createDirectory(at: objects, withIntermediateDirectories: true)
            try Data("// Govorun: by hand.\n".utf8).write(to: objects.appending(path: "ByHand.swift"))
            let stale = GeneratedFile(path: "Objects/Zoo/Stale+Generated.swift", about: "gone", version: "1", lines: [])
            try Data(stale.text.utf8).write(to: objects.appending(path: "Stale+Generated.swift"))

            #expect(try tree.differences(from: files).contains(stale.path))
            try tree.write(files)
            #expect(try tree.differences(from: files) == [])
            #expect(FileManager.default.fileExists(atPath: objects.appending(path: "ByHand.swift").path))
            #expect(!FileManager.default.fileExists(atPath: objects.appending(path: "Stale+Generated.swift").path))
        }
    }
}

@Suite("The generated files of this repository")
struct CommittedFilesTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../Sources/VKAPI").standardized
    private static let proofs = URL(filePath: #filePath).appending(path: "../../VKAPITests").standardized
    private static let schema = ProcessInfo.processInfo.environment["GOVORUN_SCHEMA"]

    @Test("None has been changed by hand, and none is longer than 400 lines")
    func hashes() throws {
        let files = try SourceTree(root: Self.root).generated()
        #expect(files.count > 200)
        let tests = try SourceTree(root: Self.proofs).generated()
        #expect(tests.count > 20)
        for (path, text) in files.merging(tests, uniquingKeysWith: { $1 }) {
            #expect(GeneratedFile.isUntouched(text) == true, "\(path)")
            #expect(path.hasPrefix("Errors/") || text.utf8.count { $0 == UInt8(ascii: "\n") } <= 400, "\(path)")
        }
    }

    @Test(
        "They are what the schema yields: all 566 methods, 642 objects, 425 answers and 251 codes",
        .enabled(if: schema != nil, "set GOVORUN_SCHEMA to the folder of VK's schema to generate everything and compare"))
    func regeneration() throws {
        let schema = try SchemaReader(folder: URL(filePath: #require(Self.schema))).read()
        #expect(schema.methods.count == 566 && schema.objects.count == 642)
        #expect(schema.responses.count == 425 && schema.errors.count == 251)
        let files = try Generator(schema: schema, amendments: .ours).files()
        #expect(try SourceTree(root: Self.root).differences(from: files) == [])
        let proofs = try ProofFiles(plan: ProofPlan(schema: schema, amendments: .ours), version: schema.version).files()
        #expect(try SourceTree(root: Self.proofs).differences(from: proofs) == [])
    }
}
