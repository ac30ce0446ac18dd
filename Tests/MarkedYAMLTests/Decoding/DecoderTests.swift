// Govorun: decoding through Decodable, synthesised and written by hand. SPDX-License-Identifier: MIT
import MarkedYAML
import Testing

@Suite("Decoder: any Decodable, every mistake at once")
struct DecoderTests {
    struct Bot: Decodable, Equatable {
        var token: String
        var community: Int?
        var admins: [String]?
        var limits: [Int: Double]?
        var parent: Parent?
        struct Parent: Decodable, Equatable { var name: String }
    }

    @Test("Synthesised types need their keys, optionals may be absent or null") func synthesised() throws {
        let bot = try decode(Bot.self, "token: abc\ncommunity: null\nlimits: { 1: 0.5, 20: 2 }\nparent: { name: x }")
        #expect(bot == Bot(token: "abc", community: nil, admins: nil, limits: [1: 0.5, 20: 2], parent: Bot.Parent(name: "x")))
    }

    @Test(
        "Keys are checked against those a type asks for",
        arguments: [
            ("token: a\nadmin: []", ["2:1 unknown key 'admin' in bots.x; did you mean 'admins'?"]),
            (
                "token: a\nlimit: {}\nfoo: 1",
                ["2:1 unknown key 'limit' in bots.x; did you mean 'limits'?", "3:1 unknown key 'foo' in bots.x"]
            ),
            ("tokne: a", ["1:1 unknown key 'tokne' in bots.x; did you mean 'token'?"]),
            ("community: 1", ["1:1 missing key 'token' in bots.x"]),
            ("token: a\nparent:\n  nam: b", ["3:3 unknown key 'nam' in bots.x.parent; did you mean 'name'?"]),
            ("token: a\nparent: {}", ["2:1 missing key 'name' in bots.x.parent"]),
            (
                "token: a\nlimits: { a: 1, 2: x }",
                ["2:14 bots.x.limits.a: the key 'a' must be a whole number", "2:20 bots.x.limits.2: expected a number, found 'x'"]
            ),
            ("token: a\nToken: b", ["2:1 unknown key 'Token' in bots.x"]),
            ("[]", ["1:1 bots.x: expected a mapping, found a list"]), ("token", ["1:1 bots.x: expected a mapping, found 'token'"]),
        ])
    func keys(text: String, expected: [String]) {
        #expect(problems(of: text, as: Bot.self, at: "bots.x") == expected)
    }

