// Govorun: the places that messages to authors name. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("The place of a handler")
struct OriginTests {
    /// A plugin whose build knows where its files lie.
    private struct KnownPlugin: Plugin {
        static let sourcePaths = ["OriginTests.swift": "Plugins/Known/OriginTests.swift"]
        init(_ setup: PluginSetup<NoOptions>) {}
        init() {}
        var handlers: [Handler] { Hears(matching: "(", line: 7) { _ in } }
    }

    @Test(
        "is a path where the build knows the file, else module and file",
        arguments: [
            ("BotKitTests/OriginTests.swift", "Plugins/Known/OriginTests.swift:7"),
            ("BotKitTests/Other.swift", "BotKitTests/Other.swift:7"), ("BotKit/OriginTests.swift", "BotKit/OriginTests.swift:7"),
            ("BotKitTest/OriginTests.swift", "BotKitTest/OriginTests.swift:7"), ("OriginTests.swift", "OriginTests.swift:7"),
        ])
    func places(fileID: String, expected: String) {
        #expect(Origin(fileID: fileID, line: 7).located(in: KnownPlugin.self).description == expected)
    }

    @Test("stands in problems as that path")
    func problems() {
        let problems = Router.problems(of: [PluginInstance(name: "known", plugin: KnownPlugin())])
        #expect(problems.map { $0.message.prefix(34) } == ["Plugins/Known/OriginTests.swift:7:"])
    }
}
