// Govorun: figures as they are shown. SPDX-License-Identifier: MIT

/// All figures of one name.
package struct MetricFamily: Sendable {
    /// What the name counts.
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    /// One line.
    package struct Sample: Sendable {
        var suffix = ""
        var labels: [(name: String, value: String)]
        let value: Double
    }

    let name: String
    let kind: Kind
    let help: String
    var samples: [Sample]

    /// A figure that is looked up when it is shown.
    package init(_ kind: Kind, _ name: String, help: String, _ values: [(labels: [(name: String, value: String)], value: Double)]) {
        self.init(name: name, kind: kind, help: help, samples: values.map { Sample(labels: $0.labels, value: $0.value) })
    }

    init(name: String, kind: Kind, help: String, samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }
}

/// The text format of Prometheus, version 0.0.4.
package enum MetricsText {
    /// The media type of the text.
    package static let type = "text/plain; version=0.0.4; charset=utf-8"

    /// All figures; families of one name become one, and stand in the order of their names.
    package static func make(of families: [MetricFamily]) -> String {
        Dictionary(grouping: families, by: \.name).sorted { $0.key < $1.key }.map { name, parts in
            let help = parts.first { !$0.help.isEmpty }?.help ?? ""
            let head = help.isEmpty ? "" : "# HELP \(name) \(escaped(help, quotes: false))\n"
            return head + "# TYPE \(name) \(parts[0].kind.rawValue)\n" + parts.flatMap(\.samples).map { line($0, name) }.joined()
        }.joined()
    }

    private static func line(_ sample: MetricFamily.Sample, _ name: String) -> String {
        let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
        return name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(number(sample.value))\n"
    }

    /// A number as the format writes it: whole ones without a fraction.
    static func number(_ value: Double) -> String {
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if value.isNaN { return "NaN" }
        return Int(exactly: value).map(String.init) ?? String(value)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\n", "\r\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.append(character)
            }
        }
    }
}
