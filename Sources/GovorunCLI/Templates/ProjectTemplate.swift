// Govorun: a new package with plugins of its own. SPDX-License-Identifier: MIT

/// The files of a project that builds its own runner over this checkout.
struct ProjectTemplate {
    /// The package's and the binary's name: `shop`, `tea-shop`.
    let name: String
    /// The path of the Govorun checkout, absolute.
    let govorun: String

    /// The target that holds the project's plugins: `ShopPlugins`.
    private var module: String { (PluginTemplate(name)?.stem ?? "Bot") + "Plugins" }

    /// All files, under a folder of the project's name.
    var files: [TemplateFile] {
        let hello = PluginTemplate("Hello")?.files(module: module) ?? []
        let own = [
            TemplateFile(path: "Package.swift", text: manifest), TemplateFile(path: "Sources/\(name)/main.swift", text: main),
            TemplateFile(path: "bots.yaml", text: bots), TemplateFile(path: "README.md", text: readme),
            TemplateFile(path: ".gitignore", text: ".build/\n.env\n"),
        ]
        return (own + hello).map { TemplateFile(path: "\(name)/\($0.path)", text: $0.text) }
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [.package(name: "Govorun", path: "\(govorun)")],
            targets: [
                // A folder in Plugins/ is found by the next build; no list has to be kept.
                .target(
                    name: "\(module)", dependencies: [.product(name: "BotKit", package: "Govorun")], path: "Plugins",
                    plugins: [.plugin(name: "GenerateRegistry", package: "Govorun")]),
                .executableTarget(
                    name: "\(name)",
                    dependencies: [
                        "\(module)", .product(name: "GovorunCLI", package: "Govorun"), .product(name: "BotPlugins", package: "Govorun"),
                    ]),
                .testTarget(name: "\(module)Tests", dependencies: ["\(module)", .product(name: "BotTesting", package: "Govorun")]),
            ],
            swiftLanguageModes: [.v6]
        )

        """
    }

    private var main: String {
        """
        import BotPlugins
        import GovorunCLI
        import \(module)

        // Our own plugins, and those that come with Govorun.
        await Govorun.main(plugins: \(module).registeredPlugins + BotPlugins.registeredPlugins)

        """
    }

    private var bots: String {
        """
        # \(name): swift run \(name)
        vk:
          api: simulator              # свой VK на этом компьютере; уберите, когда впишете токен
        bots:
          \(PluginTemplate(name)?.name ?? "bot"):
            # token: ${TOKEN}         # токен сообщества, в файле .env рядом
            plugins:
              - hello                 # /hello
              - help                  # /help

        """
    }

    private var readme: String {
        """
        # \(name)

        A VK bot on Govorun.

            swift run \(name)      # the bots of bots.yaml; prints the address of the web chat
            swift test             # tests of the plugins
            swift run \(name) new plugin Dice

        """
    }
}
