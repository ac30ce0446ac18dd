// Govorun: defaults under YAML: what DefaultedOptions promises. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

struct Greeting: DefaultedOptions, Equatable {
    struct Limits: Codable, Equatable {
        var perUser = 3
        var pause = Duration.seconds(3)
    }
    struct Answer: DefaultedOptions, Equatable {
        var text = "Hello"
        var weight = 1
        var note: String?
    }
    enum Mode: String, Codable, CaseIterable { case quiet, loud, longPoll = "long-poll" }

    var text = "Welcome"
    var limits = Limits(perUser: 5)
    var answers: [Answer] = [Answer()]
    var words: [String: Int] = ["tea": 1]
    var mode = Mode.quiet
    var note: String? = "by default"
    var spare: Answer?
    var flags = false
}

@Suite("Options: what the file does not say, the default says")
struct OptionsTests {
    @Test("An empty mapping is the default") func empty() throws {
        #expect(try decode(Greeting.self, "{}") == Greeting())
    }

    @Test("Nested structs are laid over key by key") func nested() throws {
        let options = try decode(Greeting.self, "limits: { pause: 10s }")
        #expect(options.limits == Greeting.Limits(perUser: 5, pause: .seconds(10)))
        #expect(options.text == "Welcome")
    }

    @Test("Lists and dictionaries replace their default; items get defaults of their own") func lists() throws {
        let options = try decode(Greeting.self, "answers: [{ weight: 2 }, { text: no }]\nwords: { coffee: 2 }")
        #expect(options.answers == [Greeting.Answer(text: "Hello", weight: 2), Greeting.Answer(text: "no", weight: 1)])
        #expect(options.words == ["coffee": 2])
    }

    struct Optionals: DefaultedOptions, Equatable {
        var limits: Greeting.Limits? = Greeting.Limits(perUser: 9)
        var always = Greeting.Limits(perUser: 7)
        var answer = Greeting.Answer(text: "parent's", weight: 4, note: nil)
    }

    @Test("Null is nil for an optional, and the default for a struct") func nulls() throws {
        let options = try decode(Optionals.self, "limits: null\nalways:\nanswer: {}")
        #expect(options == Optionals(limits: nil, always: Greeting.Limits(perUser: 7)))
        #expect(try decode(Optionals.self, "limits: { pause: 1s }").limits == Greeting.Limits(perUser: 9, pause: .seconds(1)))
    }

    @Test("A parent's default wins over the type's own") func parentDefault() throws {
        #expect(try decode(Optionals.self, "answer: { weight: 5 }").answer == Greeting.Answer(text: "parent's", weight: 5, note: nil))
    }

    @Test("A wrong value with a default is told once, whatever depends on it") func defaultStandsIn() {
        #expect(problems(of: "always: 5\nlimits: { perUser: a, pause: b }", as: Optionals.self).count == 3)
    }

    @Test("Every mistake is reported at once, in the order of the file") func mistakes() {
        let text = """
            txt: hi
            limits: { perUser: many, pause: 10 }
            answers:
              - { weight: 2, wieght: 3 }
              - text: [a]
            mode: loot
            words: { coffee: x }
            """
        #expect(
            problems(of: text, as: Greeting.self, at: "with") == [
                "1:1 unknown key 'txt' in with; did you mean 'text'?",
                "2:20 with.limits.perUser: expected a whole number, found 'many'",
                "2:33 with.limits.pause: expected a duration such as 500ms, 10s, 5m, 2h or 1d, found '10'; add a unit, as in 10s",
                "4:18 unknown key 'wieght' in with.answers[0]",
                "5:11 with.answers[1].text: expected text, found a list (a text that begins with '[' or '{' needs quotes)",
                "6:7 with.mode: expected one of quiet, loud, long-poll, found 'loot'; did you mean 'loud'?",
                "7:18 with.words.coffee: expected a whole number, found 'x'",
            ])
    }
}
