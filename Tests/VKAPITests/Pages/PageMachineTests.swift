// Govorun: which pages are asked for. SPDX-License-Identifier: MIT
import Testing

@testable import VKAPI

@Suite("Which pages of a list are asked for")
struct PageMachineTests {
    /// A list at VK: how many elements it has and how many it gives at once.
    private struct Shelf {
        var elements: Int
        var atOnce = Int.max
        var tellsTotal = true
        var bytes = 0

        func page(for ask: PageAsk) -> PageFacts {
            let start = min(max(ask.offset, 0), elements)
            let count = min(elements - start, atOnce, ask.count ?? 20)
            let edges = count == 0 ? "" : "\(start)…\(start + count - 1)"
            return PageFacts(count: count, total: tellsTotal ? elements : nil, next: nil, bytes: bytes, edges: edges)
        }
    }

    private static let members = PageRules(turn: .offset, most: 1000)

    /// What is asked for, round by round, `offset+count` each; `?` where VK chooses the count.
    private static func asked(
        _ shelf: Shelf, rules: PageRules? = members, _ parameters: Parameters = [:], limit: Int? = nil, packs: Bool = true
    ) -> [String] {
        var machine = PageMachine(rules: rules, parameters: parameters, limit: limit, packs: packs)
        var rounds: [String] = []
        while rounds.count < 50 {
            let asks = machine.next()
            if asks.isEmpty { break }
            rounds.append(asks.map { "\($0.offset)+\($0.count.map { String($0) } ?? "?")" }.joined(separator: " "))
            for ask in asks { _ = machine.receive(shelf.page(for: ask), to: ask) }
        }
        return rounds
    }

