// Govorun: what a plugin is. SPDX-License-Identifier: MIT
public import MarkedYAML

/// A feature of a bot: options from `bots.yaml`, and handlers for what happens in the community.
///
/// One value lives per entry of a bot's `plugins:` list; it is made when the bot starts and must not keep changing state in itself.
/// A folder `Plugins/Shop` with a `ShopPlugin` inside is found by the next build and called `shop` in `bots.yaml`.
public protocol Plugin: Sendable {
    /// What stands under `with:`.
    associatedtype Options: PluginOptions = NoOptions

    /// One line for lists: what it does, without a full stop.
    static var summary: String { get }

    /// Whether it goes on in a conversation that people have taken over; `false`, by default: it is silent there.
    static var worksDuringTakeover: Bool { get }
    /// What it cannot do without: other plugins, a person's token.
    static var needs: [PluginNeed] { get }

    /// What it says to people, in its languages; made from its strings files by the build.
    static var strings: PluginStrings { get }

    /// The paths of its target's files by their names, for messages to its author; made by the build.
    static var sourcePaths: [String: String] { get }

    /// Made from checked options.
    ///
    /// - Throws: `OptionProblem` for an option that has the right type and still cannot be used; it is shown at its place in `bots.yaml`.
    init(_ setup: PluginSetup<Options>) throws

    /// What it reacts to; read once per start of the bot.
    @HandlersBuilder var handlers: [Handler] { get }

    /// Called before the first event.
    func start(_ bot: Bot) async throws

    /// Called after the last event.
    func stop() async

    /// Called in place of `start` when the options of a plugin at work have changed: `old` is what has been at work, and is not stopped.
    ///
    /// Without it the new value is started, and the old one stopped after its last event. With it what `old` holds can be taken over: a
    /// connection, a cache, a task. Events that `old` has begun with may still be going on.
    ///
    /// - Throws: what keeps the new options from being used; then `old` goes on.
    func reconfigured(from old: Self, _ bot: Bot) async throws
}

extension Plugin {
    /// No summary.
    public static var summary: String { "" }
    /// People answer alone.
    public static var worksDuringTakeover: Bool { false }
    /// Nothing beside its options.
    public static var needs: [PluginNeed] { [] }
    /// No texts.
    public static var strings: PluginStrings { .none }
    /// Unknown: a message names the module and the file.
    public static var sourcePaths: [String: String] { [:] }
    /// Nothing to prepare.
    public func start(_ bot: Bot) async throws {}
    /// Nothing to put away.
    public func stop() async {}
    /// The new value is started, and the old one stopped.
    public func reconfigured(from old: Self, _ bot: Bot) async throws { throw TakesNothingOver() }

    /// The plugin's name in `bots.yaml`: `ShopPlugin` is `shop`, `TicTacToePlugin` is `tic-tac-toe`.
    public static var name: String { PluginName.make(from: String(describing: self)) }
}

/// Options of a plugin: a `Codable` type whose `init()` gives the defaults; keys missing in `bots.yaml` keep them, at any depth.
public protocol PluginOptions: DefaultedOptions, Sendable {
    /// Keys that nobody may set from a chat, with dots for depth: `["answers", "menu.file"]`. Addresses, and what is called a token, a secret
    /// or a password, never can be.
    static var fixed: Set<String> { get }
    /// The options when `bots.yaml` says nothing. Restated here, so that plugins and their tests see it with one import.
    init()
}

extension PluginOptions {
    /// All may be set.
    public static var fixed: Set<String> { [] }

    /// Taken where the compiler writes none by itself, because an option has no default: tells so at the type's line.
    @available(*, unavailable, message: "every option needs a default, as in: var greeting = \"Hello\"")
    public init() { self.init() }
}

/// A plugin without options.
public struct NoOptions: PluginOptions {
    /// Nothing to set.
    public init() {}
}

/// What a plugin is made from.
public struct PluginSetup<Options: PluginOptions>: Sendable {
    /// What stands under `with:`, laid over the defaults.
    public let options: Options
    /// The name of this instance: `as:`, else the plugin's name.
    public let name: String
    /// The language of the bot's texts: `ru`, `en` …
    public let language: String
    /// The folder of `bots.yaml`, from which relative paths start.
    public let folder: String
    package internal(set) var gear = PluginGear()

    /// A setup, for the runner and for tests.
    public init(options: Options = .init(), name: String, language: String = "ru", folder: String = ".") {
        self.options = options
        self.name = name
        self.language = language
        self.folder = folder
    }

    /// `path` as it is when absolute, else under the folder of `bots.yaml`. When the file has changed, a reload makes the plugin anew.
    public func path(_ path: String) -> String {
        let path = path.hasPrefix("/") ? path : folder + "/" + path
        gear.note(file: path)
        return path
    }
}

/// An option that cannot be used, named by its key.
public struct OptionProblem: Error, Sendable, CustomStringConvertible {
    /// The key under `with:`, with dots for depth: `answers` or `menu.title`.
    public let key: String
    /// What is wrong and what to do.
    public let message: String

    /// `message` will be shown at the line of `key`.
    public init(_ key: String, _ message: String) {
        self.key = key
        self.message = message
    }

    /// Key and message.
    public var description: String { "\(key): \(message)" }
}