    @Test("Two wrong values in one struct without defaults are both told, as is what is missing") func several() {
        let text = "- { token: [a], community: many, limits: { 1: x } }\n- { community: 1.5 }\n- { token: b }"
        #expect(
            problems(of: text, as: [Bot].self) == [
                "1:12 [0].token: expected text, found a list (a text that begins with '[' or '{' needs quotes)",
                "1:28 [0].community: expected a whole number, found 'many'", "1:47 [0].limits.1: expected a number, found 'x'",
                "2:3 missing key 'token' in [1]", "2:16 [1].community: expected a whole number, found '1.5'",
            ])
    }

    @Test("A survey gives what can be read next to what is wrong") func survey() throws {
        let root = try document("- { token: a, community: many }\n- { token: b, admins: [c] }\n- x").root
        let (bots, problems) = YAMLDecoder().survey([Bot].self, from: root)
        #expect(bots == [Bot(token: "a"), Bot(token: "b", admins: ["c"])])
        #expect(problems.map(\.keyPath) == ["[0].community", "[2]"])
        #expect(YAMLDecoder().survey(Int.self, from: root).value == nil)
    }

    // MARK: Types that read themselves

    /// An even number; anything else is refused by the type itself.
    struct Even: Decodable, Equatable {
        var value: Int
        init(_ value: Int) { self.value = value }
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = try container.decode(Int.self)
            guard value % 2 == 0, value != 0 else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(value) is not an even number.")
            }
        }
    }

    struct Pair: Decodable {
        var low: Int
        var high: Int
        enum CodingKeys: CodingKey { case low, high }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            low = try container.decode(Int.self, forKey: .low)
            high = try container.decode(Int.self, forKey: .high)
            if low > 99 { throw DecodingError.dataCorruptedError(forKey: .low, in: container, debugDescription: "too much") }
            if low >= high { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "low must be below high")) }
        }
    }

    @Test("What a type throws stands at its place, and its neighbours are still looked at") func ownErrors() {
        #expect(
            problems(of: "[2, 3, x, 5]", as: [Even].self, at: "list") == [
                "1:5 list[1]: 3 is not an even number", "1:8 list[2]: expected a whole number, found 'x'",
                "1:11 list[3]: 5 is not an even number",
            ])
        #expect(
            problems(of: "{a: {low: 2, high: 1}, b: {low: 100, high: 1}, c: {low: x, high: 0}, d: {high: 0}}", as: [String: Pair].self) == [
                "1:5 a: low must be below high", "1:33 b.low: too much", "1:57 c.low: expected a whole number, found 'x'",
                "1:70 missing key 'low' in d",
            ])
    }

    struct Odd: Error, CustomStringConvertible { var description: String { "is odd" } }
    struct Foreign: Decodable {
        init(from decoder: any Decoder) throws {
            if try decoder.singleValueContainer().decode(Int.self) % 2 == 1 { throw Odd() }
        }
    }

    struct Whole: Decodable {
        var bots: [String: Bot]
        enum CodingKeys: CodingKey { case bots }
        init(from decoder: any Decoder) throws {
            bots = try decoder.container(keyedBy: CodingKeys.self).decode([String: Bot].self, forKey: .bots)
            if bots.count > 1 {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "one bot, please"))
            }
        }
    }

    @Test("A type that refuses the whole file does not hide its other mistakes") func wholeFile() {
        let text = "bots:\n  a: { token: x, admin: [] }\n  b: { token: y }"
        #expect(
            problems(of: text, as: Whole.self) == ["1:1 one bot, please", "2:18 unknown key 'admin' in bots.a; did you mean 'admins'?"])
    }

    @Test("A refusal that only follows from a reported mistake is not told") func consequences() {
        #expect(problems(of: "bots:\n  a: { token: [] }\n  b: { token: y }", as: Whole.self).count == 1)
        #expect(problems(of: "{ low: x, high: 0 }", as: Pair.self) == ["1:8 low: expected a whole number, found 'x'"])
    }

    @Test("Any other error is placed where it was thrown") func foreign() {
        #expect(problems(of: "a: [2, 3]\nb: [5]", as: [String: [Foreign]].self) == ["1:8 a[1]: is odd", "2:5 b[0]: is odd"])
    }

    /// Text, or a mapping, or a list of these.
    indirect enum Menu: Decodable, Equatable {
        case text(String), entry(title: String, size: Int), list([Menu])
        enum CodingKeys: CodingKey { case title, size }
        init(from decoder: any Decoder) throws {
            let single = try decoder.singleValueContainer()
            if let text = try? single.decode(String.self) {
                self = .text(text)
            } else if let list = try? single.decode([Menu].self) {
                self = .list(list)
            } else {
                let entry = try decoder.container(keyedBy: CodingKeys.self)
                self = .entry(
                    title: try entry.decode(String.self, forKey: .title), size: try entry.decodeIfPresent(Int.self, forKey: .size) ?? 0)
            }
        }
    }

    @Test("A type may try one shape after another") func shapes() throws {
        let menu = try decode(Menu.self, "- tea\n- { title: cake, size: 2 }\n- [a, { title: b }]")
        #expect(menu == .list([.text("tea"), .entry(title: "cake", size: 2), .list([.text("a"), .entry(title: "b", size: 0)])]))
        #expect(problems(of: "{ title: a, sise: 1 }", as: Menu.self) == ["1:13 unknown key 'sise'; did you mean 'size'?"])
        #expect(problems(of: "a: { title: [x], size: y }", as: [String: Menu].self).count == 2)
    }

    // MARK: Containers

    class Animal: Decodable {
        let name: String
    }
    final class Dog: Animal {
        let legs: Int
        enum CodingKeys: CodingKey { case legs }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            legs = try container.decode(Int.self, forKey: .legs)
            try super.init(from: container.superDecoder())
        }
    }

    @Test("A superclass has a decoder of its own") func superclass() throws {
        let dog = try decode(Dog.self, "legs: 4\nsuper: { name: Rex }")
        #expect(dog.legs == 4 && dog.name == "Rex")
        #expect(problems(of: "legs: 4\nsuper: { nme: Rex }", as: Dog.self) == ["2:10 unknown key 'nme' in super; did you mean 'name'?"])
    }

    struct Extended: Decodable {
        var base: Bot
        var extra: Int
        enum CodingKeys: CodingKey { case extra }
        init(from decoder: any Decoder) throws {
            base = try Bot(from: decoder)
            extra = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .extra)
        }
    }

    @Test("Two types may share one mapping, and know its keys together") func shared() throws {
        #expect(try decode(Extended.self, "token: a\nextra: 1").extra == 1)
        #expect(problems(of: "token: a\nextra: 1\nextras: 2", as: Extended.self) == ["3:1 unknown key 'extras'"])
    }

    struct Nested: Decodable {
        var values: [Int] = []
        enum Outer: CodingKey { case inner, items }
        enum Inner: CodingKey { case value }
        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Outer.self)
            values.append(try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner).decode(Int.self, forKey: .value))
            var items = try outer.nestedUnkeyedContainer(forKey: .items)
            while !items.isAtEnd {
                if try items.decodeNil() { continue }
                if let value = try? items.decode(Int.self) { values.append(value); continue }
                var pair = try items.nestedUnkeyedContainer()
                values.append(try pair.decode(Int.self))
                values.append(try pair.decode(Int.self))
            }
        }
    }

    @Test("Nested containers work, and know their keys") func nested() throws {
        #expect(try decode(Nested.self, "inner: { value: 1 }\nitems: [2, null, [3, 4]]").values == [1, 2, 3, 4])
        #expect(
            problems(of: "inner: { value: 1, x: 2 }\nitems: [[5]]", as: Nested.self) == [
                "1:20 unknown key 'x' in inner", "2:9 items[0]: the list is too short: item 2 is missing",
            ])
        #expect(problems(of: "inner: { value: 1, x: 2 }\nitems: [5]", as: Nested.self) == ["1:20 unknown key 'x' in inner"])
    }

    enum Storage: Codable, Equatable { case memory, file(path: String, size: Int?) }

    @Test("Enums with values are mappings with one key") func enums() throws {
        #expect(try decode(Storage.self, "file: { path: a }") == .file(path: "a", size: nil))
        #expect(problems(of: "file: { path: [a], siz: 1 }", as: Storage.self).count == 2)
        #expect(problems(of: "fil: {}", as: Storage.self) == ["1:1 expected a mapping with exactly one of the known keys"])
    }

    enum Level: Int, Decodable, CaseIterable { case low = 1, high = 2 }
    enum Hidden: String, Decodable { case a, b }
    /// Reads its enum by itself.
    struct Wrapped: Decodable {
        init(from decoder: any Decoder) throws { _ = try Hidden(from: decoder) }
    }

    @Test(
        "A choice that is none is told with the choices",
        arguments: [
            ("3", "expected one of 1, 2, found '3'"), ("[1]", "expected one of 1, 2, found a list"),
            ("x", "expected one of 1, 2, found 'x'"), ("", "expected one of 1, 2, found nothing"),
        ])
    func choices(text: String, expected: String) {
        #expect(problems(of: "v: \(text)", as: [String: Level].self).first?.hasSuffix("v: \(expected)") == true)
    }

    @Test("An enum that does not list its cases says as much") func uncountable() {
        #expect(problems(of: "- a\n- c", as: [Hidden].self) == ["2:3 [1]: 'c' is not allowed here"])
        #expect(problems(of: "x: { k: c, l: d }", as: [String: [String: Hidden]].self).count == 2)
        #expect(problems(of: "- c", as: [Wrapped].self) == ["1:3 [0]: 'c' is not allowed here"])
    }

    // MARK: Raw nodes

    struct Entry: Decodable {
        var use: String
        var with: YAMLNode?
    }

    @Test("A node is captured as it stands, and decoded later with its places") func raw() throws {
        let entry = try decode(Entry.self, "use: faq\nwith:\n  perUser: x\n  anything: [1]")
        let with = try #require(entry.with)
        #expect(with["anything"]?[0]?.scalar == "1")
        let error = #expect(throws: YAMLErrors.self) { try YAMLDecoder().decode(Greeting.Limits.self, from: with, at: "bots.a.with") }
        #expect(
            error?.problems.map(\.description) == [
                "bots.yaml:3:3: error: missing key 'pause' in bots.a.with",
                "bots.yaml:3:12: error: bots.a.with.perUser: expected a whole number, found 'x'",
                "bots.yaml:4:3: error: unknown key 'anything' in bots.a.with",
            ])
        #expect(try decode(Entry.self, "use: faq").with == nil)
    }

    struct Raw: DefaultedOptions { var with: YAMLNode = YAMLNode(.mapping(YAMLMapping([])), style: .flow) }

    @Test("A raw default is as good as one in the file") func rawDefault() throws {
        let with = try decode(Raw.self, "{}").with
        #expect(try YAMLDecoder().decode(Greeting.self, from: with) == Greeting())
        #expect(try decode(Raw.self, "with: { limits: { perUser: 1 } }").with["limits"]?["perUser"]?.scalar == "1")
    }

    @Test("User info reaches the types") func userInfo() throws {
        struct Reader: Decodable {
            let value: String?
            init(from decoder: any Decoder) throws { value = decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as? String }
        }
        let decoder = YAMLDecoder(userInfo: [CodingUserInfoKey(rawValue: "k")!: "v"])
        #expect(try decoder.decode(Reader.self, from: try document("{}").root).value == "v")
    }

    @Test("One mistake behind many aliases is told once") func aliases() {
        let found = problems(of: "a: &x { token: a, community: no }\nb: *x\nc: *x", as: [String: Bot].self)
        #expect(problems(of: "a: &x { token: a, foo: 1 }\nb: *x\nc: { <<: *x }", as: [String: Bot].self).count == 1)
        #expect(found == ["1:30 a.community: expected a whole number, found 'no'"])
    }

    @Test("Keys that are no names are quoted in paths") func paths() {
        #expect(
            problems(of: "'a b': { 'c.d': x }", as: [String: [String: Int]].self) == [
                "1:17 'a b'.'c.d': expected a whole number, found 'x'"
            ])
    }
}
