// Govorun: what bots.yaml says, checked and complete. SPDX-License-Identifier: MIT
public import BotKit

/// Everything a runner needs; made by `ConfigurationLoader`, or in code.
public struct RunnerConfiguration: Sendable {
    /// How log lines look.
    public enum LogFormat: Sendable { case text, json }

    /// The bots, in the order of the file.
    public var bots: [BotConfiguration] = []
    /// Where the simulator listens, for bots that use it.
    public var simulator = ListenAddress(host: "127.0.0.1", port: 8421)
    /// Where `/health` is answered, and callbacks are taken; `nil`: nowhere.
    public var web: ListenAddress?
    /// How VK reaches that address: `https://bots.example.ru`.
    public var webPublic: String?
    /// What must be sent to `/health`; needed where `web` is no loopback address.
    public var webPassword: Secret?
    /// Where what outlives the process is kept.
    public var storage = StorageChoice.memory
    /// Lines below this are not written.
    public var logLevel = LogLevel.info
    /// How they look.
    public var logFormat = LogFormat.text
    /// The lines of the file on which keys stand, by key: `storage`, `web.listen`, `bots.shop.vk.api`.
    public var lines: [String: Int] = [:]

    /// No bots.
    public init() {}

    /// Whether any bot lives on our own VK.
    public var usesSimulator: Bool { bots.contains(where: \.usesSimulator) }
}

/// One bot.
public struct BotConfiguration: Sendable {
    /// Its name in `bots.yaml`.
    public var name: String
    /// The community's token.
    public var token: TokenSupply
    /// A person's token, for the methods that VK closes to communities.
    public var userToken: TokenSupply?
    /// Its community, when the file says it; else learnt from the token.
    public var community: PageReference?
    /// How VK is reached.
    public var vk = VKClient.Configuration()
    /// Whom it asks when VK wants a person.
    public var captcha = CaptchaSetting.fail
    /// Whether VK is the simulator of this process.
    public var usesSimulator = false
    /// How long VK may hold a poll.
    public var wait: Duration = .seconds(25)
    /// The longest text of one message.
    public var messageLimit = 4096
    /// When its replies quote.
    public var quoting = Quoting.chats
    /// The language of its texts.
    public var language = "ru"
    /// Languages that people are answered in, beside its own, who use VK in them.
    public var otherLanguages: [String] = []
    /// The time zone of its dates and timers.
    public var zone = Zone.moscow
    /// What makes a text a command.
    public var prefixes = Prefixes()
    /// By which ways it gets its updates.
    public var updates: Set<UpdatesSetting> = [.longPoll]
    /// What VK's callbacks carry; `nil`: made once, and stored.
    public var callbackSecret: Secret?
    /// How VK reaches this machine, where the bot takes callbacks: `web.public`.
    public var publicURL: String?
    /// What becomes of updates from while it was down.
    public var resume = ResumeSetting()
    /// Whether people see that it types while a handler takes longer than a second.
    public var showsTyping = false
    /// Handlers running at once.
    public var concurrency = 64
    /// The people who run it.
    public var admins: [PageReference] = []
    /// What it does about people who write in its place or too much, and about plugins that keep failing.
    public var manners = Manners()
    /// Its plugins, made from their options.
    public var plugins: [PluginConfiguration] = []

    /// A bot with VK's and our defaults.
    public init(name: String, token: TokenSupply) {
        self.name = name
        self.token = token
    }
}

/// One plugin of one bot.
public struct PluginConfiguration: Sendable {
    /// The plugin with where it works and what its commands are called.
    public var instance: PluginInstance
    /// Who may use it, of those that need no name resolved.
    public var pages: [PageReference]

    /// A plugin open to `instance.audience` and to `pages`.
    public init(_ instance: PluginInstance, pages: [PageReference] = []) {
        self.instance = instance
        self.pages = pages
    }
}

/// A token, or the program that prints it.
public enum TokenSupply: Sendable, Equatable {
    /// Known already.
    case known(Secret)
    /// Run when the bot starts; its first line is the token.
    case command([String])
}
