// Govorun: where a plugin keeps its figures. SPDX-License-Identifier: MIT
import Synchronization

/// Counters, gauges and histograms by name: `setup.metrics.counter("orders").increment()`.
///
/// The same name and labels are the same figure. They are shown at `/metrics` as `govorun_plugin_NAME_orders_total`, with the labels `bot` and `plugin`.
/// Names and labels are small letters, digits and `_`; anything else becomes `_`.
public final class Metrics: Sendable {
    private struct Family {
        let kind: MetricFamily.Kind
        let help: String
        let labels: [String]
        var series: [[String]: Series] = [:]
    }

    private enum Series {
        case counter(Counter)
        case gauge(Gauge)
        case histogram(Histogram)
    }

    /// How many names are kept, and how many sets of labels of one name: what people write must not fill the memory.
    static let (familyLimit, seriesLimit) = (100, 100)
    /// What labels are called once there are too many.
    static let overflow = "other"

    private let families = Mutex<[String: Family]>([:])
    private let note: @Sendable (String) -> Void

    /// Figures of its own; `note` is told of a name that is used in two ways, or one too many.
    package init(note: @escaping @Sendable (String) -> Void = { _ in }) { self.note = note }

    /// A number that only grows.
    ///
    /// - Parameter labels: what it is told apart by, of which there may be 100 kinds; the rest counts as `other`. Never people's words or ids.
    /// - Parameter help: what it counts, for whoever reads `/metrics`.
    public func counter(_ name: String, _ labels: [String: String] = [:], help: String = "") -> Counter {
        let series = series(name, labels, .counter, help) { .counter(Counter()) }
        if case .counter(let counter) = series { return counter }
        return Counter()
    }

    /// A number that rises and falls; labels as of `counter`.
    public func gauge(_ name: String, _ labels: [String: String] = [:], help: String = "") -> Gauge {
        let series = series(name, labels, .gauge, help) { .gauge(Gauge()) }
        if case .gauge(let gauge) = series { return gauge }
        return Gauge()
    }

    /// How often values were how large; labels as of `counter`.
    ///
    /// - Parameter bounds: the upper bounds of its buckets; those of whoever asks first.
    public func histogram(
        _ name: String, _ labels: [String: String] = [:], bounds: [Double] = Histogram.seconds, help: String = ""
    ) -> Histogram {
        let series = series(name, labels, .histogram, help) { .histogram(Histogram(bounds: bounds)) }
        if case .histogram(let histogram) = series { return histogram }
        return Histogram(bounds: bounds)
    }

    /// The figure, made when it is new; `nil` when the name means something else.
    private func series(
        _ name: String, _ labels: [String: String], _ kind: MetricFamily.Kind, _ help: String, make: () -> Series
    ) -> Series? {
        let name = Self.cleaned(name)
        let pairs = labels.map { (Self.cleaned($0.key), $0.value) }.sorted { $0.0 < $1.0 }
        let (found, problem) = families.withLock { families -> (Series?, String?) in
            guard families[name] != nil || families.count < Self.familyLimit else { return (nil, "too many names") }
            var family = families[name] ?? Family(kind: kind, help: help, labels: pairs.map(\.0))
            guard family.kind == kind else { return (nil, "it is a \(family.kind.rawValue)") }
            guard family.labels == pairs.map(\.0) else { return (nil, "it has other labels") }
            let isKnown = family.series[pairs.map(\.1)] != nil
            let isFull = !isKnown && family.series.count >= Self.seriesLimit
            let values = isFull ? pairs.map { _ in Self.overflow } : pairs.map(\.1)
            let series = family.series[values] ?? make()
            family.series[values] = series
            families[name] = family
            return (series, nil)
        }
        if let problem { note("\(name): \(problem)") }
        return found
    }

    private static func cleaned(_ name: String) -> String {
        let letters = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return (letters.first?.isNumber == true ? "_" : "") + String(letters)
    }
}

extension Metrics {
    /// All figures, as `prefix` and their names, with `labels` before their own.
    package func all(prefix: String, labels: [(name: String, value: String)]) -> [MetricFamily] {
        let families = families.withLock { $0 }
        return families.map { name, family in
            let suffix = family.kind == .counter && !name.hasSuffix("_total") ? "_total" : ""
            let samples = family.series.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { values, series in
                let own = zip(family.labels, values).map { (name: $0, value: $1) }
                return Self.samples(of: series, labels + own)
            }
            return MetricFamily(name: prefix + name + suffix, kind: family.kind, help: family.help, samples: samples)
        }
    }

    private static func samples(of series: Series, _ labels: [(name: String, value: String)]) -> [MetricFamily.Sample] {
        switch series {
        case .counter(let counter): return [.init(labels: labels, value: Double(counter.value))]
        case .gauge(let gauge): return [.init(labels: labels, value: gauge.value)]
        case .histogram(let histogram):
            let upTo = histogram.upTo
            let bounds = histogram.bounds.map(MetricsText.number) + ["+Inf"]
            let buckets = zip(bounds, upTo).map { bound, count in
                MetricFamily.Sample(suffix: "_bucket", labels: labels + [(name: "le", value: bound)], value: Double(count))
            }
            return buckets + [
                .init(suffix: "_sum", labels: labels, value: histogram.sum),
                .init(suffix: "_count", labels: labels, value: Double(upTo.last ?? 0)),
            ]
        }
    }
}

extension PluginInstance {
    /// Its figures as `/metrics` shows them.
    package func metricFamilies(of bot: String) -> [MetricFamily] {
        let name = type(of: plugin).name.map { $0 == "-" ? "_" : $0 }
        return gear.metrics.all(
            prefix: "govorun_plugin_\(String(name))_", labels: [(name: "bot", value: bot), (name: "plugin", value: self.name)])
    }
}
