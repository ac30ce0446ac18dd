// Govorun: the proofs as files of tests. SPDX-License-Identifier: MIT
import TapeJSON

/// Prints the fixture with the answers, the table of calls, and how every view is read.
struct ProofFiles {
    let plan: ProofPlan
    let version: String

    static let command = "generate-vk-api --tests DIR"

    /// Below `Tests/VKAPITests`.
    ///
    /// - Throws: `GeneratorError` as `Generator`.
    func files() throws -> [GeneratedFile] {
        let proofs = try plan.proofs()
        let read = plan.typesRead(by: proofs)
        let views = read.views.map { FileSet.Piece(name: $0.name, lines: Self.reading($0.name, $0.view)) }
        let words = read.words.map { "extension \($0): ReadBack {}" }
        return tables(proofs) + parts("ViewReading", "how views are read", views)
            + [file("Methods/WordReading+Generated.swift", "how open enums are read", words)]
            + [GeneratedFile(path: "Fixtures/answers/methods.json", data: Self.fixture(proofs))]
    }

    /// All calls with what is sent and answered, one in a line.
    private static func fixture(_ proofs: [MethodProof]) -> String {
        let lines = proofs.map { proof in
            let value: JSONValue = ["method": .string(proof.function.method), "sent": .object(proof.sent), "answer": proof.answer]
            return JSONValue.string(proof.name).serialized + ": " + value.serialized
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    private func tables(_ proofs: [MethodProof]) -> [GeneratedFile] {
        let portions = FileSet.portions(proofs.map { FileSet.Piece(name: $0.name, lines: Self.call($0)) })
        var files: [GeneratedFile] = []
        for (index, portion) in portions.enumerated() {
            let body =
                ["extension MethodCases {", "    mutating func addPart\(index + 1)() {"] + portion.flatMap(\.lines) + ["    }", "}"]
            files.append(file("Methods/MethodCasesPart\(index + 1)+Generated.swift", "calls of methods open to communities", body))
        }
        let all =
            ["extension MethodCases {", "    /// Every call once.", "    mutating func addAll() {"]
            + portions.indices.map { "        addPart\($0 + 1)()" } + ["    }", "}"]
        return files + [file("Methods/MethodCases+Generated.swift", "all calls", all)]
    }

    private func parts(_ name: String, _ about: String, _ pieces: [FileSet.Piece]) -> [GeneratedFile] {
        FileSet.portions(pieces).enumerated().map { index, portion in
            file("Methods/\(name)Part\(index + 1)+Generated.swift", about, FileSet.joined(portion))
        }
    }

    private func file(_ path: String, _ about: String, _ lines: [String]) -> GeneratedFile {
        GeneratedFile(
            path: path, about: about, version: version, lines: ["import TapeJSON", "import VKAPI", ""] + lines, command: Self.command)
    }

    private static func call(_ proof: MethodProof) -> [String] {
        var arguments = zip(proof.function.parameters, proof.arguments).map { "\($0.label): \($1.swift)" }
        let line = "        add(\"\(proof.name)\", \(proof.callee)(\(arguments.joined(separator: ", "))))"
        guard line.count >= Layout.width, let last = arguments.popLast() else { return [line] }
        return ["        add(", "            \"\(proof.name)\",", "            \(proof.callee)("]
            + Layout.filled(arguments + [last + "))"], depth: 4)
    }

    private static func reading(_ name: String, _ view: ViewType) -> [String] {
        let fields = view.properties.map { property in
            property.key.isEmpty
                ? "        fields.add(kind: \(property.name))" : "        fields.add(\"\(property.key)\", \(property.name))"
        }
        return ["extension \(name): ViewReadBack {", "    func read(into fields: inout ReadFields) {"] + fields + ["    }", "}"]
    }
}
