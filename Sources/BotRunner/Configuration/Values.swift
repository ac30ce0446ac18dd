// Govorun: small values of bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

/// One value, or a list of them.
struct OneOrMany<Element: Decodable & Sendable>: Decodable, Sendable {
    let all: [Element]

    init(from decoder: any Decoder) throws {
        do {
            var list = try decoder.unkeyedContainer()
            var all: [Element] = []
            while !list.isAtEnd { all.append(try list.decode(Element.self)) }
            self.all = all
        } catch DecodingError.typeMismatch(let type, let context) where context.codingPath.count == decoder.codingPath.count {
            _ = type
            // Through the container, so that a choice that is none is told with the choices.
            all = [try decoder.singleValueContainer().decode(Element.self)]
        }
    }
}

/// `HOST:PORT` to listen on; a port 0 is a free one.
public struct ListenAddress: Decodable, Sendable, Equatable {
    /// A name or an address; brackets around IPv6 are taken off.
    public let host: String
    /// 0…65535.
    public let port: Int

    /// An address.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `127.0.0.1:8421`, `[::1]:8421` and `localhost:0`.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]), (0...65535).contains(port) else {
            return nil
        }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard let address = ListenAddress(text) else {
            let port = text.contains(":") ? text.split(separator: ":").last.flatMap { Double($0) } : nil
            let isTooLarge = port.map { !(0...65_535).contains($0) } ?? false
            let advice = isTooLarge ? "a port is 0 to 65535" : "write HOST:PORT, 127.0.0.1:8421 for one"
            throw DecodingError.dataCorruptedError(in: value, debugDescription: advice)
        }
        self = address
    }

    /// Whether nobody beyond this machine can reach it.
    public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

/// A whole number, or `auto`.
struct AutoOr: Decodable, Sendable {
    /// `nil` for `auto`.
    let value: Int?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if text == "auto" {
            value = nil
        } else if let number = Int(text), (1...1_000).contains(number) {
            value = number
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "write auto, or calls a second: 1 to 1000")
        }
    }
}

/// What a list must not be: empty, it would mean the opposite of what stands there.
struct NonEmpty<Element: Decodable & Sendable>: Decodable, Sendable {
    let all: [Element]

    init(from decoder: any Decoder) throws {
        all = try OneOrMany<Element>(from: decoder).all
        guard !all.isEmpty else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "the list is empty; leave the key out, or name something"))
        }
    }
}

/// One item of a plugin's `in:`.
struct PlaceEntry: Decodable, Sendable {
    let place: Place

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let place = Place(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "write private, chats, chat 3, or the id of a conversation (the command /id tells it)")
        }
        self.place = place
    }
}

/// One item of a plugin's `allow:`.
enum AudienceEntry: Decodable, Sendable, Hashable {
    case fixed(Audience)
    case page(PageReference)

    private static let words = ["everyone", "members", "chat-admins", "admins", "donut"]

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        switch text {
        case "everyone": self = .fixed(.everyone)
        case "members": self = .fixed(.members)
        case "chat-admins": self = .fixed(.chatAdmins)
        case "admins": self = .fixed(.admins)
        case "donut": self = .fixed(.donut)
        default:
            if let meant = Spelling.nearest(to: text, among: Self.words) {
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "did you mean '\(meant)'? a person of that name is written vk.com/\(text)")
            }
            guard let page = PageReference(text) else {
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "write everyone, members, chat-admins, admins, donut, or somebody's id or short name")
            }
            self = .page(page)
        }
    }
}
