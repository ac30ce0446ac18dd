// Govorun: one bot from its section and the defaults. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import MarkedYAML

/// Puts together what a bot's own section, `defaults:` and the top-level `vk:` say, the nearest winning.
struct BotMaking {
    let name: String
    let node: YAMLNode
    let section: BotSection
    let file: BotsFile
    let root: YAMLNode

    var path: String { "bots.\(name)" }
    private var defaults: BotSection? { file.defaults }

    /// The bot; of use only when no problem was noted.
    func make(_ reading: inout ConfigurationReading) -> BotConfiguration {
        let vkSections = [file.vk, defaults?.vk, section.vk].compactMap { $0 }
        let usesSimulator = vkSections.last { $0.api != nil }?.api == .simulator
        // Without a token the rest is still checked.
        let token = token(&reading, usesSimulator: usesSimulator)
        var bot = BotConfiguration(name: name, token: token ?? .known(Secret("")))
        bot.usesSimulator = usesSimulator
        bot.community = community(&reading)
        bot.userToken = userToken(&reading)
        bot.admins = (defaults?.admins ?? []) + (section.admins ?? [])
        speech(of: &bot)
        updates(of: &bot, &reading)
        pace(of: &bot, &reading)
        manners(of: &bot, &reading)
        apply(vkSections, to: &bot, &reading)
        bot.vk.language = bot.language
        noteMisplaced(&reading)
        checkLanguages(of: bot, pluginLists.flatMap(\.nodes), &reading)
        bot.plugins = PluginMaking(bot: bot, path: path, languages: spoken(by: bot)).make(lists: pluginLists, &reading)
        return bot
    }

    /// What it says, and how it is spoken to.
    private func speech(of bot: inout BotConfiguration) {
        if let languages = section.language ?? defaults?.language {
            (bot.language, bot.otherLanguages) = (languages.all[0].text, languages.all.dropFirst().map(\.text))
        }
        if let zone = section.timezone ?? defaults?.timezone { bot.zone = zone.zone }
        for case let prefix? in [defaults?.prefix, section.prefix] { bot.prefixes = prefix.laid(over: bot.prefixes) }
        if let typing = section.typing ?? defaults?.typing { bot.showsTyping = typing }
        if let quote = section.quote ?? defaults?.quote { bot.quoting = quote.quoting }
    }

    /// How much of what waits is handled, and how much at once.
    private func pace(of bot: inout BotConfiguration, _ reading: inout ConfigurationReading) {
        if let resume = section.resume ?? defaults?.resume { bot.resume = resume }
        guard let concurrency = section.concurrency ?? defaults?.concurrency else { return }
        bot.concurrency = concurrency
        if !(1...10_000).contains(concurrency) {
            reading.note("'concurrency' is 1 to 10000", at: place(of: "concurrency"), path + ".concurrency")
        }
    }

    private func noteMisplaced(_ reading: inout ConfigurationReading) {
        for key in ["token", "user_token", "community"] {
            if let place = root["defaults"]?[key], !reading.hasProblem(at: "defaults." + key) {
                reading.note("'\(key)' belongs under one bot, not under defaults", at: place, "defaults." + key)
            }
        }
    }

    /// The lists with the key paths of their entries, defaults first.
    private var pluginLists: [(nodes: [YAMLNode], path: String)] {
        [(defaults?.plugins ?? [], "defaults.plugins"), (section.plugins ?? [], path + ".plugins")]
    }

    private func place(of key: String) -> YAMLNode { node[key] ?? root["defaults"]?[key] ?? node }

    private func updates(of bot: inout BotConfiguration, _ reading: inout ConfigurationReading) {
        if let updates = section.updates ?? defaults?.updates { bot.updates = Set(updates.all) }
        if bot.updates.contains(.userLongPoll), bot.updates.count > 1 {
            reading.note("user-long-poll is for a person's token, and goes with no other way", at: place(of: "updates"), path + ".updates")
        }
        guard let secret = section.callback?.secret, !secret.isEmpty else { return }
        reading.hide(Secret(secret))
        bot.callbackSecret = Secret(secret)
        if secret.count > 50 || secret.contains(where: { !$0.isASCII || !($0.isLetter || $0.isNumber) }) {
            let node = node["callback"] ?? node
            reading.note("VK takes 1 to 50 letters and digits as a secret", at: node["secret"] ?? node, path + ".callback.secret")
        }
    }

    private func community(_ reading: inout ConfigurationReading) -> PageReference? {
        switch section.community {
        case .user(let id): .community(id)
        case let other: other
        }
    }

