// Govorun: from a schema to the proofs of its methods. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@testable import GenerateVKAPI

@Suite("Proofs of methods")
struct ProofTests {
    private static func proofs(_ amendments: Amendments = Amendments()) throws -> [MethodProof] {
        try ProofPlan(schema: Zoo.schema(), amendments: amendments).proofs()
    }

    private static func files() throws -> [GeneratedFile] {
        try ProofFiles(plan: ProofPlan(schema: Zoo.schema(), amendments: Amendments()), version: "5.0").files()
    }

    @Test("Each function that communities may call is there once, the second of a name with a number")
    func names() throws {
        #expect(try Self.proofs().map(\.name) == ["zoo.feed", "zoo.feed#2", "zoo.get", "zoo.getExtended"])
    }

    @Test("Every parameter has an argument, written as VK wants it: what the function fixes, lists with commas, objects as JSON")
    func sent() throws {
        let proofs = Dictionary(uniqueKeysWithValues: try Self.proofs().map { ($0.name, $0) })
        let extended = try #require(proofs["zoo.getExtended"]).sent
        #expect(extended["extended"] == "1")
        #expect(extended["sort"] == "id_asc")
        for key in ["zoo_id", "count", "fields"] { #expect(extended[key] != nil, "\(key)") }
        let feed = try #require(proofs["zoo.feed#2"])
        guard case .string(let ids)? = feed.sent["animal_ids"] else { return #expect(Bool(false), "no list") }
        #expect(ids.split(separator: ",").compactMap { Int($0) }.count == 2)
        #expect(feed.sent["plan"]?.serialized.contains("any") == true)
    }

    @Test("Every answer has a value")
    func answers() throws {
        for proof in try Self.proofs() { #expect(proof.answer != .null, "\(proof.name)") }
    }

    @Test("The files are the same on every run, carry the mark, and hold no sentence of the schema")
    func files() throws {
        let files = try Self.files()
        #expect(try files == Self.files())
        for file in files where file.path.hasSuffix(".swift") { #expect(GeneratedFile.isUntouched(file.text) == true, "\(file.path)") }
        #expect(files.allSatisfy { !$0.text.contains("must not be copied") })
        let data = try #require(files.first { $0.path == "Fixtures/answers/methods.json" })
        #expect(try JSONDocument(data.text).root.count == Self.proofs().count)
    }

    @Test("What a file written by hand reads is filled and read as well")
    func byHand() throws {
        var amendments = Amendments()
        amendments.writtenByHand = ["zoo_animal.id"]
        #expect(try Self.proofs(amendments).map(\.answer) == Self.proofs().map(\.answer))
    }
}
