// Govorun: patterns from authors and operators. SPDX-License-Identifier: MIT
import BotKit
import Testing

@Suite("Patterns")
struct PatternTests {
    @Test(
        "Classes, letter case and word edges know Cyrillic",
        arguments: [
            (#"^\w+$"#, "Привет", true), (#"\bмир\b"#, "привет, МИР!", true), ("[а-яё]+", "ЁЛКА", true), (#"^\p{Lu}"#, "Я", true),
            ("^$", "", true), ("a", "", false), ("(?-i)мир", "МИР", false), (".", "😀", true), ("^.$", "😀", true), (#"\d"#, "٣", true),
        ])
    func classes(pattern: String, text: String, matches: Bool) throws {
        #expect(try (Pattern(pattern).firstMatch(in: text) != nil) == matches)
    }

    @Test("Letter case counts where it is told to")
    func letterCase() throws { #expect(try Pattern("мир", ignoresCase: false).firstMatch(in: "МИР") == nil) }

    @Test("Groups are found by number and name; those that took no part are nil")
    func groups() throws {
        let match = try #require(try Pattern("(?<a>x)?(y)(?<б>z)?").firstMatch(in: "-y-"))
        #expect(match[0] == "y")
        #expect(match[1] == nil)
        #expect(match[2] == "y")
        #expect(match[3] == nil)
        #expect(match[-1] == nil)
        #expect(match["a"] == nil)
        #expect(match["missing"] == nil)
        #expect(try Pattern("(?<a>x)").firstMatch(in: "wxy")?["a"] == "x")
    }

    @Test("Of groups that share a name, the one that took part is meant", arguments: ["x", "y"])
    func sharedName(text: String) throws { #expect(try Pattern("(?J)(?<a>x)|(?<a>y)").firstMatch(in: text)?["a"] == text) }

    @Test("A pattern that takes too many steps is an error of its own, and fast")
    func hopeless() throws {
        let pattern = try Pattern("(a+)+$")
        let clock = ContinuousClock()
        let start = clock.now
        let error = #expect(throws: PatternError.self) { try pattern.firstMatch(in: String(repeating: "a", count: 40) + "!") }
        #expect(error?.code == .tooManySteps)
        #expect(clock.now - start < .seconds(1))
    }

    @Test(
        "An honest pattern gets through the longest message",
        arguments: [#"^(?:[абв]|г)*$"#, #"^(\w+\s*)+$"#, "(.|\n)*г$", "^(?:(а)|(б)|(г))+$"])
    func long(pattern: String) throws {
        #expect(try Pattern(pattern).firstMatch(in: String(repeating: "аб", count: 4500) + "г") != nil)
    }

    @Test("A broken pattern tells where", arguments: [("(", 1), ("[z-a]", 3), ("(?<a>x)(?<a>y)", 12), ("*", 0)])
    func broken(source: String, offset: Int) {
        let error = #expect(throws: PatternError.self) { try Pattern(source) }
        #expect(error?.code == .syntax)
        #expect(error?.offset == offset)
        #expect(error?.description.contains("«\(source)»") == true)
    }

    @Test("One pattern serves many tasks at once")
    func shared() async throws {
        let pattern = try Pattern(#"(\d+)"#)
        try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<200 { group.addTask { try pattern.firstMatch(in: "n\(number)")?[1] } }
            var found: Set<String> = []
            for try await number in group { found.insert(number ?? "") }
            #expect(found.count == 200)
        }
    }
}
