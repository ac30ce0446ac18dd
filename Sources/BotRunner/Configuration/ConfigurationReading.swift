// Govorun: one reading of bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// Collects problems on the way instead of stopping at the first.
struct ConfigurationReading {
    let catalog: PluginCatalog
    let environment: Environment
    let folder: String
    private(set) var problems: [YAMLProblem] = []
    private(set) var secrets: [Secret] = []
    /// `simulator.listen`, whatever is wrong elsewhere.
    private(set) var simulator: ListenAddress?
    private var tokens: [Secret: String] = [:]
    private var communities: [PageReference: String] = [:]

    init(catalog: PluginCatalog, environment: Environment, folder: String) {
        self.catalog = catalog
        self.environment = environment
        self.folder = folder
    }

    mutating func read(_ bytes: [UInt8], name: String) -> RunnerConfiguration? {
        do {
            let environment = environment
            let file = try YAMLDocument(surveying: bytes, name: name)
            let (document, problems) = file.interpolated { environment.value($0) }
            self.problems += file.duplicates + problems
            simulator = document.root["simulator"]?["listen"]?.scalar.flatMap { ListenAddress($0) }
            // Whatever is said of one value may hold another: a plugin that quotes its options, for one.
            defer {
                let hidden = document.root.hiddenValues
                self.problems = self.problems.map { $0.hiding(hidden) }
            }
            guard let file = read(BotsFile.self, from: document.root, at: "") else { return nil }
            return configuration(of: file, document.root)
        } catch {
            problems += error.problems
            return nil
        }
    }

    /// What can be read at `keyPath`; its problems are noted.
    mutating func read<Value: Decodable>(_ type: Value.Type, from node: YAMLNode, at keyPath: String) -> Value? {
        let (value, problems) = YAMLDecoder().survey(type, from: node, at: keyPath)
        note(problems.map(Self.advised))
        return value
    }

    /// A plugin's key right under a bot: where it belongs, instead of what it may have been meant for.
    private static func advised(_ problem: YAMLProblem) -> YAMLProblem {
        if let example = ListAdvice.example(for: problem) { return problem.saying("\(problem.message); write \(example)") }
        guard problem.code == .unknownKey, let dot = problem.keyPath.lastIndex(of: ".") else { return problem }
        let (section, key) = (problem.keyPath[..<dot], String(problem.keyPath[problem.keyPath.index(after: dot)...]))
        let isBot = section == "defaults" || section.hasPrefix("bots.") && !section.dropFirst(5).contains { $0 == "." || $0 == "[" }
        guard isBot, PluginEntry.keys.contains(key) else { return problem }
        return problem.saying("unknown key '\(key)' in \(section); it stands under a plugin")
    }

    /// Whether something is wrong at `keyPath` itself.
    func hasProblem(at keyPath: String) -> Bool { problems.contains { $0.keyPath == keyPath } }

    mutating func note(_ message: String, at node: YAMLNode, _ keyPath: String, severity: YAMLProblem.Severity = .error) {
        note([YAMLProblem(.invalidValue, with: node, keyPath: keyPath, message: message, severity: severity)])
    }

    /// What stands under `defaults` is read for every bot, and a mistake in it is still one.
    mutating func note(_ problems: [YAMLProblem]) {
        for problem in problems where !self.problems.contains(problem) { self.problems.append(problem) }
    }

    mutating func hide(_ secret: Secret) { if !secret.isEmpty { secrets.append(secret) } }

