// Govorun: files that ask too much. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Limits: no file takes the process with it")
struct LimitsTests {
    @Test("Nesting stops at a depth, however it is written", arguments: ["[", "{", "- ", "? ", "[{a: "])
    func depth(opening: String) {
        #expect(problems(of: String(repeating: opening, count: 100_000)).first?.contains("levels deep") == true)
    }

    @Test("The depth that is allowed is allowed") func allowedDepth() {
        let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(problems(of: text).isEmpty)
        #expect(problems(of: "[\(text)]") == ["1:65 values are nested more than 64 levels deep"])
    }

    @Test("Anchors cannot build depth step by step") func aliasDepth() {
        let steps = (1...20).map { "a\($0): &a\($0) [[[[[*a\($0 - 1)]]]]]" }
        let found = problems(of: (["a0: &a0 x"] + steps).joined(separator: "\n"))
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix("with '*a12' values are nested more than 64 levels deep") == true)
    }

    @Test("A billion laughs end early") func laughs() {
        let levels = (1...12).map { "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ", "))]" }
        let found = problems(of: (["a0: &a0 lol"] + levels).joined(separator: "\n"))
        #expect(found.count == 1)
        #expect(found.first?.contains("the aliases of this file unfold into more than 100000 values") == true)
    }

    @Test("Merge keys count as aliases do") func merges() {
        let base = "a0: &a0 { " + (0..<500).map { "k\($0): 1" }.joined(separator: ", ") + " }\n"
        let users = (1...300).map { "b\($0): { <<: *a0 }" }.joined(separator: "\n")
        #expect(problems(of: base + users).first?.contains("unfold into more than") == true)
    }

    @Test("A file above its size cap is not even looked at") func size() {
        var limits = YAMLLimits()
        limits.bytes = 10
        #expect(problems(of: "key: value", limits: limits).isEmpty)
        #expect(problems(of: "key: values", limits: limits) == ["1:1 the file has 11 bytes; the limit is 10"])
    }

    @Test("At most a hundred problems are told") func count() {
        let text = (0..<500).map { "k\($0 % 2): 1" }.joined(separator: "\n")
        #expect(problems(of: text).count == 100)
        let keys = (0..<500).map { "key\($0): x" }.joined(separator: "\n")
        #expect(problems(of: keys, as: [String: Int].self).count == 100)
        #expect(problems(of: keys, as: Empty.self).count == 100)
    }

    struct Empty: Decodable {
        enum Keys: CodingKey { case none }
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Keys.self) }
    }

    @Test("Thousands of keys are found by name", arguments: [1, 8, 9, 5_000]) func manyKeys(count: Int) throws {
        let root = try document((0..<count).map { "key\($0): \($0)" }.joined(separator: "\n")).root
        #expect(root["key\(count - 1)"]?.scalar == "\(count - 1)")
        #expect(root["key\(count)"] == nil)
    }
}
