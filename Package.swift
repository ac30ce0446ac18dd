// swift-tools-version: 6.2
// Govorun: VK community chat bots from one bots.yaml. SPDX-License-Identifier: MIT
import PackageDescription

/// Every Swift target is compiled with the same checks; warnings become errors only in `make test` (see Docs/decisions.md).
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// A C library of the system behind a header of fixed-signature shims.
func shim(_ name: String, links library: String) -> Target {
    .target(name: name, linkerSettings: [.linkedLibrary(library)])
}

func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], plugins: [Target.PluginUsage] = []) -> Target
{
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict, plugins: plugins)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], fixtures: Bool = false) -> Target {
    .testTarget(name: name, dependencies: dependencies, resources: fixtures ? [.copy("Fixtures")] : [], swiftSettings: strict)
}

let package = Package(
    name: "Govorun",
    products: [
        .executable(name: "govorun", targets: ["govorun"]),
        .executable(name: "generate-vk-api", targets: ["GenerateVKAPI"]),
        .library(name: "TapeJSON", targets: ["TapeJSON"]),
        .library(name: "BotStorage", targets: ["BotStorage"]),
        .library(name: "VKAPI", targets: ["VKAPI"]),
        .library(name: "VKUpdates", targets: ["VKUpdates"]),
        .library(name: "BotKit", targets: ["BotKit"]),
        .library(name: "BotTesting", targets: ["BotTesting"]),
        .library(name: "BotRunner", targets: ["BotRunner"]),
        .library(name: "GovorunCLI", targets: ["GovorunCLI"]),
        .library(name: "BotPlugins", targets: ["BotPlugins"]),
        .plugin(name: "GenerateRegistry", targets: ["GenerateRegistry"]),
    ],
    targets: [
        // C libraries
        shim("CCurlShim", links: "curl"),
        shim("CYAMLShim", links: "yaml"),
        shim("CMicroHTTPDShim", links: "microhttpd"),
        shim("CPCRE2Shim", links: "pcre2-8"),
        shim("CSQLiteShim", links: "sqlite3"),
        .target(name: "CDeathMark"),

        // Libraries, each importing only those above it
        module("TapeJSON"),
        module("MarkedYAML", ["CYAMLShim"]),
        module("CurlClient", ["CCurlShim"]),
        module("MicroServer", ["CMicroHTTPDShim"]),
        module("BotStorage", ["CSQLiteShim", "TapeJSON"]),
        module("VKAPI", ["TapeJSON", "CurlClient", "BotStorage"]),
        module("BotKit", ["VKAPI", "TapeJSON", "CurlClient", "BotStorage", "MarkedYAML", "CPCRE2Shim"]),
        module("BotTesting", ["BotKit", "VKAPI", "TapeJSON", "CurlClient", "BotStorage"]),
        module("VKUpdates", ["VKAPI", "TapeJSON", "CurlClient", "MicroServer"]),
        module(
            "BotRunner",
            ["BotKit", "VKUpdates", "VKAPI", "BotStorage", "CDeathMark", "TapeJSON", "MarkedYAML", "CurlClient", "MicroServer"]),
        module("VKSimulator", ["CurlClient", "MicroServer", "TapeJSON"], exclude: ["Web"], plugins: ["GenerateRegistry"]),
        module(
            "GovorunCLI",
            ["BotRunner", "BotKit", "VKAPI", "BotStorage", "TapeJSON", "MarkedYAML", "VKSimulator", "MicroServer", "CurlClient"]),

        // Writes VKAPI/Methods and VKAPI/Objects from VK's schema; run by hand, its output is committed
        .executableTarget(name: "GenerateVKAPI", dependencies: ["TapeJSON"], swiftSettings: strict),

        // The shipped plugins and the runner that has them
        .plugin(
            name: "GenerateRegistry", capability: .buildTool(), dependencies: ["RegistryGenerator"], path: "Sources/GenerateRegistry"),
        .executableTarget(name: "RegistryGenerator", swiftSettings: strict),
        .executableTarget(name: "PluginLint", dependencies: ["MarkedYAML"], swiftSettings: strict),
        .target(
            name: "BotPlugins", dependencies: ["BotKit"], path: "Plugins", swiftSettings: strict, plugins: ["GenerateRegistry"]),
        .executableTarget(name: "govorun", dependencies: ["GovorunCLI", "BotPlugins"], swiftSettings: strict),

        // The bots of Docs/comparison.md
        .target(
            name: "ExampleBots", dependencies: ["BotKit"], path: "Examples",
            exclude: ["README.md", "Peers", "Hello/bots.yaml", "Shop/bots.yaml", "Form/bots.yaml"], swiftSettings: strict),

        // Programs that measure, and what they share; never tests
        .target(name: "Measuring", path: "Benchmarks/Measuring", swiftSettings: strict),
        .target(name: "PreparedVK", dependencies: ["MicroServer", "Measuring"], path: "Benchmarks/PreparedVK", swiftSettings: strict),
        .executableTarget(
            name: "HeldPolls", dependencies: ["CurlClient", "CCurlShim", "Measuring"], path: "Benchmarks/HeldPolls", swiftSettings: strict),
        .executableTarget(
            name: "StorageRate", dependencies: ["BotStorage", "Measuring"], path: "Benchmarks/StorageRate", swiftSettings: strict),
        .executableTarget(
            name: "Flood", dependencies: ["BotRunner", "BotKit", "VKSimulator", "Measuring"], path: "Benchmarks/Flood",
            swiftSettings: strict),
        .executableTarget(
            name: "DispatchRate", dependencies: ["BotRunner", "BotKit", "PreparedVK", "Measuring"], path: "Benchmarks/Dispatch",
            swiftSettings: strict),
        .executableTarget(
            name: "Echo", dependencies: ["BotRunner", "BotKit", "PreparedVK", "Measuring"], path: "Benchmarks/Echo",
            swiftSettings: strict),
        .executableTarget(
            name: "CallbackRate", dependencies: ["VKUpdates", "VKAPI", "BotStorage", "MicroServer"], path: "Benchmarks/CallbackRate",
            swiftSettings: strict),
        .executableTarget(
            name: "Soak", dependencies: ["BotRunner", "BotKit", "CurlClient", "Measuring"], path: "Benchmarks/Soak",
            swiftSettings: strict),
        .executableTarget(
            name: "RoutingRate", dependencies: ["BotKit", "CurlClient", "Measuring"], path: "Benchmarks/Routing", swiftSettings: strict),
        .executableTarget(
            name: "ConversationRate", dependencies: ["BotTesting", "Measuring"], path: "Benchmarks/Conversations", swiftSettings: strict),
        .executableTarget(
            name: "UploadMemory", dependencies: ["VKAPI", "CurlClient", "MicroServer"], path: "Benchmarks/UploadMemory",
            swiftSettings: strict),

        // What tests share, and programs that are killed or die by themselves
        .executableTarget(name: "StorageWriter", dependencies: ["BotStorage"], path: "Tests/StorageWriter", swiftSettings: strict),
        .executableTarget(name: "PoisonTrial", dependencies: ["BotRunner"], path: "Tests/PoisonTrial", swiftSettings: strict),
        .executableTarget(name: "TrialBot", dependencies: ["GovorunCLI", "BotKit"], path: "Tests/TrialBot", swiftSettings: strict),
        .target(name: "SocketClient", path: "Tests/SocketClient", swiftSettings: strict),
        .target(
            name: "ScriptedVK", dependencies: ["VKAPI", "CurlClient", "TapeJSON"], path: "Tests/ScriptedVK", swiftSettings: strict),

        // Tests mirror the modules; EndToEnd runs the built program
        tests("TapeJSONTests", ["TapeJSON"]),
        tests("MarkedYAMLTests", ["MarkedYAML"], fixtures: true),
        tests("CurlClientTests", ["CurlClient"]),
        tests("MicroServerTests", ["MicroServer", "SocketClient"]),
        tests("BotStorageTests", ["BotStorage", "CSQLiteShim", "StorageWriter"]),
        tests(
            "VKAPITests",
            ["VKAPI", "TapeJSON", "CurlClient", "BotStorage", "ScriptedVK", "MicroServer", "UploadMemory", "VKSimulator"], fixtures: true),
        tests(
            "VKUpdatesTests", ["VKUpdates", "VKAPI", "TapeJSON", "CurlClient", "MicroServer", "ScriptedVK", "SocketClient", "VKSimulator"],
            fixtures: true),
        tests("GenerateVKAPITests", ["GenerateVKAPI", "VKAPI", "TapeJSON", "ScriptedVK"], fixtures: true),
        tests("BotKitTests", ["BotKit", "BotTesting"]),
        tests("BotTestingTests", ["BotTesting"], fixtures: true),
        tests(
            "BotRunnerTests",
            ["BotRunner", "BotKit", "VKSimulator", "MarkedYAML", "TapeJSON", "CurlClient", "BotStorage", "PoisonTrial", "ScriptedVK"]),
        tests("VKSimulatorTests", ["VKSimulator", "TapeJSON", "MicroServer", "ScriptedVK", "SocketClient"], fixtures: true),
        tests("SimulatedAPI", ["VKAPI", "CurlClient", "TapeJSON", "VKSimulator"]),
        tests("BotPluginsTests", ["BotPlugins", "BotTesting"]),
        tests("ExamplesTests", ["ExampleBots", "BotTesting", "BotRunner"]),
        tests("CompileErrorTests", ["BotKit", "BotTesting", "BotRunner", "BotStorage", "CurlClient", "VKSimulator"]),
        tests("GovorunCLITests", ["GovorunCLI", "VKSimulator"]),
        tests("EndToEnd", ["govorun", "TrialBot", "CurlClient", "TapeJSON", "BotRunner", "BotStorage"]),
    ],
    swiftLanguageModes: [.v6]
)
