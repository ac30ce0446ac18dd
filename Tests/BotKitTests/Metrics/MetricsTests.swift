// Govorun: figures of plugins. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("Figures of plugins")
struct MetricsTests {
    private func text(_ metrics: Metrics) -> [String] {
        MetricsText.make(of: metrics.all(prefix: "x_", labels: [(name: "bot", value: "a")])).split(separator: "\n").map(String.init)
    }

    @Test("The same name and labels are the same figure")
    func same() {
        let metrics = Metrics()
        metrics.counter("orders", ["kind": "tea"]).increment()
        metrics.counter("orders", ["kind": "tea"]).increment(by: 2)
        metrics.counter("orders", ["kind": "milk"]).increment(by: -5)
        metrics.gauge("games").set(3)
        metrics.gauge("games").add(-1.5)
        #expect(
            text(metrics) == [
                "# TYPE x_games gauge", #"x_games{bot="a"} 1.5"#, "# TYPE x_orders_total counter",
                #"x_orders_total{bot="a",kind="milk"} 0"#, #"x_orders_total{bot="a",kind="tea"} 3"#,
            ])
    }

    @Test("A histogram counts what is at most as large as each bound")
    func histogram() {
        let metrics = Metrics()
        let sums = metrics.histogram("sum", bounds: [10, 1, .infinity], help: "What was paid")
        for value in [0.5, 1, 7, 100, .nan] { sums.observe(value) }
        sums.observe(.milliseconds(500))
        #expect(
            text(metrics) == [
                "# HELP x_sum What was paid", "# TYPE x_sum histogram", #"x_sum_bucket{bot="a",le="1"} 3"#,
                #"x_sum_bucket{bot="a",le="10"} 4"#,
                #"x_sum_bucket{bot="a",le="+Inf"} 5"#, #"x_sum_sum{bot="a"} 109"#, #"x_sum_count{bot="a"} 5"#,
            ])
        #expect(sums.count == 5 && sums.sum == 109)
    }

    @Test("Names are made fit, and what labels say is escaped")
    func names() {
        let metrics = Metrics()
        metrics.counter("Чай-orders total", ["Kind!": "a\"b\\c\nd"], help: "a\\b\nc").increment()
        metrics.counter("2nd_total").increment()
        #expect(
            text(metrics) == [
                "# TYPE x__2nd_total counter", #"x__2nd_total{bot="a"} 1"#, #"# HELP x_____orders_total a\\b\nc"#,
                "# TYPE x_____orders_total counter", #"x_____orders_total{bot="a",kind_="a\"b\\c\nd"} 1"#,
            ])
    }

    @Test("A name that means something else already, or has other labels, is told and kept apart", arguments: ["a", "b"])
    func conflict(name: String) async throws {
        struct OddPlugin: Plugin {
            init(_ setup: PluginSetup<NoOptions>) {
                setup.metrics.counter("a").increment()
                setup.metrics.counter("b", ["x": "1"]).increment()
                setup.metrics.gauge("a").set(9)
                setup.metrics.counter("b").increment(by: 9)
            }
            var handlers: [Handler] { Fallback { _ in } }
        }
        let bot = try await TestBot(OddPlugin.self)
        #expect(bot.problems.contains { $0.contains("a metric cannot be kept (plugin: odd, metric: \(name): it ") })
        #expect(bot.metrics(of: "odd")?.counter("a").value == 1)
        #expect(bot.metrics(of: "odd")?.counter("b", ["x": "1"]).value == 1)
    }

    @Test("Labels without end become 'other', and names without end are not kept")
    func bounded() {
        let metrics = Metrics()
        for number in 0..<500 { metrics.counter("people", ["id": "\(number)"]).increment() }
        #expect(metrics.counter("people", ["id": "5"]).value == 1)
        #expect(metrics.counter("people", ["id": "other"]).value == 400)
        for number in 0..<500 { metrics.counter("n\(number)").increment() }
        #expect(text(metrics).count { $0.hasPrefix("# TYPE") } == Metrics.familyLimit)
    }

    @Test("Many threads lose nothing")
    func threads() async {
        let metrics = Metrics()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        metrics.counter("c").increment()
                        metrics.gauge("g").add(1)
                        metrics.histogram("h", bounds: [1]).observe(2.0)
                    }
                }
            }
        }
        #expect(metrics.counter("c").value == 8000)
        #expect(metrics.gauge("g").value == 8000)
        #expect(metrics.histogram("h").sum == 16_000)
    }

    @Test("They bear the names of the bot, the plugin and its instance")
    func owner() throws {
        struct TeaShopPlugin: Plugin {
            init(_ setup: PluginSetup<NoOptions>) { setup.metrics.counter("orders").increment() }
            var handlers: [Handler] { Fallback { _ in } }
        }
        let instance = try PluginInstance(TeaShopPlugin.self, PluginSetup(name: "second"))
        #expect(
            MetricsText.make(of: instance.metricFamilies(of: "helpdesk")).hasSuffix(
                "govorun_plugin_tea_shop_orders_total{bot=\"helpdesk\",plugin=\"second\"} 1\n"))
    }
}
