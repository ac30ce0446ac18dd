// Govorun: what another bots.yaml changes. SPDX-License-Identifier: MIT
import BotKit

/// What another file comes to, but for its bots: those are `FleetBook`'s.
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
    /// Keys whose values stay until the process starts anew, with their lines: `storage (line 3)`.
    let needsRestart: [String]
    /// Whether lines of the log are to look otherwise, or other ones are wanted.
    let changesLog: Bool

    init(from old: RunnerConfiguration, to wanted: RunnerConfiguration) {
        var (new, late) = (wanted, [String]())
        for key in LateKey.all where !key.isSame(old, wanted) {
            key.keep(old, &new)
            late.append(Self.placed(key.name(old, wanted), wanted))
        }
        let before = Dictionary(old.bots.map { ($0.name, $0) }) { first, _ in first }
        for index in new.bots.indices {
            // A bot moves from one VK to another by itself, but not to or from the one of this process.
            guard let known = before[new.bots[index].name], known.vk.api != new.bots[index].vk.api else { continue }
            guard known.usesSimulator || new.bots[index].usesSimulator else { continue }
            late.append(Self.placed("bots.\(known.name).vk.api", wanted))
            (new.bots[index].vk.api, new.bots[index].usesSimulator) = (known.vk.api, known.usesSimulator)
            (new.bots[index].token, new.bots[index].userToken) = (known.token, known.userToken)
        }
        (configuration, needsRestart) = (new, late)
        changesLog = old.logLevel != new.logLevel || old.logFormat != new.logFormat
    }

    private static func placed(_ key: String, _ file: RunnerConfiguration) -> String {
        "\(key) (\(file.lines[key].map { "line \($0)" } ?? "left out"))"
    }

    /// What becomes of a bot that stays.
    static func change(from old: BotConfiguration, to new: BotConfiguration) -> Change {
        let keys = BotSetting.all.filter { !$0.isSame(old, new) }.map(\.name)
        if !keys.isEmpty { return .settings(keys) }
        let isSame = old.prefixes == new.prefixes && old.manners == new.manners && old.plugins.isSame(as: new.plugins)
        return isSame ? .none : .plugins
    }
}

/// What the process has made of the file at its start.
private struct LateKey: Sendable {
    let name: @Sendable (RunnerConfiguration, RunnerConfiguration) -> String
    let isSame: @Sendable (RunnerConfiguration, RunnerConfiguration) -> Bool
    /// Leaves the second as the first is.
    let keep: @Sendable (RunnerConfiguration, inout RunnerConfiguration) -> Void

    static let all: [LateKey] = [
        LateKey(name: { _, _ in "storage" }, isSame: { $0.storage == $1.storage }, keep: { $1.storage = $0.storage }),
        // The password stays with the address that it guards: a new file without one may be about another address.
        LateKey(
            name: { $0.web == nil || $1.web == nil ? "web" : "web.listen" }, isSame: { $0.web == $1.web },
            keep: { ($1.web, $1.webPassword) = ($0.web, $0.webPassword) }),
        LateKey(
            name: { _, _ in "simulator.listen" }, isSame: { !$0.usesSimulator || $0.simulator == $1.simulator },
            keep: { $1.simulator = $0.simulator }),
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
        BotSetting("vk.api", \.vk.api), BotSetting("vk.version", \.vk.version), BotSetting("vk.timeout", \.vk.timeout),
        BotSetting("vk.rate", \.vk.rate),
        BotSetting("vk.execute", \.vk.execute), BotSetting("vk.proxy, vk.ca, vk.pins", \.vk.route), BotSetting("vk.captcha", \.captcha),
        BotSetting("vk.wait", \.wait), BotSetting("vk.text_limit", \.messageLimit), BotSetting("quote", \.quoting),
        BotSetting("language") { $0.language == $1.language && $0.otherLanguages == $1.otherLanguages },
        BotSetting("timezone", \.zone), BotSetting("updates", \.updates), BotSetting("callback.secret", \.callbackSecret),
        BotSetting("web.public", \.publicURL),
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