    @Test(
        "The first page goes alone, the others together, none above the total",
        arguments: [
            (0, ["0+1000"]), (1, ["0+1000"]), (999, ["0+1000"]), (1000, ["0+1000"]), (1001, ["0+1000", "1000+1000"]),
            (3500, ["0+1000", "1000+1000 2000+1000 3000+1000"]),
        ])
    func total(elements: Int, expected: [String]) { #expect(Self.asked(Shelf(elements: elements)) == expected) }

    @Test(
        "Numbers that no list has trap nothing", arguments: [Int.min, -1, 0, .max],
        [["offset": .min], ["offset": -5, "count": .max], ["offset": .max], ["count": .max]] as [[String: Int]])
    func hostile(total: Int, numbers: [String: Int]) {
        var parameters = Parameters()
        for (name, number) in numbers { parameters[name] = String(number) }
        for rules in [Self.members, nil] {
            var machine = PageMachine(rules: rules, parameters: parameters, limit: nil, packs: true)
            for round in 0..<3 {
                let asks = machine.next()
                #expect(asks.count <= 25 && (machine.expected ?? 0) >= machine.seen)
                for ask in asks { _ = machine.receive(PageFacts(count: 20, total: total, edges: "\(round)"), to: ask) }
            }
        }
    }

    @Test("No more than 25 go together")
    func most() {
        let rounds = Self.asked(Shelf(elements: 60_000)).map { $0.split(separator: " ").count }
        #expect(rounds == [1, 25, 25, 9])
    }

    @Test("Big pages share an answer only as far as VK gives it")
    func weight() {
        let rounds = Self.asked(Shelf(elements: 10_000, bytes: 1_500_000)).map { $0.split(separator: " ").count }
        #expect(rounds == [1, 2, 2, 2, 2, 1])
    }

    @Test(
        "The caller's offset, count and limit are kept",
        arguments: [
            (["offset": 2500], nil, ["2500+1000", "3500+1000"]), (["count": 2000], nil, ["0+1000", "1000+1000 2000+1000 3000+1000"]),
            (["count": 1500, "offset": 3000], nil, ["3000+1000"]), (["count": 2], 5, ["0+2", "2+2 4+1"]), ([:], 0, []),
            ([:], 7, ["0+7"]), ([:], 1500, ["0+1000", "1000+500"]), (["offset": 9000], nil, ["9000+1000"]),
        ] as [(Parameters, Int?, [String])])
    func caller(parameters: Parameters, limit: Int?, expected: [String]) {
        #expect(Self.asked(Shelf(elements: 4000), parameters, limit: limit) == expected)
    }

    @Test("A method whose pages nobody knows is asked for as many as it gave first")
    func unknown() {
        #expect(Self.asked(Shelf(elements: 50), rules: nil) == ["0+?", "20+20 40+20"])
        #expect(Self.asked(Shelf(elements: 50), rules: nil, limit: 30) == ["0+30"])
        #expect(Self.asked(Shelf(elements: 500), rules: nil, limit: 300).first == "0+?")
    }

    @Test("A server that gives less at once than it should loses nothing")
    func less() {
        #expect(Self.asked(Shelf(elements: 250, atOnce: 100)) == ["0+1000", "100+100 200+100"])
        #expect(Self.asked(Shelf(elements: 5, atOnce: 2), rules: nil, ["count": 3]) == ["0+3", "2+2 4+2"])
        let silent = Self.asked(Shelf(elements: 5, atOnce: 2, tellsTotal: false), rules: nil, ["count": 3])
        #expect(silent == ["0+3", "2+2", "4+2", "5+2"])
    }

    @Test("Without a total it goes on until a page is short, one by one")
    func noTotal() {
        #expect(Self.asked(Shelf(elements: 2500, tellsTotal: false)) == ["0+1000", "1000+1000", "2000+1000"])
        #expect(Self.asked(Shelf(elements: 1000, tellsTotal: false)) == ["0+1000", "1000+1000"])
    }

    @Test("A short page among others has gaps and ends nothing; an empty one behind all ends it")
    func gaps() {
        var machine = PageMachine(rules: Self.members, parameters: [:], limit: nil, packs: true)
        func receive(_ count: Int, _ edges: String) -> Bool {
            machine.receive(PageFacts(count: count, total: 9000, next: nil, edges: edges), to: machine.next()[0])
        }
        #expect(receive(1000, "a"))
        #expect(receive(998, "b"))
        #expect(machine.next().first == PageAsk(start: .offset(2000), count: 1000))
        #expect(!receive(0, ""))
        #expect(machine.isFinished && machine.next().isEmpty)
    }

    @Test("Of several at once, an empty page is the end only if none behind it has anything")
    func hole() {
        var machine = PageMachine(rules: Self.members, parameters: [:], limit: nil, packs: true)
        let shelf = Shelf(elements: 4000)
        let first = machine.next()[0]
        _ = machine.receive(shelf.page(for: first), to: first)
        let round = machine.next()
        let isShown = (
            machine.receive(PageFacts(count: 0, total: 4000), to: round[0]), machine.receive(shelf.page(for: round[1]), to: round[1])
        )
        #expect(isShown == (false, true))
        #expect(!machine.isFinished && machine.next().first?.offset == 3000)
    }

    @Test("A server that gives the same page for every offset is left after the second time")
    func same() {
        var machine = PageMachine(rules: Self.members, parameters: [:], limit: nil, packs: true)
        let page = PageFacts(count: 1000, total: 1_000_000, edges: "1…1000")
        let isShown = (machine.receive(page, to: machine.next()[0]), machine.receive(page, to: machine.next()[0]))
        #expect(isShown == (true, false))
        #expect(machine.next().isEmpty && machine.isRepeating)
    }

    @Test("After 'too big' half as many go together, at last one by one; refused, one by one at once")
    func fewer() {
        var machine = PageMachine(rules: Self.members, parameters: [:], limit: nil, packs: true)
        let first = machine.next()[0]
        _ = machine.receive(Shelf(elements: 100_000).page(for: first), to: first)
        var widths: [Int] = []
        for _ in 0..<6 {
            widths.append(machine.next().count)
            machine.shrink(from: machine.next().count)
        }
        #expect(widths == [25, 12, 6, 3, 1, 1])
        #expect(Self.asked(Shelf(elements: 3000), packs: false) == ["0+1000", "1000+1000", "2000+1000"])
    }

    @Test("By mark each page says where the next begins, and it ends with an empty mark or one that was there before")
    func marks() {
        func walk(_ nexts: [String?], counts: [Int], _ parameters: Parameters = [:]) -> [String] {
            var machine = PageMachine(
                rules: PageRules(turn: .startFrom, most: 100), parameters: parameters, limit: nil, packs: true)
            var asked: [String] = []
            for (next, count) in zip(nexts, counts) {
                guard let ask = machine.next().first else { break }
                if case .mark(let mark) = ask.start { asked.append(mark ?? "-") }
                _ = machine.receive(PageFacts(count: count, total: nil, next: next), to: ask)
            }
            return asked + (machine.isFinished ? ["end"] : [])
        }
        #expect(walk(["a", "b", nil], counts: [5, 5, 5]) == ["-", "a", "b", "end"])
        #expect(walk(["a", ""], counts: [5, 5]) == ["-", "a", "end"])
        #expect(walk(["a", "a", "x"], counts: [5, 5, 5]) == ["-", "a", "end"])
        #expect(walk(["a", "b", "a", "x"], counts: [5, 5, 5, 5]) == ["-", "a", "b", "end"])
        #expect(walk(["b", "c"], counts: [5, 5], ["start_from": "a"]) == ["a", "b"])
        #expect(walk(["b", "a", "x"], counts: [5, 5, 5], ["start_from": "a"]) == ["a", "b", "end"])
        // Filtered away, but not the end; three times over, it is.
        #expect(walk(["a", "b", "c", "d", "e"], counts: [5, 0, 0, 5, 5]) == ["-", "a", "b", "c", "d"])
        #expect(walk(["a", "b", "c", "d"], counts: [0, 0, 0, 5]) == ["-", "a", "b", "end"])
    }

    @Test("A method nobody knows turns by mark if its answer has one")
    func discovery() {
        var machine = PageMachine(rules: nil, parameters: [:], limit: nil, packs: true)
        let first = machine.next()[0]
        _ = machine.receive(PageFacts(count: 5, total: 50, next: "m", edges: "a"), to: first)
        #expect(machine.next() == [PageAsk(start: .mark("m"), count: nil)])
    }

    @Test(
        "The rules come from the schema, and from VK's pages where it is silent",
        arguments: [
            ("groups.getMembers", PageRules(turn: .offset, most: 1000)), ("messages.getHistory", PageRules(turn: .offset, most: 200)),
            ("wall.get", PageRules(turn: .offset, most: 100)), ("newsfeed.search", PageRules(turn: .startFrom, most: 200)),
            ("messages.getHistoryAttachments", PageRules(turn: .startFrom, most: 200)), ("users.get", nil), ("things.get", nil),
        ] as [(String, PageRules?)])
    func rules(method: String, expected: PageRules?) { #expect(PageRules.rules(of: method) == expected) }
}
