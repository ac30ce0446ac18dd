// Govorun: ids remembered as prints. SPDX-License-Identifier: MIT
import Testing

@testable import BotRunner

@Suite("Prints of ids")
struct IDPrintsTests {
    private static let key: (UInt64, UInt64) = (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210)

    private static func print(_ id: String) -> IDPrint { IDPrint(of: id, key) }

    @Test("differ wherever ids do: in any byte, in their length, in the order of their words")
    func differ() {
        var ids: Set<String> = ["", "\0", "\0\0", "12345678abcdefgh", "abcdefgh12345678"]
        for number in 0..<20_000 { ids.insert("3f2c00000000000000000000000000" + String(number + 1_000_000_000)) }
        for length in 1...40 { ids.insert(String(repeating: "a", count: length)) }
        for place in 0..<40 {
            var id = [Character](repeating: "0", count: 40)
            id[place] = "1"
            ids.insert(String(id))
        }
        #expect(Set(ids.map { [Self.print($0).first, Self.print($0).second] }).count == ids.count)
        #expect(Self.print("a") != IDPrint(of: "a", (1, 2)))
        #expect(ids.allSatisfy { Self.print($0) != .blank })
    }

    @Test("half of each print alone tells ids apart, so that its places are spread")
    func spread() {
        let prints = (0..<50_000).map { Self.print("3f2c00000000000000000000000000\($0)") }
        #expect(Set(prints.map(\.first)).count == prints.count && Set(prints.map(\.second)).count == prints.count)
        var filled = [Int](repeating: 0, count: 1 << 10)
        for print in prints { filled[Int(print.first & 1_023)] += 1 }
        // 49 each on the average; seven times the deviation.
        #expect(filled.allSatisfy { (1...98).contains($0) })
    }

    @Test("a set of them holds what was put in and not taken out, whatever came between")
    func set() {
        var generator = SystemRandomNumberGenerator()
        var (prints, model) = (PrintSet(), Set<Int>())
        for _ in 0..<20_000 {
            let number = Int.random(in: 0..<400, using: &generator)
            if Bool.random(using: &generator) {
                #expect(prints.insert(Self.print("\(number)")) == model.insert(number).inserted)
            } else {
                #expect(prints.remove(Self.print("\(number)")) == (model.remove(number) != nil))
            }
        }
        #expect((0..<400).allSatisfy { prints.contains(Self.print("\($0)")) == model.contains($0) })
        #expect(prints.count == model.count)
        prints.removeAll()
        #expect(prints.count == 0 && !prints.contains(Self.print("1")) && prints.insert(Self.print("1")))
    }
}
