// Govorun: the keys that control requests take. SPDX-License-Identifier: MIT
import TapeJSON

/// What may stand in the body of each request, so that a misspelt key is told instead of passed over.
enum ControlKeys {
    /// Who and where: understood by every request, needed or not.
    private static let place = ["community", "person", "peer"]

    /// Beside these, by request; one that is not named takes no more.
    private static let own: [String: [String]] = [
        "communities": ["name", "token", "id", "screen_name"], "tokens": ["token", "rights", "revoke"],
        "apps": ["id", "secret", "redirects"], "officer": ["level"], "settings": ["random_id_scope"], "bot-features": ["on"],
        "people": ["first_name", "last_name", "sex", "screen_name", "id", "token", "language"], "deactivate": ["as"], "privacy": ["on"],
        "don": ["on"], "join": ["type"], "leave": ["self"], "allow": ["key"], "block": ["blocked"],
        "write": ["text", "payload", "reply_to", "forward", "attachments", "geo", "ref", "ref_source"], "reply": ["text"],
        "edit": ["cmid", "text"], "press": ["cmid", "row", "column", "payload", "label", "geo"], "start": ["ref", "ref_source"],
        "typing": ["state"], "react": ["reaction", "cmid"], "reactions": ["allowed"],
        "chats": ["title", "members", "full_access", "admin"], "invite": ["member"], "kick": ["member"], "rename": ["title"],
        "pin": ["cmid"], "admin": ["member", "on"], "access": ["full"],
        "faults": ["clear", "count", "match", "kind", "ms", "bytes", "code", "status"], "event": ["event", "object"],
        "thread": ["kind", "id", "text"], "comment": ["kind", "id", "text", "reply_to"], "edit-comment": ["kind", "id", "comment", "text"],
        "delete-comment": ["kind", "id", "comment", "deleted"],
    ]

    /// The keys of a request.
    static func of(_ request: String) -> [String] { place + (own[request] ?? []) }

    /// Refuses what no request of that name takes, before anything is done.
    static func check(_ json: JSON, of request: String) throws(SimulatorError) {
        for item in json.kind == .array ? Array(json.items) : [json] {
            for (key, _) in item.members where !of(request).contains(key) {
                throw SimulatorError(.invalid, "the key '\(key)'", advice: "'\(request)' takes \(of(request).joined(separator: ", "))")
            }
        }
    }
}
