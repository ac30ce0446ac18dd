// Govorun: time zones and schedules in bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML
import Testing

@testable import BotRunner

@Suite("Times in bots.yaml")
struct ZoneSettingTests {
    struct Plan: Plugin {
        struct Options: PluginOptions {
            var at: [TimeOfDay] = ["09:00"]
            var cron: CronExpression = "0 9 * * *"
        }
        let options: Options
        init(_ setup: PluginSetup<Options>) { options = setup.options }
        var handlers: [Handler] {
            Daily(at: options.at) { _ in }
            Cron(options.cron) { _ in }
        }
    }

    private func load(_ yaml: String) -> ConfigurationLoader.Outcome {
        ConfigurationLoader(catalog: PluginCatalog([Plan.self]), environment: [:]).load(bytes: Array(yaml.utf8), name: "bots.yaml")
    }

    private func zones(_ defaults: String, _ own: String) -> [String]? {
        load("defaults: { \(defaults) }\nbots:\n  a: { token: t1, plugins: [plan]\(own) }\n").configuration?.bots.map(\.zone.name)
    }

    @Test("A bot's own zone counts before that of the defaults, and without either it is Moscow's")
    func nearest() {
        #expect(zones("timezone: Asia/Omsk", ", timezone: UTC+5") == ["UTC+5"])
        #expect(zones("timezone: Asia/Omsk", "") == ["Asia/Omsk"])
        #expect(zones("language: ru", "") == ["Europe/Moscow"])
    }

    @Test(
        "What is no zone, no time and no schedule is told at its place",
        arguments: [
            ("timezone: Europe/Moskow", "did you mean 'Europe/Moscow'?", 2),
            ("plugins: [{ use: plan, with: { at: ['9:00', '24:10'] } }]", "no time of day", 2),
            ("plugins: [{ use: plan, with: { cron: '0 9 * *' } }]", "4 fields", 2),
        ])
    func mistakes(line: String, message: String, number: Int) {
        let outcome = load("bots:\n  a: { token: t1, \(line) }\n")
        #expect(outcome.configuration == nil)
        #expect(outcome.problems.count == 1)
        #expect(outcome.problems.first?.message.contains(message) == true)
        #expect(outcome.problems.first?.mark.line == number)
    }
}
