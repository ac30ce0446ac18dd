// Govorun: `takeover:`, `flood:`, `park_after:`, `refuse:` and `cooldown:` of bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// A duration, or `false` for never.
struct DurationOrOff: Decodable, Sendable {
    /// `nil` for `false`.
    let duration: Duration?

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if try value.isSwitchedOff(or: "a duration such as 30m") {
            duration = nil
        } else {
            duration = try value.orOff { try value.decode(Duration.self) }
        }
    }
}

/// A whole number above 0, or `false` for never.
struct CountOrOff: Decodable, Sendable {
    /// `nil` for `false`.
    let count: Int?

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if try value.isSwitchedOff(or: "a whole number such as 20") {
            count = nil
        } else {
            count = try value.orOff { try value.decode(Int.self) }
        }
    }
}

extension SingleValueDecodingContainer {
    /// What `read` makes of it; its refusal adds that `false` may stand there too.
    fileprivate func orOff<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch DecodingError.typeMismatch(_, let context) {
            throw DecodingError.dataCorruptedError(in: self, debugDescription: context.debugDescription + "; or write false for never")
        }
    }

    /// Whether `false` stands there; `true` says nothing, so `example` is asked for.
    fileprivate func isSwitchedOff(or example: String) throws -> Bool {
        do {
            guard try decode(Bool.self) else { return true }
        } catch is DecodingError {
            return false
        }
        throw DecodingError.dataCorruptedError(in: self, debugDescription: "write \(example), or false for never")
    }
}

/// `flood:`, `true` for our limits, `false` for none.
struct FloodSetting: Decodable, Sendable {
    /// `nil` for `false`.
    let limit: FloodLimit?

    private enum CodingKeys: String, CodingKey { case messages, `in`, `for` }

    init(from decoder: any Decoder) throws {
        do {
            limit = try decoder.singleValueContainer().decode(Bool.self) ? FloodLimit() : nil
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            try decoder.refuseWord("write { messages: 20, in: 10s, for: 1m }, true for that, or false for never")
            let values = try decoder.container(keyedBy: CodingKeys.self)
            var limit = FloodLimit()
            limit.messages = try values.decodeIfPresent(Int.self, forKey: .messages) ?? limit.messages
            limit.period = try values.decodeIfPresent(Duration.self, forKey: .in) ?? limit.period
            limit.pause = try values.decodeIfPresent(Duration.self, forKey: .for) ?? limit.pause
            self.limit = limit
        }
    }
}

/// `cooldown:` of a plugin: a duration, or a mapping.
struct CooldownSetting: Decodable, Sendable {
    let cooldown: Cooldown

    private enum CodingKeys: String, CodingKey { case per, every, reply }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            _ = try value.decode(String.self)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let every = try values.decode(Duration.self, forKey: .every)
            let per = try values.decodeIfPresent(Cooldown.Scope.self, forKey: .per) ?? .user
            let reply = try values.decodeIfPresent(CooldownReply.self, forKey: .reply)?.reply ?? .silence
            cooldown = Cooldown(every, per: per, reply: reply)
            return
        }
        cooldown = Cooldown(try value.decode(Duration.self))
    }
}

/// `reply:` of a cooldown: a text, `true` for ours, `false` for none.
private struct CooldownReply: Decodable {
    let reply: Cooldown.Reply

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            reply = try value.decode(Bool.self) ? .standard : .silence
        } catch is DecodingError {
            reply = .texts(try Words(from: decoder).text)
        }
    }
}

/// A text that is said to people: one for every language, or `{ ru: "…", en: "…" }`.
struct Words: Decodable, Sendable {
    let text: SpokenText

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            text = SpokenText(try OneText(from: decoder).text)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            text = SpokenText(try value.decode([String: OneText].self).mapValues(\.text))
            if text.byLanguage.isEmpty { throw OneText.missing(in: value) }
        }
    }

    /// A text in one language.
    private struct OneText: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            text = try value.decode(String.self)
            if text.allSatisfy(\.isWhitespace) { throw Self.missing(in: value) }
        }

        static func missing(in value: any SingleValueDecodingContainer) -> DecodingError {
            .dataCorruptedError(in: value, debugDescription: "write what is said, or leave the key out")
        }
    }
}

extension BotMaking {
    /// How the bot behaves among people, the bot's own section before `defaults:`.
    func manners(of bot: inout BotConfiguration, _ reading: inout ConfigurationReading) {
        if let takeover = section.takeover ?? file.defaults?.takeover { bot.manners.takeover = takeover.duration }
        if let flood = section.flood ?? file.defaults?.flood { bot.manners.flood = flood.limit }
        if let parkAfter = section.parkAfter ?? file.defaults?.parkAfter { bot.manners.parkAfter = parkAfter.count }
        let (manners, second) = (bot.manners, Duration.seconds(1))
        check(manners.takeover.map { $0 >= second } ?? true, "'takeover' is at least 1s, or false for never", ["takeover"], &reading)
        check(manners.parkAfter.map { $0 > 0 } ?? true, "'park_after' is at least 1, or false for never", ["park_after"], &reading)
        guard let flood = manners.flood else { return }
        check((1...1_000).contains(flood.messages), "'messages' is 1 to 1000", ["flood", "messages"], &reading)
        check((second ... .seconds(3600)).contains(flood.period), "'in' is 1s to 1h", ["flood", "in"], &reading)
        check(flood.pause >= second, "'for' is at least 1s", ["flood", "for"], &reading)
    }

    /// Notes what is wrong where it stands: under the bot, else under `defaults:`.
    private func check(_ isRight: Bool, _ message: String, _ keys: [String], _ reading: inout ConfigurationReading) {
        guard !isRight else { return }
        let isOwn = node[keys[0]] != nil
        let start: YAMLNode? = isOwn ? node : root["defaults"]
        let place = keys.reduce(start) { found, key in found?[key] ?? found } ?? node
        let keyPath = ([isOwn ? "bots.\(name)" : "defaults"] + keys).joined(separator: ".")
        if !reading.hasProblem(at: keyPath) { reading.note(message, at: place, keyPath) }
    }
}

extension PluginMaking {
    /// Notes a pause that is none.
    func checkCooldown(of entry: PluginEntry, _ node: YAMLNode, _ path: String, _ reading: inout ConfigurationReading) {
        guard let cooldown = entry.cooldown?.cooldown, cooldown.every < .seconds(1) else { return }
        let place = node["cooldown"] ?? node
        let isMapping = place.mapping != nil
        // What is missing is noted already.
        let keyPath = path + (isMapping ? ".cooldown.every" : ".cooldown")
        if isMapping && place["every"] == nil || reading.hasProblem(at: keyPath) { return }
        reading.note("a cooldown is at least 1s; VK dates messages by whole seconds", at: place["every"] ?? place, keyPath)
    }
}
