// Govorun: spans of time as people type them. SPDX-License-Identifier: MIT

/// A span of time: `5m`, `1h30m`, `2 часа`, `полчаса`, `час и 15 минут`; at most a hundred years.
public struct DurationArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }

    /// Reads one word, and those after it that go on with smaller units.
    public func read(_ reader: inout ArgumentReader) throws -> Duration {
        var copy = reader
        guard let word = copy.word() else { throw ArgumentProblem(name, .missing) }
        guard let span = reader.attempt({ SpanReader.span(&$0) }) else {
            throw ArgumentProblem(name, .unreadable(word), expected: .duration)
        }
        return span
    }

    /// What `text` says, all of it; `nil` when it is no span of time.
    public static func duration(of text: String) -> Duration? {
        var reader = ArgumentReader(text)
        guard let span = SpanReader.span(&reader), reader.isAtEnd else { return nil }
        return span
    }
}

extension CommandArgument where Self == DurationArgument {
    /// A span of time: `5m`, `2 часа`, `1h30m`.
    public static func duration(_ name: String) -> Self { Self(name: name) }
}

/// Reads spans of time, word by word.
enum SpanReader {
    /// A hundred years, in milliseconds.
    private static let longest = 36_525 * 86_400_000

    /// What stands next; `nil` when it is no span.
    static func span(_ reader: inout ArgumentReader) -> Duration? {
        guard var total = part(&reader, below: .max) else { return nil }
        // Each further part is of a smaller unit, so a count that belongs to the next argument is not taken: `5m 10 яблок`.
        while let next = reader.attempt({ further(&$0, below: total.smallest) }) {
            total.sum += next.sum
            total.smallest = next.smallest
        }
        guard (1...longest).contains(total.sum) else { return nil }
        return .milliseconds(total.sum)
    }

    /// Milliseconds, and the smallest unit among them.
    private struct Sum {
        var sum: Int
        var smallest: Int
    }

    private static func further(_ reader: inout ArgumentReader, below unit: Int) -> Sum? {
        if let sum = reader.attempt({ part(&$0, below: unit) }) { return sum }
        guard let word = reader.word()?.lowercased(), word == "и" || word == "and" else { return nil }
        return part(&reader, below: unit)
    }

    /// `1h30m`, `2 часа`, `полтора часа`, `час`
    private static func part(_ reader: inout ArgumentReader, below limit: Int) -> Sum? {
        guard let word = reader.word()?.lowercased() else { return nil }
        if let half = TimeUnit.halves[word] { return half < limit ? Sum(sum: half, smallest: half) : nil }
        // A unit alone is one of it, if it is a word: `час`, but not `m`.
        if word.count > 2, let unit = TimeUnit.named(word) { return unit < limit ? Sum(sum: unit, smallest: unit) : nil }
        guard let count = count(word) else { return compact(word[...], below: limit) }
        guard let unit = reader.word().flatMap({ TimeUnit.named($0.lowercased()) }), unit < limit else { return nil }
        return milliseconds(count, of: unit).map { Sum(sum: $0, smallest: unit) }
    }

    private static func count(_ word: String) -> Double? {
        if let count = TimeUnit.counts[word] { return count }
        guard word.first?.isNumber == true, word.allSatisfy({ $0.isASCII }) else { return nil }
        return word.contains(where: \.isLetter) ? nil : DecimalArgument.value(of: word)
    }

    /// Numbers and units without a space between.
    private static func compact(_ word: Substring, below limit: Int) -> Sum? {
        var (rest, sum) = (word, Sum(sum: 0, smallest: limit))
        repeat {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
            let letters = rest[digits.endIndex...].prefix(while: \.isLetter)
            rest = rest[letters.endIndex...]
            if rest.first == ".", rest.count == 1 { rest = "" }
            guard !digits.isEmpty, let unit = TimeUnit.named(String(letters)), unit < sum.smallest,
                let count = DecimalArgument.value(of: digits), let part = milliseconds(count, of: unit)
            else { return nil }
            sum = Sum(sum: sum.sum + part, smallest: unit)
        } while !rest.isEmpty
        return sum
    }

    private static func milliseconds(_ count: Double, of unit: Int) -> Int? {
        let product = (count * Double(unit)).rounded()
        return product >= 0 && product <= Double(longest) ? Int(product) : nil
    }
}
