// Govorun: names and setup of plugins. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit

@Suite("Plugins")
struct PluginTests {
    @Test(
        "A plugin's name is its type's, in words",
        arguments: [
            ("ShopPlugin", "shop"), ("FAQPlugin", "faq"), ("TicTacToePlugin", "tic-tac-toe"), ("VKPayPlugin", "vk-pay"),
            ("Plugin", "plugin"),
            ("WebShop", "web-shop"), ("MyFAQPlugin", "my-faq"), ("H2OPlugin", "h2o"), ("Go2MarketPlugin", "go2-market"), ("APlugin", "a"),
            ("echoPlugin", "echo"),
        ])
    func name(type: String, expected: String) { #expect(PluginName.make(from: type) == expected) }

    @Test("A relative path starts at the folder of bots.yaml", arguments: [("faq.yaml", "/etc/bots/faq.yaml"), ("/a/b", "/a/b")])
    func path(path: String, expected: String) {
        #expect(PluginSetup<NoOptions>(name: "x", folder: "/etc/bots").path(path) == expected)
    }

    @Test("Handlers can be chosen, repeated and collected elsewhere")
    func builder() {
        let words = ["a", "b"]
        @HandlersBuilder func make(_ isOn: Bool) -> [Handler] {
            if isOn { Command("x") { _ in } } else { Command("y") { _ in } }
            for word in words { Hears(word) { _ in } }
            for handler in shared { handler }
        }
        #expect(make(true).map(\.name) == ["command x", "hears a", "hears b", "fallback"])
        #expect(make(false).map(\.name) == ["command y", "hears a", "hears b", "fallback"])
    }

    @HandlersBuilder private var shared: [Handler] { Fallback { _ in } }

    @Test("A handler knows its author's line")
    func origin() {
        let command = Command("x") { _ in }
        #expect(command.handler.origin.description == "BotKitTests/PluginTests.swift:\(#line - 1)")
    }
}
