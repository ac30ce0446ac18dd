// Govorun: the bots.yaml of each example loads. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import Foundation
import Testing

@testable import ExampleBots

@Suite("The bots.yaml of an example")
struct BotsFileTests {
    private static let examples = URL(filePath: #filePath).appending(path: "../../../Examples").standardized
    private static let plugins: [any Plugin.Type] = [HelloPlugin.self, ShopPlugin.self, FormPlugin.self]

    @Test("names its plugin, and nothing in it is wrong", arguments: ["Hello", "Shop", "Form"])
    func loads(example: String) throws {
        let path = Self.examples.appending(path: "\(example)/bots.yaml").path
        let outcome = try ConfigurationLoader(catalog: PluginCatalog(Self.plugins), environment: [:]).load(path: path)
        #expect(outcome.problems.map { "\($0)" } == [])
        let bot = try #require(outcome.configuration?.bots.first)
        #expect(bot.plugins.map(\.instance.name) == [example.lowercased()])
    }

    @Test("tells the shop its teas")
    func options() throws {
        let path = Self.examples.appending(path: "Shop/bots.yaml").path
        let outcome = try ConfigurationLoader(catalog: PluginCatalog(Self.plugins), environment: [:]).load(path: path)
        let shop = try #require(outcome.configuration?.bots.first?.plugins.first?.instance.plugin as? ShopPlugin)
        #expect(shop.options.teas.map(\.name) == ["Сенча", "Улун"])
        #expect(shop.options.teas.map(\.price) == [350, 420])
    }
}
