// Govorun: what another bots.yaml changes. SPDX-License-Identifier: MIT
import BotKit

/// The steps from one configuration to another, decided before any is taken.
struct ReloadPlan: Sendable {
    /// What becomes of a bot that stays.
    enum Change: Sendable, Equatable {
        case none
        /// Its plugins, or how messages find to them; it goes on meanwhile.
        case plugins
        /// Settings of its own, by their keys: it stops, and starts with the new ones.
        case settings([String])
    }

    /// The configuration as far as it can be come to without a restart of the process.
    let configuration: RunnerConfiguration
    /// Keys whose values stay until the process starts anew.
    let needsRestart: [String]
    /// The bots that are there before and after, in the order of the file.
    let staying: [(bot: BotConfiguration, change: Change)]
    /// The bots that are new.
    let added: [BotConfiguration]
    /// The names of those that are gone.
    let removed: [String]

    /// Whether there is nothing to do.
    var isEmpty: Bool { added.isEmpty && removed.isEmpty && staying.allSatisfy { $0.change == .none } }

    init(from old: RunnerConfiguration, to wanted: RunnerConfiguration) {
        var (new, late) = (wanted, Self.lateKeys.filter { !$0.isSame(old, wanted) }.map(\.name))
        (new.storage, new.web, new.webPublic, new.webPassword) = (old.storage, old.web, old.webPublic, old.webPassword)
        (new.logLevel, new.logFormat, new.simulator) = (old.logLevel, old.logFormat, old.simulator)
        let before = Dictionary(old.bots.map { ($0.name, $0) }) { first, _ in first }
        for index in new.bots.indices {
            guard let known = before[new.bots[index].name], known.vk.api != new.bots[index].vk.api else { continue }
            late.append("vk.api of \(known.name)")
            (new.bots[index].vk.api, new.bots[index].usesSimulator) = (known.vk.api, known.usesSimulator)
        }
        (configuration, needsRestart) = (new, late)
        staying = new.bots.compactMap { bot in before[bot.name].map { (bot, Self.change(from: $0, to: bot)) } }
        added = new.bots.filter { before[$0.name] == nil }
        removed = old.bots.map(\.name).filter { name in !new.bots.contains { $0.name == name } }
    }

    private static func change(from old: BotConfiguration, to new: BotConfiguration) -> Change {
        let keys = BotSetting.all.filter { !$0.isSame(old, new) }.map(\.name)
        if !keys.isEmpty { return .settings(keys) }
        let isSame = old.prefixes == new.prefixes && old.manners == new.manners && old.plugins.isSame(as: new.plugins)
        return isSame ? .none : .plugins
    }

    private struct LateKey: Sendable {
        let name: String
        let isSame: @Sendable (RunnerConfiguration, RunnerConfiguration) -> Bool
    }

    /// What the process has made of the file at its start.
    private static let lateKeys: [LateKey] = [
        LateKey(name: "storage") { $0.storage == $1.storage },
        LateKey(name: "web") { $0.web == $1.web && $0.webPublic == $1.webPublic && $0.webPassword == $1.webPassword },
        LateKey(name: "log") { $0.logLevel == $1.logLevel && $0.logFormat == $1.logFormat },
        LateKey(name: "simulator") { !$0.usesSimulator || $0.simulator == $1.simulator },
    ]
}

/// A setting of a bot by its key, which takes a start of the bot to change.
struct BotSetting: Sendable {
    let name: String
    let isSame: @Sendable (BotConfiguration, BotConfiguration) -> Bool

    private init(_ name: String, _ isSame: @escaping @Sendable (BotConfiguration, BotConfiguration) -> Bool) {
        (self.name, self.isSame) = (name, isSame)
    }

    private init<Value: Equatable & SendableMetatype>(_ name: String, _ value: @escaping @Sendable (BotConfiguration) -> Value) {
        self.init(name) { value($0) == value($1) }
    }

    /// All of them: what is missing here would not be seen by a reload.
    static let all: [BotSetting] = [
        BotSetting("token", \.token), BotSetting("user_token", \.userToken), BotSetting("community", \.community),
        BotSetting("vk.version", \.vk.version), BotSetting("vk.timeout", \.vk.timeout), BotSetting("vk.rate", \.vk.rate),
        BotSetting("vk.execute", \.vk.execute), BotSetting("vk.proxy, vk.ca, vk.pins", \.vk.route), BotSetting("vk.captcha", \.captcha),
        BotSetting("vk.wait", \.wait), BotSetting("vk.text_limit", \.messageLimit), BotSetting("quote", \.quoting),
        BotSetting("language") { $0.language == $1.language && $0.otherLanguages == $1.otherLanguages },
        BotSetting("timezone", \.zone), BotSetting("updates", \.updates), BotSetting("callback.secret", \.callbackSecret),
        BotSetting("resume", \.resume), BotSetting("typing", \.showsTyping), BotSetting("concurrency", \.concurrency),
        BotSetting("admins", \.admins),
    ]
}

extension [PluginConfiguration] {
    /// Whether both lists come to the same plugins at the same places for the same people.
    fileprivate func isSame(as other: Self) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }
}

extension PluginConfiguration {
    fileprivate func isSame(as other: PluginConfiguration) -> Bool { instance.name == other.instance.name && keys(unlike: other).isEmpty }
}
