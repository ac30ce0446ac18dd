// Govorun: names in plugin folders, as `make lint` looks at them. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("The lint of plugin folders")
struct LintTests {
    /// What is wrong with a file of the plugin Shop, without the path of the folder.
    private func problems(_ source: String, file: String = "Shop/ShopPlugin.swift") async throws -> [String] {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("Plugins/Shop"), withIntermediateDirectories: true)
        try folder.write("Plugins/\(file)", source)
        let tool = Program.products.appendingPathComponent("PluginLint").path
        let program = try Program(tool, ["Plugins"], in: folder.url)
        #expect(try await program.exitStatus() == (program.errors.isEmpty ? 0 : 65))
        return program.errors
    }

    @Test("Names of the plugin, names inside types, private names and extensions are fine")
    func good() async throws {
        let source = #"""
            import struct Foundation.Date
            import BotKit
            /* struct Comment {} /* nested */ class Comment {} */
            // enum Comment {}
            @available(*, deprecated, message: "struct Cart { }")
            public struct ShopPlugin: Plugin { struct Cart { var items = [String]() } ; func other() {} }
            private struct Cart { let a = "}" }
            fileprivate func helper() {}
            private(set) var shopCount = 0
            extension Message { var cart: Int { 5 } }
            extension ShopPlugin { enum Inner { case one } }
            let shopText = """
                struct Inside { \(1 + { let x = "}"; return 2 }()) "quoted"
                enum Inside {}
                """, shopOther = #"class "Raw" {"#
            func shopRun(_ body: () -> Void = { var inner = 1; inner += 1 }) where Int == Int {}
            var shopMode =
                switch 5 { case let n: n }
            func shopClean(_ text: String) -> String { text.replacing(/\}/, with: "\(6 / 2 / 1)").replacing(#/[}"]/#, with: "") }
            let shopBrace = /\{"/
            #if os(Linux)
            final class ShopKeeper {}
            #endif
            """#
        #expect(try await problems(source) == [])
    }

    @Test(
        "A name that all plugins would see is refused at its place",
        arguments: [
            ("struct Cart {}", "1:8: error: the struct 'Cart' is seen by all plugins; call it 'ShopCart'"),
            ("import BotKit\n\npublic final class Cart {}", "3:20: error: the class 'Cart' is seen by all plugins; call it 'ShopCart'"),
            ("@MainActor enum Cart {}", "1:17: error: the enum 'Cart' "),
            ("func total() {}", "1:6: error: the func 'total' is seen by all plugins; call it 'shopTotal'"),
            ("let limit = 5", "1:5: error: the let 'limit' "), ("private(set) var limit = 5", "1:18: error: the var 'limit' "),
            ("typealias `Cart` = Int", "1:11: error: the typealias 'Cart' "), ("protocol Buyer {}", "1:10: error: the protocol 'Buyer' "),
            ("actor Till {}", "1:7: error: the actor 'Till' "), ("private struct A {}\nstruct B {}", "2:8: error: the struct 'B' "),
            ("extension Int { private var x: Int { 1 } }\nvar b = 1", "2:5: error: the var 'b' "),
            ("#if os(Linux)\nenum Other {}\n#endif", "2:6: error: the enum 'Other' "),
        ])
    func refused(source: String, expected: String) async throws {
        let problems = try await problems(source)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("Plugins/Shop/ShopPlugin.swift:" + expected) == true, "\(problems)")
    }

    @Test("Files are called after the plugin, and lie in its folder")
    func files() async throws {
        #expect(
            try await problems("", file: "Shop/Cart.swift") == [
                "Plugins/Shop/Cart.swift:1:1: error: call this file Shop…: in a folder of 'Shop' every name begins with it"
            ])
        #expect(
            try await problems("", file: "Cart.swift") == [
                "Plugins/Cart.swift:1:1: error: put 'Cart.swift' into the folder of its plugin: Plugins/Shop/"
            ])
        #expect(try await problems("a: b", file: "Shop/Strings.ru.yaml").count == 1)
    }

    @Test("make lint tells names and text keys though the layout is wrong, and what mends that; either of them is a failure")
    func layout() async throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        for (names, layout, status) in [(1, 1, Int32(2)), (1, 0, 2), (0, 1, 2), (0, 0, 0)] {
            let folder = try Folder()
            let tools = folder.url.appendingPathComponent(".build/checked/debug")
            try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
            try folder.write(".build/checked/debug/PluginLint", "#!/bin/sh\necho keys; exit \(names)\n")
            try folder.write("swift", "[ $1 = build ] || { echo layout; exit \(layout); }\n")
            for tool in [".build/checked/debug/PluginLint", "swift"] {
                let path = folder.url.appendingPathComponent(tool).path
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            }
            let makefile = root.appendingPathComponent("Makefile").path
            let program = try Program("/usr/bin/make", ["-f", makefile, "lint", "SWIFT=sh ./swift"], in: folder.url)
            #expect(try await program.exitStatus() == status)
            #expect(program.output.contains("keys") && program.output.contains("layout"))
            #expect(program.output.contains("layout: make format mends it") == (layout == 1))
        }
    }

    @Test("The shipped plugins keep to it")
    func shipped() async throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let tool = Program.products.appendingPathComponent("PluginLint").path
        let program = try Program(tool, ["Plugins"], in: root)
        #expect(try await program.exitStatus() == 0)
        #expect(program.errors == [])
    }

    /// What is said about the plugin Shop with these texts.
    private func lines(_ source: String, ru: String, en: String? = nil) async throws -> [String] {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("Plugins/Shop"), withIntermediateDirectories: true)
        try folder.write("Plugins/Shop/ShopPlugin.swift", source)
        try folder.write("Plugins/Shop/ShopStrings.ru.yaml", ru)
        if let en { try folder.write("Plugins/Shop/ShopStrings.en.yaml", en) }
        let program = try Program(Program.products.appendingPathComponent("PluginLint").path, ["Plugins"], in: folder.url)
        #expect(try await program.exitStatus() == (program.errors.contains { $0.contains(": error: ") } ? 65 : 0))
        return program.errors
    }

    @Test("A text that no strings file has is refused where it is asked for, with the one that was meant")
    func missingText() async throws {
        let source = #"""
            import BotKit
            public struct ShopPlugin: Plugin {
                func run(_ message: Message) async throws {
                    _ = message.texts["cartt", ["count": 3]]
                    try await message.reply("Итого: \(message.texts["menu.titel"].text), \(1)")
                    _ = texts[isEmpty ? "empty" : "cart"]
                    _ = texts[list["x"] ?? "cart"]
                    Command("a") { _ in }.cooldown(.seconds(3), reply: .key("carts"))
                }
            }
            """#
        #expect(
            try await lines(source, ru: "cart: \"{count}\"\nmenu:\n  title: Меню\n", en: "cart: \"{count}\"\n") == [
                "Plugins/Shop/ShopPlugin.swift:4:27: error: no strings file of 'Shop' has the text 'cartt'; did you mean 'cart'?",
                "Plugins/Shop/ShopPlugin.swift:5:57: error: no strings file of 'Shop' has the text 'menu.titel'; did you mean 'menu.title'?",
                "Plugins/Shop/ShopPlugin.swift:6:29: error: no strings file of 'Shop' has the text 'empty'; write it into ShopStrings.ru.yaml",
                "Plugins/Shop/ShopPlugin.swift:8:65: error: no strings file of 'Shop' has the text 'carts'; did you mean 'cart'?",
                "Plugins/Shop/ShopStrings.ru.yaml:3:3: note: nothing in 'Shop' says the text 'menu.title'",
            ])
    }

    @Test("A text that nothing says is told, and no error; a key may be put together")
    func unusedText() async throws {
        let source = #"""
            struct ShopPlugin {
                func run() {
                    _ = texts["list.\(state)"] + texts["set" + place] + texts[key]
                    let key = "known"
                    texts["written"] = 5
                    // texts["comment"]
                }
            }
            """#
        let ru = """
            known: a
            list: { on: b, off: c }
            set.here: d
            dialogue.late: e
            unsaid: f
            """
        #expect(
            try await lines(source, ru: ru) == ["Plugins/Shop/ShopStrings.ru.yaml:5:1: note: nothing in 'Shop' says the text 'unsaid'"])
    }

    @Test("A strings file that cannot be read is told with its place")
    func unreadableTexts() async throws {
        #expect(try await lines("", ru: "a: b\na: c\n").first?.hasPrefix("Plugins/Shop/ShopStrings.ru.yaml:2:1: error: ") == true)
    }

    @Test("Where a strings file cannot be read, no key is called missing")
    func unknownTexts() async throws {
        let source = #"struct ShopPlugin { func run() { _ = texts["cart"] } }"#
        let told = try await lines(source, ru: "a: b\na: c\n", en: "other: d\n")
        #expect(told.count { $0.contains(": error: ") } == 1, "\(told)")
    }

    @Test("A key in triple quotes is what stands between their lines")
    func blockKey() async throws {
        let quotes = "\"\"\""
        let source =
            "struct ShopPlugin {\n    func run() {\n        _ = texts[\(quotes)\n            cart\n            \(quotes)]\n    }\n}"
        #expect(try await lines(source, ru: "cart: a\n") == [])
    }
}
