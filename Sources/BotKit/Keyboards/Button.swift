// Govorun: a button. SPDX-License-Identifier: MIT

/// A button of a keyboard; what a press does depends on its action.
public struct Button: Sendable {
    /// VK's colours; only for buttons that send or call back.
    public enum Color: String, Sendable { case primary, secondary, negative, positive }

    private enum Action: String { case text, callback, link = "open_link" }

    /// VK's limits (source: the reference, "Keyboards").
    private static let longestLabel = 40
    private static let longestPayload = 255

    /// What it says; 1...40 characters.
    public let label: String
    private let action: Action
    private let color: Color?
    private let payload: JSONValue?
    private let link: String?

    /// A button that writes its label as a message of whoever presses it; `payload`, 255 characters of JSON at most, comes along.
    public init(_ label: String, color: Color = .secondary, payload: JSONValue? = nil) {
        self.init(label: label, action: .text, color: color, payload: payload, link: nil)
    }

    /// A button that writes nothing and tells the bot: `On(.messageEvent)` gets `payload`, 255 characters of JSON at most.
    public static func callback(_ label: String, color: Color = .secondary, payload: JSONValue) -> Button {
        Button(label: label, action: .callback, color: color, payload: payload, link: nil)
    }

    /// A button that opens `url`.
    public static func link(_ label: String, url: String) -> Button {
        Button(label: label, action: .link, color: nil, payload: nil, link: url)
    }

    private init(label: String, action: Action, color: Color?, payload: JSONValue?, link: String?) {
        self.label = label
        self.action = action
        self.color = color
        self.payload = payload
        self.link = link
    }

    var json: JSONValue {
        var action: JSONObject = ["type": .string(self.action.rawValue), "label": .string(label)]
        action["payload"] = payload.map { .string($0.serialized) }
        action["link"] = link.map { .string($0) }
        var button: JSONObject = ["action": .object(action)]
        button["color"] = color.map { .string($0.rawValue) }
        return .object(button)
    }

    /// VK counts code points: a flag is two.
    func check() throws(KeyboardError) {
        guard !label.isBlank else { throw KeyboardError(.noLabel, "a button without a label", button: label) }
        let length = label.unicodeScalars.count
        guard length <= Self.longestLabel else {
            throw KeyboardError(.labelTooLong, "a label of \(length) characters, VK takes \(Self.longestLabel)", button: label)
        }
        let size = payload?.serialized.unicodeScalars.count ?? 0
        guard size <= Self.longestPayload else {
            throw KeyboardError(.payloadTooLong, "a payload of \(size) characters, VK takes \(Self.longestPayload)", button: label)
        }
        guard link != "" else { throw KeyboardError(.noLink, "a link button without a link", button: label) }
    }
}
