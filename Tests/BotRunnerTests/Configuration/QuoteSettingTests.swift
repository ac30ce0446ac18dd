// Govorun: `quote:` in bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML
import Testing

@testable import BotRunner

@Suite("quote: in bots.yaml")
struct QuoteSettingTests {
    private static func load(_ yaml: String) -> ConfigurationLoader.Outcome {
        ConfigurationLoader(catalog: PluginCatalog([]), environment: [:]).load(bytes: Array(yaml.utf8), name: "bots.yaml", dotEnv: "")
    }

    @Test(
        "says where replies quote, for one bot or for all",
        arguments: [
            ("bots: { a: { token: t1 } }", Quoting.chats), ("bots: { a: { token: t1, quote: always } }", .always),
            ("defaults: { quote: never }\nbots: { a: { token: t1 } }", .never),
            ("defaults: { quote: never }\nbots: { a: { token: t1, quote: chats } }", .chats),
            ("bots: { a: { token: t1, quote: true } }", .always), ("bots: { a: { token: t1, quote: false } }", .never),
        ])
    func values(yaml: String, quoting: Quoting) throws {
        #expect(try #require(Self.load(yaml).configuration).bots.map(\.quoting) == [quoting])
    }

    @Test("is one of three words")
    func wrong() {
        let problems = Self.load("bots: { a: { token: t1, quote: sometimes } }").problems
        #expect(problems.map(\.mark.column) == [32])
        #expect(problems.first?.message.contains("write chats, always or never") == true)
    }
}
