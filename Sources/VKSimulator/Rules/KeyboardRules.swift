// Govorun: VK's rules for keyboards. SPDX-License-Identifier: MIT
import TapeJSON

/// Reads a keyboard and refuses what VK refuses (protocol reference, section 14).
enum KeyboardRules {
    static func keyboard(_ json: JSON) throws(APIFailure) -> Keyboard {
        guard json.kind == .object else { throw bad("keyboard should be object") }
        guard json["buttons"].kind == .array else { throw bad("buttons should be array") }
        let isInline = try flag(json["inline"], "inline")
        let isOneTime = try flag(json["one_time"], "one_time")
        guard !(isInline && isOneTime) else { throw bad("one_time must not be given with inline") }
        var rows: [[Keyboard.Button]] = []
        for row in json["buttons"].items { rows.append(try buttons(row, limit: 5)) }
        guard rows.count <= (isInline ? 6 : 10) else { throw bad("too many rows") }
        guard rows.reduce(0, { $0 + $1.count }) <= (isInline ? 10 : 40) else { throw bad("too many buttons") }
        guard !isInline || !rows.isEmpty else { throw bad("inline keyboard has no buttons") }
        return Keyboard(isOneTime: isOneTime, isInline: isInline, rows: rows)
    }

    /// A row of a keyboard, or the buttons of a carousel's element.
    static func buttons(_ row: JSON, limit: Int) throws(APIFailure) -> [Keyboard.Button] {
        guard row.kind == .array, (1...limit).contains(row.count) else { throw bad("a row should have 1...\(limit) buttons") }
        var buttons: [Keyboard.Button] = []
        for button in row.items { buttons.append(try self.button(button)) }
        let wide = buttons.filter { ["location", "vkpay", "open_app"].contains($0.type) }.count
        guard wide <= 2 else { throw bad("at most two wide buttons in a row") }
        return buttons
    }

    private static func button(_ json: JSON) throws(APIFailure) -> Keyboard.Button {
        let action = json["action"]
        guard action.kind == .object, let type = action["type"].string else { throw bad("button has no action type") }
        guard let fields = required[type] else { throw bad("unknown action type \(type)") }
        for field in fields where !action[field].exists { throw bad("\(type) button has no \(field)") }
        let color = json["color"].exists ? json["color"].string ?? "?" : "secondary"
        guard ["primary", "secondary", "negative", "positive"].contains(color) else { throw bad("unknown color") }
        guard !json["color"].exists || type == "text" || type == "callback" else { throw bad("\(type) button takes no color") }
        let label = try label(action["label"])
        let payload = try payload(action["payload"])
        var kept = JSONValue(action)
        kept["payload"] = payload.map { JSONValue($0) }
        return Keyboard.Button(type: type, label: label, payload: payload, color: color, action: kept)
    }

    /// The actions and what each cannot do without.
    private static let required: [String: [String]] = [
        "text": ["label"], "callback": ["label"], "open_link": ["link", "label"], "open_app": ["app_id", "label"], "location": [],
        "vkpay": ["hash"], "intent_subscribe": ["peer_id", "intent"], "intent_unsubscribe": ["peer_id", "intent"],
    ]

    private static func label(_ json: JSON) throws(APIFailure) -> String {
        guard json.exists else { return "" }
        guard let label = json.string, !label.isEmpty, label.unicodeScalars.count <= 40 else {
            throw bad("label should have 1...40 characters")
        }
        return label
    }

    /// A payload is JSON text; as VK does, one given as a value is taken as its text.
    private static func payload(_ json: JSON) throws(APIFailure) -> String? {
        guard json.exists else { return nil }
        let text = json.string ?? json.rawText
        guard text.unicodeScalars.count <= 255 else { throw bad("payload is longer than 255 characters") }
        guard (try? JSONDocument(text)) != nil else { throw bad("payload should be JSON") }
        return text
    }

    private static func flag(_ json: JSON, _ name: String) throws(APIFailure) -> Bool {
        guard json.exists else { return false }
        guard let flag = json.bool else { throw bad("\(name) should be boolean") }
        return flag
    }

    private static func bad(_ reason: String) -> APIFailure { APIFailure(911, "Keyboard format is invalid: \(reason)") }
}