    private mutating func configuration(of file: BotsFile, _ root: YAMLNode) -> RunnerConfiguration {
        var configuration = RunnerConfiguration()
        if let listen = file.simulator?.listen { configuration.simulator = listen }
        if let level = file.log?.level { configuration.logLevel = LogLevel(rawValue: level.rawValue) ?? .info }
        if file.log?.format == .json { configuration.logFormat = .json }
        (configuration.web, configuration.webPassword) = web(file.web, root)
        if case .on(let settings) = file.web { configuration.webPublic = settings.public?.text }
        configuration.bots = bots(of: file, root)
        configuration.storage = storage(file.storage, configuration.bots)
        checkPorts(of: configuration, root)
        configuration.lines = KeyLines(root, bots: configuration.bots.map(\.name)).lines
        for index in configuration.bots.indices where configuration.bots[index].updates.contains(.callback) {
            configuration.bots[index].publicURL = configuration.webPublic
        }
        for bot in configuration.bots where bot.updates.contains(.callback) && configuration.web == nil {
            let node = root["bots"]?[bot.name] ?? file.bots
            note(
                "'\(bot.name)' takes callbacks, so 'web' has to be switched on; VK sends them there", at: node["updates"] ?? node,
                "bots.\(bot.name).updates")
        }
        return configuration
    }

    /// Bots of a VK that forgets everything at its end keep nothing either, unless the file says so.
    private func storage(_ setting: StorageSetting?, _ bots: [BotConfiguration]) -> StorageChoice {
        guard let setting else {
            return bots.allSatisfy(\.usesSimulator) ? .memory : .sqlite(path: folder + "/data/govorun.db")
        }
        guard let path = setting.path else { return .memory }
        return .sqlite(path: path.hasPrefix("/") ? path : folder + "/" + path)
    }

    private mutating func web(_ section: WebSection?, _ root: YAMLNode) -> (ListenAddress?, Secret?) {
        guard case .on(let settings) = section else { return (nil, nil) }
        let address = settings.listen ?? ListenAddress(host: "127.0.0.1", port: 8420)
        let password = settings.password.flatMap { $0.isEmpty ? nil : Secret($0) }
        if let password { hide(password) }
        if !address.isLoopback, password == nil, let node = root["web"] {
            note("web.listen is open beyond this machine, so web.password is required", at: node["listen"] ?? node, "web.listen")
        }
        return (address, password)
    }

    private mutating func bots(of file: BotsFile, _ root: YAMLNode) -> [BotConfiguration] {
        // A key that is missing or misspelt is noted already.
        if root["bots"] == nil, problems.contains(where: { $0.severity == .error }) { return [] }
        guard let entries = file.bots.mapping, !entries.isEmpty else {
            note(BotListAdvice.words(for: file.bots) ?? "write at least one bot under 'bots:'", at: file.bots, "bots")
            return []
        }
        var bots: [BotConfiguration] = []
        for entry in entries {
            let path = "bots.\(entry.name)"
            if !Self.isBotName(entry.name) {
                let advice = BotNameAdvice.name(for: entry.name).map { "; write \($0)" } ?? ""
                note("a bot's name is made of a-z, 0-9 and '-'" + advice, at: entry.key, path)
            }
            guard let section = read(BotSection.self, from: entry.value, at: path) else { continue }
            let bot = BotMaking(name: entry.name, node: entry.value, section: section, file: file, root: root).make(&self)
            claim(bot, entry.value, path)
            bots.append(bot)
        }
        return bots
    }

    private static func isBotName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }

    /// Two entries of one token or one community would both receive everything.
    private mutating func claim(_ bot: BotConfiguration, _ node: YAMLNode, _ path: String) {
        // On the simulator each bot has a community of its own, whatever its token says.
        if !bot.usesSimulator, case .known(let token) = bot.token, !token.isEmpty {
            if let other = tokens.updateValue(bot.name, forKey: token) {
                note(
                    "'\(other)' and '\(bot.name)' have the same token; one community needs one bot", at: node["token"] ?? node,
                    path + ".token")
            }
        }
        if let community = bot.community, let other = communities.updateValue(bot.name, forKey: community) {
            note(
                "'\(other)' and '\(bot.name)' are the same community; give it one bot with the plugins of both",
                at: node["community"] ?? node, path + ".community")
        }
    }
}
