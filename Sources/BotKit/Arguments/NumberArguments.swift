// Govorun: numbers among the arguments. SPDX-License-Identifier: MIT

/// A whole number, perhaps between two limits.
public struct IntArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// What it may be.
    public let range: ClosedRange<Int>
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }

    /// Reads one word of digits.
    public func read(_ reader: inout ArgumentReader) throws -> Int {
        guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
        guard let value = Int(word) else { throw ArgumentProblem(name, .unreadable(word), expected: .integer) }
        guard range.contains(value) else {
            let (low, high) = (range.lowerBound, range.upperBound)
            throw ArgumentProblem(name, .outOfRange(word, from: low == .min ? nil : "\(low)", to: high == .max ? nil : "\(high)"))
        }
        return value
    }
}

/// A number with a fraction after a point or, as Russian writes it, a comma; neither infinite nor in another base.
public struct DecimalArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// What it may be.
    public let range: ClosedRange<Double>
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }

    /// Reads one word.
    public func read(_ reader: inout ArgumentReader) throws -> Double {
        guard let word = reader.word() else { throw ArgumentProblem(name, .missing) }
        guard let value = Self.value(of: word) else { throw ArgumentProblem(name, .unreadable(word), expected: .number) }
        guard range.contains(value) else {
            throw ArgumentProblem(name, .outOfRange(word, from: Self.shown(range.lowerBound), to: Self.shown(range.upperBound)))
        }
        return value
    }

    static func value(of word: some StringProtocol) -> Double? {
        let digits = String(word.map { $0 == "," ? "." : $0 })
        guard digits.allSatisfy({ "0123456789.+-eE".contains($0) }), let value = Double(digits), value.isFinite else { return nil }
        return value
    }

    private static func shown(_ limit: Double) -> String? {
        guard limit.isFinite else { return nil }
        return Int(exactly: limit).map(String.init) ?? String(limit)
    }
}

extension CommandArgument where Self == IntArgument {
    /// A whole number.
    public static func int(_ name: String) -> Self { Self(name: name, range: .min ... .max) }
    /// A whole number within `range`: `.int("кости", in: 1...100)`.
    public static func int(_ name: String, in range: ClosedRange<Int>) -> Self { Self(name: name, range: range) }
    /// A whole number that is not less: `.int("сколько", in: 1...)`.
    public static func int(_ name: String, in range: PartialRangeFrom<Int>) -> Self { Self(name: name, range: range.lowerBound ... .max) }
}
extension CommandArgument where Self == DecimalArgument {
    /// A number with a fraction: `1.5` or `1,5`.
    public static func double(_ name: String) -> Self { Self(name: name, range: -.infinity ... .infinity) }
    /// A number with a fraction within `range`.
    public static func double(_ name: String, in range: ClosedRange<Double>) -> Self { Self(name: name, range: range) }
    /// A number with a fraction that is not less: `.double("сумма", in: 0...)`.
    public static func double(_ name: String, in range: PartialRangeFrom<Double>) -> Self {
        Self(name: name, range: range.lowerBound ... .infinity)
    }
}
