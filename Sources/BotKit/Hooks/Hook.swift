// Govorun: a handler for what other programs post. SPDX-License-Identifier: MIT

/// Runs when a program posts to `/hooks/BOT/PLUGIN/NAME` of `web.listen`: `Hook("build", secret: options.secret) { hook in … }`.
///
/// Without a secret there is no such address. With one, a request has to prove that it knows it: by the HMAC-SHA256 of its body, or by the
/// secret itself (the headers are listed in Docs/plugins.md). It is stored before it is answered, and handled like a job: in order, tried again when
/// the handler throws, what was sent not sent again. A delivery id that was seen before is answered and not handled again.
public struct Hook: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Takes posts under `name`: a–z, 0–9 and `-`.
    ///
    /// - Parameter secret: what the other program knows; empty: the hook is off.
    /// - Parameter limit: the largest body, in bytes.
    public init(
        _ name: String, secret: String, limit: Int = 1 << 20, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (HookContext) async throws -> Void
    ) {
        let isName = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
        let flaw = isName ? nil : "a hook's name is made of a-z, 0-9 and '-', not '\(name)'"
        handler = Handler(
            trigger: .errand(.hook(HookForm(name: name, secret: Secret(secret), limit: limit))), name: "hook \(name)",
            origin: Origin(fileID: fileID, line: line), flaw: flaw
        ) { context in
            guard let errand = context.occasion.errand else { return }
            try await run(HookContext(context: BotContext(run: context, errand: errand)))
        }
    }
}

/// A hook as it was declared.
package struct HookForm: Sendable {
    /// The last part of its address.
    package let name: String
    /// Empty: it is off.
    package let secret: Secret
    /// The largest body.
    package let limit: Int

    package init(name: String, secret: Secret, limit: Int) { (self.name, self.secret, self.limit) = (name, secret, limit) }
}

/// A hook with the plugin it is of.
package struct HookAddress: Sendable {
    /// The plugin's instance.
    package let plugin: String
    /// The hook.
    package let form: HookForm
}

/// A delivery as its handler sees it; what the bot can do is told at ``BotActing``.
public struct HookContext: BotActing {
    /// What it acts through.
    public let context: BotContext
    /// The body as JSON; absent when it is none.
    public let json: JSON
    private let payload: JSON

    init(context: BotContext) {
        self.context = context
        payload = context.errand.payload.view
        // Not every service posts JSON.
        json = (try? JSONDocument(Self.body(of: payload)).root) ?? .absent
    }

    /// The body as it was posted.
    public var body: [UInt8] { Self.body(of: payload) }
    /// The body as text; parts that are no UTF-8 are replaced.
    public var text: String { payload["text"].string ?? String(decoding: body, as: UTF8.self) }
    /// A header, by its name in any letter case; those that carry secrets are not kept.
    public func header(_ name: String) -> String? { payload["headers"].members.first { $0.key == name.lowercased() }?.value.string }
    /// What the sender calls this delivery; made here when it gave none.
    public var deliveryID: String { context.errand.key }

    /// The body as a value, read from JSON.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try TapeDecoder().decode(type, from: json) }

    private static func body(of payload: JSON) -> [UInt8] {
        payload["text"].string.map { Array($0.utf8) } ?? HexText.bytes(payload["hex"].string ?? "") ?? []
    }
}

/// A delivery on its way into the inbox.
package struct HookDelivery: Sendable {
    /// The plugin's instance.
    package let plugin: String
    /// The hook's name.
    package let name: String
    /// What the sender calls it, or what was made here.
    package let id: String
    /// Headers to keep, names in small letters.
    package let headers: [(name: String, value: String)]
    /// The body.
    package let body: [UInt8]

    package init(plugin: String, name: String, id: String, headers: [(name: String, value: String)], body: [UInt8]) {
        (self.plugin, self.name, self.id, self.headers, self.body) = (plugin, name, id, headers, body)
    }

    /// It as an update of `bot`.
    package func update(of bot: Bot) -> JSONObject {
        var errand = Errand(.hook, plugin: plugin, handler: name, due: bot.storage.now)
        errand.key = id
        var payload: JSONObject = [:]
        if let text = String(validating: body, as: UTF8.self) {
            payload["text"] = .string(text)
        } else {
            payload["hex"] = .string(HexText.text(of: body))
        }
        var kept: JSONObject = [:]
        for header in headers { kept[header.name] = .string(header.value) }
        if !headers.isEmpty { payload["headers"] = .object(kept) }
        errand.payload = .object(payload)
        return errand.update(of: bot)
    }
}

/// Bytes as hexadecimal digits.
package enum HexText {
    /// Two digits for each byte.
    package static func text(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes that digits of either case stand for; `nil` for anything else.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.map { byte -> UInt8? in
            switch byte {
            case 48...57: byte - 48
            case 97...102: byte - 87
            case 65...70: byte - 55
            default: nil
            }
        }
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
