// Govorun: the bot as its plugins see it. SPDX-License-Identifier: MIT

/// One entry of `bots.yaml`: a community with its client.
public final class Bot: Sendable {
    /// Its name in `bots.yaml`.
    public let name: String
    /// Its community, positive.
    public let communityID: Int
    /// The short name of the community's page; empty when VK gave none.
    public let screenName: String
    /// Where what outlives the process is kept.
    public let storage: any Storage
    /// The client that everything of this bot goes through.
    public let vk: VKClient
    /// The language of its texts: `ru`, `en` …
    public let language: String
    /// The languages it speaks: its own, then those that people are answered in who use VK in them.
    public let languages: [String]
    /// The longest text of one message, in UTF-16 units; longer texts are sent in parts (VK's visible limit is unconfirmed, so it is a setting).
    public let messageLimit: Int
    /// When `message.reply` quotes.
    public let quoting: Quoting
    /// The people who run it.
    public let admins: Set<Int>
    /// Where its lines go.
    public let logger: Logger
    /// Who is expected to go on with a dialogue or a scene; whoever makes this bot anew in one process has to share it.
    let talks: PendingTalks
    /// The collections that its plugins have opened.
    let recordShelf: RecordShelf
    /// The conversations that people have taken over.
    public let takeovers: Takeovers
    /// The plugins that are switched off, and where.
    public let switches: PluginSwitches
    /// The options that were set from chats.
    public let tuning: PluginTuning
    /// The time zone that its dates and timers go by.
    public let zone: Zone
    /// How long a question is kept after its end: until nobody will be told any more that it came, and no answer given in time comes any more.
    let questionLife: Duration
    /// Rung when a job is stored that may come due before what is known.
    package let alarm: Alarm
    let services: ServiceBoard
    /// Which of its plugins does which jobs.
    let jobBoard: JobBoard
    /// The plugin that was given it in `start`.
    let startedPlugin: String?

    /// The bot's name in storage: its community, so that another name in `bots.yaml` loses nothing.
    package var source: String { String(communityID) }

    /// A bot over a client; without a storage it forgets everything at its end.
    ///
    /// - Parameter longestAbsence: updates are handled that have waited for so long; questions are kept for that time after their end, and for a
    ///   week at least.
    public init(
        name: String, communityID: Int, screenName: String = "", vk: VKClient, language: String = "ru", messageLimit: Int = 4096,
        admins: Set<Int> = [], storage: any Storage = MemoryStorage(), logger: Logger = .silent, zone: Zone = .moscow,
        quoting: Quoting = .chats, otherLanguages: [String] = [], longestAbsence: Duration = .zero
    ) {
        self.name = name
        self.communityID = communityID
        self.screenName = screenName
        self.vk = vk
        self.language = language
        languages = [language] + otherLanguages
        self.messageLimit = messageLimit
        self.quoting = quoting
        self.admins = admins
        self.storage = storage
        self.logger = logger
        takeovers = Takeovers(storage, source: String(communityID))
        switches = PluginSwitches(storage, source: String(communityID))
        tuning = PluginTuning(storage, source: String(communityID), logger: logger)
        self.zone = zone
        questionLife = max(.days(7), longestAbsence)
        (talks, recordShelf, alarm) = (PendingTalks(), RecordShelf(), Alarm())
        (services, jobBoard, startedPlugin) = (ServiceBoard(), JobBoard(), nil)
    }

    /// The same bot as the plugin `plugin` gets it: what it does outside of handlers is that plugin's.
    init(_ bot: Bot, handedTo plugin: String) {
        (name, communityID, screenName, vk, storage) = (bot.name, bot.communityID, bot.screenName, bot.vk, bot.storage)
        (language, languages, zone, questionLife) = (bot.language, bot.languages, bot.zone, bot.questionLife)
        (messageLimit, quoting, admins, logger) = (bot.messageLimit, bot.quoting, bot.admins, bot.logger)
        (takeovers, switches, tuning) = (bot.takeovers, bot.switches, bot.tuning)
        (talks, recordShelf, alarm) = (bot.talks, bot.recordShelf, bot.alarm)
        (services, jobBoard, startedPlugin) = (bot.services, bot.jobBoard, plugin)
    }
}
