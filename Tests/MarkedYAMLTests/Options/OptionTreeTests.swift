// Govorun: what an options type says about itself. SPDX-License-Identifier: MIT
import Foundation
import MarkedYAML
import Testing

@Suite("Option tree: names, kinds and defaults of a type, for listings and the schema")
struct OptionTreeTests {
    struct Everything: DefaultedOptions, Equatable {
        struct Item: DefaultedOptions, Equatable {
            var title = "a: b"
            var items: [Item] = []
        }
        enum Mode: String, Codable, CaseIterable { case on, off }
        enum Store: Codable, Equatable { case memory, file(path: String) }

        var text = "Hello, world"
        var count = 3
        var small: UInt8? = 7
        var ratio = 0.5
        var most = Double.infinity
        var isOn = true
        var pause = Duration.milliseconds(1_500)
        var odd = Duration.seconds(1) / 3
        var site = URL(string: "https://vk.com")
        var mode = Mode.on
        var words = ["no", "a b", "7"]
        var weights = ["tea": 1.5]
        var items: [Item] = [Item()]
        var spare: Item?
        var note: String?
        var store = Store.file(path: "x")
        var raw: YAMLNode?
    }

    @Test("Options are listed in the order of declaration, with kind, type and default as YAML") func listing() throws {
        let tree = try OptionTree(describing: Everything.self)
        let listed = tree.children.map { "\($0.name): \($0.kind.rawValue)\($0.isOptional ? "?" : "") \($0.typeName) = \($0.defaultText)" }
        #expect(
            listed == [
                "text: text String = \"Hello, world\"", "count: integer Int = 3", "small: integer? UInt8 = 7", "ratio: number Double = 0.5",
                "most: number Double = .inf", "isOn: boolean Bool = true", "pause: duration Duration = 1500ms",
                "odd: duration Duration = 0.333333333333333333s", "site: url? URL = https://vk.com", "mode: choice Mode = \"on\"",
                "words: list Array<String> = [\"no\", a b, \"7\"]", "weights: dictionary Dictionary<String, Double> = { tea: 1.5 }",
                "items: list Array<Item> = [{ title: \"a: b\", items: [] }]", "spare: group? Item = null", "note: text? String = null",
                "store: any Store = { file: { path: x } }", "raw: any? YAMLNode = null",
            ])
        #expect(tree.kind == .group && tree.name == "")
    }

    @Test("What lists and absent groups hold is described too, and a type that holds itself ends") func elements() throws {
        let tree = try OptionTree(describing: Everything.self)
        func option(_ name: String) -> OptionTree? { tree.children.first { $0.name == name } }
        #expect(option("items")?.element?.children.map(\.name) == ["title", "items"])
        #expect(option("spare")?.children.map(\.name) == ["title", "items"])
        #expect(option("words")?.element?.kind == .text)
        #expect(option("weights")?.element?.kind == .number)
        #expect(option("mode")?.choices == ["on", "off"])
    }

    @Test("A type that is written as a text says of what form, also in a list and where there is none") func forms() throws {
        struct Hour: Codable, DescribedOption {
            static let optionForm = "hour (9)"
            func encode(to encoder: any Encoder) throws {
                var value = encoder.singleValueContainer()
                try value.encode("9")
            }
        }
        struct Options: DefaultedOptions {
            var opens: Hour? = Hour()
            var closes: Hour?
            var others: [Hour] = []
            var pause = Duration.seconds(1)
            var note = "9"
        }
        let children = try OptionTree(describing: Options.self).children
        #expect(children.map { $0.form ?? $0.element?.form } == ["hour (9)", "hour (9)", "hour (9)", Duration.optionForm, nil])
    }

    @Test("Every default comes back from its own text") func roundTrip() throws {
        let tree = try OptionTree(describing: Everything.self)
        #expect(try decode(Everything.self, tree.defaultText) == Everything())
        #expect(try decode(Everything.self, "{}") == Everything())
    }

    @Test("A default enum case with values is replaced whole") func enumCase() throws {
        #expect(try decode(Everything.self, "store: { memory: {} }").store == .memory)
        #expect(try decode(Everything.self, "store: { file: { path: y } }").store == .file(path: "y"))
    }
}
