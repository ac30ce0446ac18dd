// Govorun: broken files: always a document or located problems. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Mutations: whatever a file holds, it is read or explained")
struct MutationTests {
    struct Model: DefaultedOptions {
        struct Bot: DefaultedOptions {
            var token = ""
            var community = 0
            var updates: [String]? = nil
            var concurrency: UInt8 = 64
            var plugins: [YAMLNode] = []
        }
        var storage = "memory"
        var bots: [String: Bot] = [:]
        var log: [String: String] = [:]
    }

    /// A generator whose sequence is the same in every run.
    struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    @Test("The sample itself is read") func sample() throws {
        let read = try YAMLDocument(bytes: try fixture("bots.yaml"), name: "bots.yaml")
        let (document, problems) = read.interpolated { _ in "value" }
        #expect(problems.isEmpty)
        let night = document.root["bots"]?["night"]
        #expect(night?["plugins"] == document.root["bots"]?["helpdesk"]?["plugins"])
        #expect(night?["token"]?.scalar == "value")
        #expect(
            document.root["bots"]?["helpdesk"]?["plugins"]?[1]?["with"]?["answers"]?["цена"]?.scalar == "Сто рублей.\nДоставка — двести.\n")
    }

    @Test("Changed bytes, cuts, doubled and moved pieces", arguments: 0..<8) func mutations(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let sample = try fixture("bots.yaml")
        for _ in 0..<150 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.mutate(&bytes, &random) }
            check(bytes)
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        guard bytes.count > 2 else { return }
        let place = Int.random(in: 0..<bytes.count - 1, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(Array("\t :-{}[],&*!|>'\"%@#\n${}?<".utf8).randomElement(using: &random) ?? 32, at: place)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        case 4: bytes.removeSubrange(end...)
        default: bytes.swapAt(place, bytes.count - 1 - place)
        }
    }

    private func check(_ bytes: [UInt8]) {
        do {
            let (document, problems) = try YAMLDocument(bytes: bytes, name: "bots.yaml").interpolated { $0.count > 12 ? nil : "v" }
            expectLocated(problems, lines: document.lines)
            _ = try YAMLDecoder().decode(Model.self, from: document.root)
        } catch {
            #expect(!error.problems.isEmpty)
            expectLocated(error.problems, lines: nil)
        }
    }

    private func expectLocated(_ problems: [YAMLProblem], lines: [String]?) {
        for problem in problems {
            #expect(problem.mark.line >= 1 && problem.mark.column >= 1 && problem.mark.offset >= 0)
            #expect(problem.mark.column <= (problem.sourceLine?.unicodeScalars.count ?? 0) + 2)
            #expect(!problem.message.isEmpty && problem.rendered.hasPrefix("bots.yaml:"))
            if let lines { #expect(problem.mark.line <= lines.count) }
        }
    }
}