    private func token(_ reading: inout ConfigurationReading, usesSimulator: Bool) -> TokenSupply? {
        let keyPath = path + ".token"
        let place = node["token"]
        guard let source = section.token, let place else {
            if reading.hasProblem(at: keyPath) { return nil }
            if usesSimulator || misspellsSimulator(reading) { return .known(Secret("simulator-\(name)")) }
            let message =
                "the bot '\(name)' has no 'token'; copy it from the community's settings, API usage, or write 'vk: { api: simulator }' to "
                + "try it without VK"
            reading.note(message, at: root["bots"]?.mapping?.entry(name)?.key ?? node, keyPath)
            return nil
        }
        return supply(source, at: place, keyPath, &reading)
    }

    /// A person's token; a blank one, `${NAME:-}` for one, is none.
    private func userToken(_ reading: inout ConfigurationReading) -> TokenSupply? {
        guard let source = section.userToken, let place = node["user_token"] else { return nil }
        if case .literal(let text) = source, TokenText.trimmed(text).isEmpty { return nil }
        return supply(source, at: place, path + ".user_token", &reading)
    }

    private func supply(
        _ source: TokenSource, at place: YAMLNode, _ keyPath: String, _ reading: inout ConfigurationReading
    ) -> TokenSupply? {
        let text: String
        switch source {
        case .command(let words): return .command(words)
        case .literal(let value): text = value
        case .environment(let variable):
            guard let value = reading.environment.value(variable) else {
                reading.note("the variable \(variable) is not set", at: place["env"] ?? place, keyPath + ".env")
                return nil
            }
            text = value
        case .file(let file):
            do {
                text = try TextFile(path: file.hasPrefix("/") ? file : reading.folder + "/" + file).text
            } catch {
                reading.note("\(error)", at: place["file"] ?? place, keyPath + ".file")
                return nil
            }
        }
        return checked(text, at: place, keyPath, &reading)
    }

    private func checked(
        _ text: String, at place: YAMLNode, _ keyPath: String, _ reading: inout ConfigurationReading
    ) -> TokenSupply? {
        let token = TokenText.trimmed(text)
        let secret = Secret(token)
        reading.hide(secret)
        if token.isEmpty {
            reading.note("the token of '\(name)' is empty", at: place, keyPath)
            return nil
        }
        if token.contains(where: \.isWhitespace) {
            reading.note("the token of '\(name)' has white space inside; copy it again, whole and alone", at: place, keyPath)
            return nil
        }
        return .known(secret)
    }

    private func apply(_ sections: [VKSection], to bot: inout BotConfiguration, _ reading: inout ConfigurationReading) {
        for section in sections {
            if case .address(let address) = section.api { bot.vk.api = address }
            if let version = section.version { bot.vk.version = version.text }
            if let timeout = section.timeout { bot.vk.timeout = timeout }
            if let rate = section.rate { bot.vk.rate = rate.value ?? 20 }
            if let execute = section.execute { bot.vk.execute = execute == .auto }
            if let proxy = section.proxy { bot.vk.route.proxy = proxy.text }
            if let ca = section.ca { bot.vk.route.caFile = ca.hasPrefix("/") ? ca : reading.folder + "/" + ca }
            if let pins = section.pins { bot.vk.route.pins = pins.map(\.text) }
            if let wait = section.wait { bot.wait = wait }
            if let limit = section.textLimit { bot.messageLimit = limit }
            if let captcha = section.captcha { bot.captcha = captcha }
        }
        checkCaptcha(bot, &reading)
        checkRanges(of: bot, &reading)
        if let file = bot.vk.route.caFile {
            do { _ = try TextFile(path: file) } catch { noteVK("ca", "\(error)", &reading) }
        }
    }

    /// The address of a service may carry a key; administrators must be there to be asked.
    private func checkCaptcha(_ bot: BotConfiguration, _ reading: inout ConfigurationReading) {
        if case .service(let address) = bot.captcha { reading.hide(address) }
        guard bot.captcha == .admins, bot.admins.isEmpty else { return }
        noteVK("captcha", "the bot '\(name)' has no 'admins' to ask; name somebody, or choose another solver", &reading)
    }
}

enum TokenText {
    /// A token without the white space around it.
    static func trimmed(_ text: String) -> String {
        var copy = text[...].drop(while: \.isWhitespace)
        while copy.last?.isWhitespace == true { copy.removeLast() }
        return String(copy)
    }
}
