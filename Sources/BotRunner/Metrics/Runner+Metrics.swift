// Govorun: /metrics. SPDX-License-Identifier: MIT
import BotKit

extension Runner {
    /// The figures of the runner, its bots and their plugins, in the text format of Prometheus.
    var metrics: String {
        let lives = currentLives
        let states: [BotState] = lives.map(\.state)
        let names = ["starting", "polling", "degraded", "stopped"]
        let byState = names.map { name in
            (labels: [(name: "state", value: name)], value: Double(states.count { $0.name == name }))
        }
        let own = [
            MetricFamily(.gauge, "govorun_uptime_seconds", help: "How long the runner has run", [([], uptime / .seconds(1))]),
            MetricFamily(.gauge, "govorun_bots", help: "Bots by what they are doing", byState),
        ]
        let bots = lives.flatMap { life in
            life.figures.families + life.plugins.flatMap { $0.metricFamilies(of: life.configuration.name) }
        }
        return MetricsText.make(of: own + bots)
    }
}
