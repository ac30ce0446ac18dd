// Govorun: one button of a keyboard or carousel. SPDX-License-Identifier: MIT

/// A button of a keyboard; what a press does depends on its kind.
public struct Button: Sendable {
    /// VK's colours; only for buttons that send or call back.
    public enum Color: String, Sendable { case primary, secondary, negative, positive }

    /// What it says; 1...40 characters, empty where VK says it itself (`location`, `pay`).
    public let label: String
    let kind: ButtonKind
    private let color: Color?
    private let payload: ButtonCargo

    /// A button that writes its label as a message of whoever presses it; `payload`, 255 characters of JSON at most, comes along.
    public init(_ label: String, color: Color = .secondary, payload: JSONValue? = nil) {
        self.init(label, .text, color, payload.map(ButtonCargo.raw) ?? .none)
    }

    /// A button that writes its label as a message and brings `payload` to `Pressed`.
    public init<Payload: ButtonPayload>(_ label: String, _ payload: Payload, color: Color = .secondary) {
        self.init(label, .text, color, ButtonCargo(payload))
    }

    /// A button that writes nothing and brings `payload` to `Pressed`, which may answer with a line over the keyboard.
    public static func callback<Payload: ButtonPayload>(_ label: String, _ payload: Payload, color: Color = .secondary) -> Button {
        Button(label, .callback, color, ButtonCargo(payload))
    }

    /// A button that writes nothing and tells the bot: `On(.messageEvent)` gets `payload`, 255 characters of JSON at most.
    public static func callback(_ label: String, color: Color = .secondary, payload: JSONValue) -> Button {
        Button(label, .callback, color, .raw(payload))
    }

    /// A button that opens `url`.
    public static func link(_ label: String, url: String) -> Button { Button(label, .link(url)) }

    /// A wide button that sends where its presser is: a message with `geo`, and with `payload`.
    public static func location(payload: JSONValue? = nil) -> Button {
        Button("", .location, nil, payload.map(ButtonCargo.raw) ?? .none)
    }

    /// A wide button that sends where its presser is, and brings `payload` to `Pressed`.
    public static func location<Payload: ButtonPayload>(_ payload: Payload) -> Button { Button("", .location, nil, ButtonCargo(payload)) }

    /// A wide button that opens VK Pay; `hash` as VK reads it: `action=transfer-to-group&group_id=1&aid=10`.
    public static func pay(hash: String) -> Button { Button("", .pay(hash: hash)) }

    /// A wide button that opens the mini app `id`, of the community `owner` (negative) if given, with `hash` behind its address.
    public static func app(_ label: String, id: Int, owner: Int? = nil, hash: String = "") -> Button {
        Button(label, .app(id: id, owner: owner, hash: hash))
    }

    /// A button that subscribes its presser to messages of a kind; `intent` is VK's word, `id` the subscription where there are several.
    public static func subscribe(_ label: String = "", peer: Int, intent: String, id: Int? = nil) -> Button {
        Button(label, .intent(isOn: true, peer: peer, intent: intent, id: id))
    }

    /// A button that ends such a subscription.
    public static func unsubscribe(_ label: String = "", peer: Int, intent: String, id: Int? = nil) -> Button {
        Button(label, .intent(isOn: false, peer: peer, intent: intent, id: id))
    }

    private init(_ label: String, _ kind: ButtonKind, _ color: Color? = nil, _ payload: ButtonCargo = .none) {
        self.label = label
        self.kind = kind
        self.color = color
        self.payload = payload
    }

    /// What it carries, without the name of an instance.
    var cargo: JSONValue? { payload.json(for: nil) }

    /// The same, under a question.
    func marked(_ ticket: QuestionTicket) -> Button { Button(label, kind, color, payload.marked(ticket)) }

    /// VK's form of it.
    ///
    /// - Parameter instance: the name of the plugin's instance, where a press must find back to it.
    func json(for instance: String?) -> JSONValue {
        var action: JSONObject = ["type": .string(kind.type)]
        if !label.isEmpty { action["label"] = .string(label) }
        action["payload"] = payload.json(for: instance).map { .string($0.serialized) }
        for (name, value) in kind.fields { action[name] = value }
        var button: JSONObject = ["action": .object(action)]
        button["color"] = color.map { .string($0.rawValue) }
        return .object(button)
    }

    /// - Throws: `KeyboardError` naming the limit and this button.
    func check(for instance: String?) throws(KeyboardError) {
        guard !label.isBlank || !kind.needsLabel else { throw KeyboardError(.noLabel, "a button without a label", button: label) }
        let length = label.unicodeScalars.count
        guard length <= ButtonKind.longestLabel else {
            throw KeyboardError(.labelTooLong, "a label of \(length) characters, VK takes \(ButtonKind.longestLabel)", button: label)
        }
        if let flaw = payload.flaw { throw KeyboardError(.payloadUnwritable, "a payload that cannot be written: \(flaw)", button: label) }
        let size = payload.json(for: instance)?.serialized.unicodeScalars.count ?? 0
        guard size <= ButtonKind.longestPayload else {
            throw KeyboardError(.payloadTooLong, "a payload of \(size) characters, VK takes \(ButtonKind.longestPayload)", button: label)
        }
        if let flaw = kind.flaw { throw KeyboardError(flaw.code, flaw.reason, button: label) }
    }
}
