// Govorun: both storages give the same answers to questions nobody thought of. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Random questions")
struct RandomQueryTests {
    /// A generator that repeats itself, so that a failure can be looked at.
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func value() -> IndexValue {
            switch Int.random(in: 0..<8, using: &self) {
            case 0: nil
            case 1: .bool(Bool.random(using: &self))
            case 2, 3: .integer(Int64.random(in: -3...3, using: &self))
            case 4: [.integer(.max), .integer(.min), .integer(1 << 53), .integer(1 << 53 + 1)].randomElement(using: &self) ?? nil
            case 5: .double([0.5, -2, 3, 1e300, -1e300, 9_007_199_254_740_992, 9.3e18].randomElement(using: &self) ?? 0)
            default: .string(["", "a", "ab", "b", "é", "e\u{301}", "\u{10FFFF}", "a\0"].randomElement(using: &self) ?? "")
            }
        }

        mutating func index() -> String { ["a", "b"].randomElement(using: &self) ?? "a" }

        mutating func filter(depth: Int = 3) -> RecordFilter {
            switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
            case 0: return .equal(index(), value())
            case 1: return .oneOf(index(), [value(), value(), value()])
            case 2, 3:
                let (lower, upper) = (
                    Bool.random(using: &self) ? value() : nil as IndexValue?, Bool.random(using: &self) ? value() : nil as IndexValue?
                )
                let range = IndexRange(from: lower, to: upper, includesLower: .random(using: &self), includesUpper: .random(using: &self))
                return .range(index(), range)
            case 4: return .prefix(index(), ["", "a", "e", "\u{10FFFF}"].randomElement(using: &self) ?? "")
            case 5: return .and((0..<Int.random(in: 0...3, using: &self)).map { _ in filter(depth: depth - 1) })
            default: return .or((0..<Int.random(in: 0...3, using: &self)).map { _ in filter(depth: depth - 1) })
            }
        }
    }

    struct Thing: Codable, Sendable { var a: IndexValue, b: IndexValue }

    @Test("SQLite and memory answer alike", arguments: 1...4 as ClosedRange<UInt64>)
    func alike(seed: UInt64) async throws {
        var dice = Dice(state: seed)
        let things = (0..<60).map { _ in Thing(a: dice.value(), b: dice.value()) }
        let queries = (0..<300).map { _ in
            let order = RecordOrder(by: [nil, "a", "b"].randomElement(using: &dice) ?? nil, isDescending: .random(using: &dice))
            return RecordQuery(
                dice.filter(), order: order, offset: dice.next() % 4 == 0 ? 2 : 0, limit: Int.random(in: 1...20, using: &dice))
        }
        var answers: [[[String]]] = []
        for kind in Kind.allCases {
            try await kind.withStorage { storage, _ in
                let collection = try await Records("things", of: Thing.self, indexes: ["a", "b"], in: storage)
                for (number, thing) in things.enumerated() { try await collection.insert(thing, id: "\(number)") }
                answers.append(try await ids(of: queries, in: collection))
            }
        }
        for (number, pair) in zip(answers[0], answers[1]).enumerated() { #expect(pair.0 == pair.1, "\(queries[number])") }
        #expect(answers.allSatisfy { $0.count == queries.count } && answers[0].contains { $0.count > 3 })
    }

    /// All pages of each question, and the count, as ids.
    private func ids(of queries: [RecordQuery], in collection: Records<Thing>) async throws -> [[String]] {
        var answers: [[String]] = []
        for query in queries {
            var (query, found) = (query, [String]())
            repeat {
                let page = try await collection.find(query)
                found += page.entries.map(\.id)
                (query.after, query.offset) = (page.next, 0)
            } while query.after != nil
            answers.append(found + ["\(try await collection.count(query.filter))"])
        }
        return answers
    }
}
