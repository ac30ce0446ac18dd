// Govorun: durations as people write them. SPDX-License-Identifier: MIT

/// `500ms 10s 5m 2h 1d`, several in a row (`1h30m`), with a decimal point (`1.5h`).
package enum DurationText {
    private static let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

    /// The duration a text stands for; nil if it is none or does not fit.
    static func parse(_ text: String) -> Duration? {
        guard text != "0" else { return .zero }
        var rest = text[...]
        var total = Duration.zero
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            guard let part = nextPart(&rest), total.components.seconds <= .max - part.components.seconds - 1 else { return nil }
            total += part
        }
        return total
    }

    /// A text that `parse` reads back exactly: whole units where that is possible, else decimal seconds.
    package static func write(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return "-" + write(.zero - duration) }
        guard attoseconds == 0 else {
            let milliseconds = attoseconds / 1_000_000_000_000_000
            if milliseconds * 1_000_000_000_000_000 == attoseconds, seconds < 1_000_000 { return "\(seconds * 1_000 + milliseconds)ms" }
            let digits = String(attoseconds)
            let fraction = String(repeating: "0", count: 18 - digits.count) + digits
            return "\(seconds).\(fraction.trimmingTrailingZeros)s"
        }
        guard seconds != 0, let unit = units.first(where: { seconds % $0.seconds == 0 }) else { return "0" }
        return "\(seconds / unit.seconds)\(unit.name)"
    }

    private static func nextPart(_ text: inout Substring) -> Duration? {
        let whole = text.prefix { $0.isASCII && $0.isNumber }
        text = text.dropFirst(whole.count)
        var fraction = text[..<text.startIndex]
        if text.first == "." {
            fraction = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
            text = text.dropFirst(1 + fraction.count)
            guard !fraction.isEmpty else { return nil }
        }
        let name = text.prefix { $0.isASCII && $0.isLetter }
        text = text.dropFirst(name.count)
        guard let count = Int64(whole), fraction.count <= 18 else { return nil }
        return duration(count, fraction, unit: name)
    }

    private static func duration(_ count: Int64, _ fraction: Substring, unit: Substring) -> Duration? {
        let part = Int64(fraction + String(repeating: "0", count: 18 - fraction.count)) ?? 0
        if unit == "ms" {
            // A thousandth of an attosecond is lost, which nobody can write a default in.
            let (whole, rest) = count.quotientAndRemainder(dividingBy: 1_000)
            return Duration(secondsComponent: whole, attosecondsComponent: rest * 1_000_000_000_000_000 + part / 1_000)
        }
        guard let seconds = units.first(where: { $0.name == unit })?.seconds else { return nil }
        let (whole, overflow) = count.multipliedReportingOverflow(by: seconds)
        guard !overflow else { return nil }
        return Duration(secondsComponent: whole, attosecondsComponent: 0)
            + Duration(secondsComponent: 0, attosecondsComponent: part) * Int(seconds)
    }
}

extension String {
    fileprivate var trimmingTrailingZeros: Substring {
        self[..<(lastIndex { $0 != "0" }.map { index(after: $0) } ?? startIndex)]
    }
}
