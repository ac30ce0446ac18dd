// Govorun: what is answered to a post. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import MicroServer

/// What became of a delivery.
enum HookOutcome: Sendable, Equatable {
    /// It is stored durably; seen before counts as stored.
    case stored
    /// There is no room for it now, or the bot is on its way down.
    case full
}

/// What counts of a request.
struct HookRequest: Sendable {
    var method = "POST"
    var headers = FieldList()
    var body: [UInt8] = []
}

/// Decides about a request for a hook that is there, as a value.
struct HookRules: Sendable {
    /// What to do with a request.
    enum Decision: Sendable {
        case answer(ServerResponse)
        case store(HookDelivery)
    }

    let plugin: String
    let form: HookForm

    /// Headers that name a delivery, the first that is there counts. `X-Request-Id` comes last: proxies on the way give each try another.
    static let identifiers = ["X-Delivery-Id", "X-GitHub-Delivery", "X-Gitlab-Event-UUID", "Idempotency-Key", "X-Request-Id"]
    /// Ids that are longer are hashed.
    private static let longestID = 200
    /// Headers kept at most, and the longest value.
    private static let keptHeaders = (count: 50, value: 2_000)

    /// What to do with `request`.
    func decide(_ request: HookRequest) -> Decision {
        guard request.method == "POST" else { return .answer(.methodNotAllowed("POST")) }
        guard request.body.count <= form.limit else { return .answer(.tooLarge) }
        guard HookProof.isThere(in: request.headers, body: request.body, secret: form.secret) else {
            return .answer(.text(403, "the secret or the signature is wrong\n"))
        }
        return .store(
            HookDelivery(
                plugin: plugin, name: form.name, id: Self.id(of: request), headers: Self.kept(request.headers), body: request.body))
    }

    private static func id(of request: HookRequest) -> String {
        let given = identifiers.lazy.compactMap { request.headers.first(named: $0) }.first { !$0.isEmpty }
        guard let given else { return "own-" + HexText.text(of: (0..<16).map { _ in UInt8.random(in: 0...255) }) }
        return given.utf8.count <= longestID ? given : HexText.text(of: SHA256.digest(of: Array(given.utf8)))
    }

    /// Content types, agents and headers of the sender's own; nothing that proves anything.
    private static func kept(_ headers: FieldList) -> [(name: String, value: String)] {
        var kept: [(name: String, value: String)] = []
        for field in headers {
            let name = field.name.lowercased()
            guard kept.count < keptHeaders.count, field.value.utf8.count <= keptHeaders.value, !HookProof.headers.contains(name) else {
                continue
            }
            guard name.hasPrefix("x-") || name == "content-type" || name == "user-agent" else { continue }
            if !kept.contains(where: { $0.name == name }) { kept.append((name, field.value)) }
        }
        return kept
    }
}
