// Govorun: what a press of a button does. SPDX-License-Identifier: MIT

/// VK's kinds of buttons with what each needs (source: the reference, "Keyboards").
enum ButtonKind: Sendable {
    case text
    case callback
    case link(String)
    case location
    case pay(hash: String)
    case app(id: Int, owner: Int?, hash: String)
    case intent(isOn: Bool, peer: Int, intent: String, id: Int?)

    /// In code points, as VK counts: a flag is two.
    static let longestLabel = 40
    /// In code points of the JSON.
    static let longestPayload = 255
    /// How many wide buttons stand side by side.
    static let mostWide = 2

    /// Whether it takes half of a row.
    var isWide: Bool {
        switch self {
        case .location, .pay, .app: true
        default: false
        }
    }

    var needsLabel: Bool {
        switch self {
        case .text, .callback, .link, .app: true
        default: false
        }
    }

    /// VK's word for it.
    var type: String {
        switch self {
        case .text: "text"
        case .callback: "callback"
        case .link: "open_link"
        case .location: "location"
        case .pay: "vkpay"
        case .app: "open_app"
        case .intent(let isOn, _, _, _): isOn ? "intent_subscribe" : "intent_unsubscribe"
        }
    }

    /// VK's fields of `action` besides type, label and payload.
    var fields: JSONObject {
        var fields: JSONObject = [:]
        switch self {
        case .text, .callback, .location: break
        case .link(let url): fields["link"] = .string(url)
        case .pay(let hash): fields["hash"] = .string(hash)
        case .app(let id, let owner, let hash):
            fields["app_id"] = .integer(id)
            fields["owner_id"] = owner.map { .integer($0) }
            if !hash.isEmpty { fields["hash"] = .string(hash) }
        case .intent(_, let peer, let intent, let id):
            fields["peer_id"] = .integer(peer)
            fields["intent"] = .string(intent)
            fields["subscribe_id"] = id.map { .integer($0) }
        }
        return fields
    }

    /// What keeps it from being of use.
    var flaw: (code: KeyboardError.Code, reason: String)? {
        switch self {
        case .link(let url) where url.isBlank: (.noLink, "a link button without a link")
        case .pay(let hash) where hash.isBlank: (.badAction, "a payment button without a hash")
        case .app(let id, _, _) where id < 1: (.badAction, "a button for an app without the app's id")
        case .intent(_, let peer, _, _) where peer == 0: (.badAction, "a subscription without a conversation")
        case .intent(_, _, let intent, _) where intent.isBlank: (.badAction, "a subscription without a kind of messages")
        case .intent(_, _, _, let id?) where !(0...100).contains(id): (.badAction, "a subscription \(id), VK takes 0 to 100")
        default: nil
        }
    }
}

/// What a button carries.
enum ButtonCargo: Sendable {
    case none
    case raw(JSONValue)
    case typed(JSONObject)
    case unwritable(String)

    init<Payload: ButtonPayload>(_ payload: Payload) {
        do { self = .typed(try PayloadEnvelope.json(of: payload)) } catch { self = .unwritable("\(error)") }
    }

    func json(for instance: String?) -> JSONValue? {
        switch self {
        case .none, .unwritable: return nil
        case .raw(let value): return value
        case .typed(var object):
            object["i"] = instance.map { .string($0) }
            return .object(object)
        }
    }

    var flaw: String? { if case .unwritable(let flaw) = self { flaw } else { nil } }
}
