// Govorun: bots.yaml as it is written. SPDX-License-Identifier: MIT
import MarkedYAML

/// The top level. Bots are kept as nodes, so that each is read by itself and in the order of the file.
struct BotsFile: Decodable {
    var vk: VKSection?
    var storage: StorageSetting?
    var cluster: Unserved?
    var dashboard: Unserved?
    var simulator: SimulatorSection?
    var web: WebSection?
    var log: LogSection?
    var defaults: BotSection?
    var bots: YAMLNode
}

/// `vk:`, at the top or under one bot.
struct VKSection: Decodable, Sendable {
    var api: APIAddress?
    var version: APIVersion?
    var timeout: Duration?
    var rate: AutoOr?
    var execute: AutoOrOff?
    var proxy: ProxyAddress?
    var ca: String?
    var pins: [KeyPin]?
    var wait: Duration?
    var textLimit: Int?
    var captcha: CaptchaSetting?

    private enum CodingKeys: String, CodingKey {
        case api, version, timeout, rate, execute, proxy, ca, pins, wait, captcha
        case textLimit = "text_limit"
    }
}

/// `vk.execute`: `auto`, or `false` for never.
enum AutoOrOff: Decodable, Sendable, Equatable {
    case auto, off

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            self = try value.decode(Bool.self) ? .auto : .off
        } catch is DecodingError {
            guard try value.decode(String.self) == "auto" else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "write auto, or false")
            }
            self = .auto
        }
    }
}

/// `vk.api`: an address, or our own VK.
enum APIAddress: Decodable, Sendable, Equatable {
    case simulator
    case address(String)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        if text == "simulator" {
            self = .simulator
        } else if Self.isAddress(text) {
            self = .address(text)
        } else {
            let hint = Spelling.meant(by: text, among: ["simulator"]).map { "; did you mean '\($0)'?" } ?? ""
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "write an address such as https://api.vk.ru/method, or simulator" + hint)
        }
    }
}

extension APIAddress {
    /// `http://` or `https://`, a host, and perhaps a port and a path; nothing behind them.
    static func isAddress(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else { return false }
        let rest = text.dropFirst(scheme.count)
        guard let first = rest.first, first != "/", first != ":" else { return false }
        return !rest.contains { $0.isWhitespace || $0 == "?" || $0 == "#" }
    }
}

/// `storage:`.
struct StorageSetting: Decodable, Sendable {
    /// `nil` for memory, else the path of an SQLite file as it is written.
    let path: String?

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        path = text.hasPrefix("sqlite:") ? String(text.dropFirst("sqlite:".count)) : nil
        if let advice = Self.advice(text) { throw DecodingError.dataCorruptedError(in: value, debugDescription: advice) }
        guard text == "memory" || path?.isEmpty == false else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "write memory, or sqlite:PATH")
        }
        if let path, path.hasSuffix("/") {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "this is a folder; write a file in it: sqlite:\(path)govorun.db")
        }
    }
}

/// `simulator:`.
struct SimulatorSection: Decodable, Sendable {
    var listen: ListenAddress?
}

/// `web:`, or `false`.
enum WebSection: Decodable, Sendable {
    case off
    case on(Settings)

    struct Settings: Decodable, Sendable {
        var listen: ListenAddress?
        var `public`: PublicAddress?
        var password: String?
    }

    init(from decoder: any Decoder) throws {
        do {
            let isOn = try decoder.singleValueContainer().decode(Bool.self)
            self = isOn ? .on(Settings()) : .off
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            try decoder.refuseWord("write { listen: 127.0.0.1:8420 }, or false for no server")
            self = .on(try Settings(from: decoder))
        }
    }
}

/// `log:`.
struct LogSection: Decodable, Sendable {
    enum Level: String, Decodable, CaseIterable, Sendable { case trace, debug, info, warning, error }
    enum Format: String, Decodable, CaseIterable, Sendable { case text, json }
    var level: Level?
    var format: Format?
}

/// One bot, or what `defaults:` merges under every bot.
struct BotSection: Decodable, Sendable {
    var token: TokenSource?
    var userToken: TokenSource?
    var community: PageReference?
    var vk: VKSection?
    var updates: NonEmpty<UpdatesSetting>?
    var callback: CallbackSection?
    var resume: ResumeSetting?
    var language: NonEmpty<LanguageCode>?
    var timezone: ZoneSetting?
    var prefix: PrefixSetting?
    var takeover: DurationOrOff?
    var flood: FloodSetting?
    var parkAfter: CountOrOff?
    var typing: Bool?
    var concurrency: Int?
    var admins: [PageReference]?
    var plugins: [YAMLNode]?
    var quote: QuoteSetting?

    private enum CodingKeys: String, CodingKey {
        case token, community, vk, updates, callback, resume, language, timezone, prefix, takeover, flood, typing, concurrency, admins,
            plugins
        case userToken = "user_token"
        case quote
        case parkAfter = "park_after"
    }
}

/// `callback:` of one bot.
struct CallbackSection: Decodable, Sendable {
    var secret: String?
}

/// `web.public`: how VK reaches this machine.
struct PublicAddress: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try value.decode(String.self)
        guard APIAddress.isAddress(text) else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "write the address VK is to use, https://bots.example.ru for one")
        }
    }
}

/// One entry of `plugins:`: a name alone, or a mapping.
struct PluginEntry: Decodable, Sendable {
    var use: String
    var `as`: InstanceName?
    var with: YAMLNode?
    var `in`: NonEmpty<PlaceEntry>?
    var allow: NonEmpty<AudienceEntry>?
    var enabled: Bool?
    var commands: [String: NonEmpty<String>]?
    var refuse: Words?
    var cooldown: CooldownSetting?
    var texts: YAMLNode?
    var timeout: Duration?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case use, `as`, with, `in`, allow, enabled, commands, refuse, cooldown, texts, timeout
    }

    init(from decoder: any Decoder) throws {
        do {
            use = try decoder.singleValueContainer().decode(String.self)
            return
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            // A mapping.
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        use = try values.decode(String.self, forKey: .use)
        self.as = try values.decodeIfPresent(InstanceName.self, forKey: .as)
        with = try values.decodeIfPresent(YAMLNode.self, forKey: .with)
        self.in = try values.decodeIfPresent(NonEmpty<PlaceEntry>.self, forKey: .in)
        allow = try values.decodeIfPresent(NonEmpty<AudienceEntry>.self, forKey: .allow)
        enabled = try values.decodeIfPresent(Bool.self, forKey: .enabled)
        commands = try values.decodeIfPresent([String: NonEmpty<String>].self, forKey: .commands)
        refuse = try values.decodeIfPresent(Words.self, forKey: .refuse)
        cooldown = try values.decodeIfPresent(CooldownSetting.self, forKey: .cooldown)
        texts = try values.decodeIfPresent(YAMLNode.self, forKey: .texts)
        timeout = try values.decodeIfPresent(Duration.self, forKey: .timeout)
    }

    /// Every key that an entry may have.
    static let keys = Set(CodingKeys.allCases.map(\.rawValue))

    /// The name of this instance.
    var name: String { self.as?.text ?? use }
}
