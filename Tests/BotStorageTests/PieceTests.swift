// Govorun: the small values that storages are made of. SPDX-License-Identifier: MIT
import Testing

@testable import BotStorage

@Suite("Times")
struct UnixTimeTests {
    @Test(
        "A time and a duration make a time, in whole milliseconds",
        arguments: [
            (0, Duration.milliseconds(1), 1), (1_000, .seconds(-1), 0), (5, .microseconds(1_999), 6), (5, .microseconds(-1_999), 4),
            (7, .zero, 7), (.max, .milliseconds(1), .max), (.min, .seconds(-1), .min), (0, .seconds(Int64.max), .max),
            (0, .seconds(Int64.min), .min),
        ] as [(Int64, Duration, Int64)])
    func adding(start: Int64, duration: Duration, expected: Int64) {
        #expect((UnixTime(milliseconds: start) + duration).milliseconds == expected)
    }

    @Test("Between two times is a duration, and the earlier is the lesser")
    func difference() {
        let (early, late) = (UnixTime(seconds: 10), UnixTime(milliseconds: 12_500))
        #expect(late - early == .milliseconds(2_500) && early - late == .milliseconds(-2_500))
        #expect(early < late)
        #expect(UnixTime(seconds: .max).milliseconds == .max && UnixTime(seconds: .min).milliseconds == .min)
        #expect(UnixTime.now > UnixTime(seconds: 1_700_000_000))
    }
}

@Suite("Errors")
struct StorageErrorTests {
    @Test("Every error has a sentence of its own; trouble with the file names the file", arguments: StorageError.Code.allCases)
    func sentences(code: StorageError.Code) {
        let error = StorageError(code) { $0.path = "data/govorun.db" }
        #expect(error.isRefusal || error.description.contains("data/govorun.db"))
        let others = StorageError.Code.allCases.filter { $0 != code }.map { other in
            StorageError(other) { $0.path = "data/govorun.db" }.description
        }
        #expect(!others.contains(error.description))
        #expect(error.origin.fileID.hasSuffix("PieceTests.swift"))
    }

    @Test("A sentence says what is known")
    func details() {
        let error = StorageError(.locked) { ($0.path, $0.host, $0.process) = ("a.db", "host-1", 17) }
        #expect(error.description.contains("process 17 on host-1"))
        let full = StorageError(.full) { ($0.path, $0.systemError, $0.detail) = ("a.db", 28, "words of the library") }
        #expect(full.description.contains("No space left on device") && full.description.contains("words of the library"))
        let record = StorageError(.notFound) { ($0.collection, $0.subject) = ("orders", "17") }
        #expect(record.description == "record '17' of collection 'orders' does not exist, nothing was written")
    }
}

@Suite("Pieces")
struct PieceTests {
    @Test("Marks are a bit each, and grow as needed")
    func marks() {
        var marks = FinishMarks([0, 9, 9, 99, -1, 10], count: 11)
        #expect(marks.bytes == [0b0000_0001, 0b0000_0110] && marks.count == 3)
        let fresh = [marks.insert(9), marks.insert(70)]
        #expect(fresh == [false, true])
        #expect(marks.contains(70) && !marks.contains(71) && !marks.contains(1_000) && marks.bytes.count == 9)
    }

    @Test(
        "Texts in one value come back as they were, whatever is in them",
        arguments: [[], [""], ["a", "", "b\n\0", "\u{1F600}"], [String(repeating: "x", count: 70_000), "y"]])
    func texts(texts: [String]) {
        #expect(TextList.decode(TextList.encode(texts)) == texts)
    }

    @Test(
        "Bytes that are no list of texts are read as far as they make sense",
        arguments: [[1], [1, 0, 0, 0], [255, 255, 255, 255, 1], [1, 0, 0, 0, 97, 9]] as [[UInt8]])
    func brokenTexts(bytes: [UInt8]) {
        #expect(TextList.decode(bytes).joined().count <= 1)
    }

    @Test("Index values are in one strict order: nil, numbers by their exact size, texts by their bytes")
    func order() {
        let sorted: [IndexValue] = [
            nil, .double(-.infinity), .double(-1e300), .integer(.min), -1, -0.5, false, true, 1.5, 2, .integer(1 << 53),
            .integer(1 << 53 + 1),
            .double(9_007_199_254_740_994), .integer(.max), .double(0x1p63), .double(.infinity), "", "a", "e\u{301}", "é",
        ]
        for (place, left) in sorted.enumerated() {
            for (otherPlace, right) in sorted.enumerated() {
                #expect((OrderedValue(left) < OrderedValue(right)) == (place < otherPlace), "\(left) \(right)")
                #expect((OrderedValue(left) == OrderedValue(right)) == (place == otherPlace), "\(left) \(right)")
            }
        }
    }

    @Test(
        "Values that are stored alike are equal",
        arguments: [(true, 1), (3.0, 3), (.double(.nan), nil), (-0.0, 0), (.double(9_007_199_254_740_992), .integer(1 << 53))]
            as [(IndexValue, IndexValue)])
    func equal(first: IndexValue, second: IndexValue) {
        #expect(OrderedValue(first) == OrderedValue(second))
    }
}
