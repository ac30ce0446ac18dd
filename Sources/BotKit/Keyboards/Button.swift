// Govorun: a button. SPDX-License-Identifier: MIT

/// A button of a keyboard; what a press does depends on its action.
public struct Button: Sendable {
    /// VK's colours; only for buttons that send or call back.
    public enum Color: String, Sendable { case primary, secondary, negative, positive }

    /// What it says; 40 characters at most.
    public let label: String
    private let action: String
    private let color: Color?
    private let payload: JSONValue?
    private let link: String?

    /// A button that writes its label as a message of whoever presses it.
    public init(_ label: String, color: Color = .secondary, payload: JSONValue? = nil) {
        self.init(label: label, action: "text", color: color, payload: payload, link: nil)
    }

    /// A button that opens `url`.
    public static func link(_ label: String, url: String) -> Button {
        Button(label: label, action: "open_link", color: nil, payload: nil, link: url)
    }

    private init(label: String, action: String, color: Color?, payload: JSONValue?, link: String?) {
        self.label = label
        self.action = action
        self.color = color
        self.payload = payload
        self.link = link
    }

    var json: JSONValue {
        var action: JSONObject = ["type": .string(self.action), "label": .string(label)]
        action["payload"] = payload.map { .string($0.serialized) }
        action["link"] = link.map { .string($0) }
        var button: JSONObject = ["action": .object(action)]
        button["color"] = color.map { .string($0.rawValue) }
        return .object(button)
    }

    func check() throws(KeyboardError) {
        guard !label.isEmpty else { throw KeyboardError("a button without a label", button: nil) }
        guard label.count <= 40 else { throw KeyboardError("a label of \(label.count) characters, VK takes 40", button: label) }
        let length = payload?.serialized.count ?? 0
        guard length <= 255 else { throw KeyboardError("a payload of \(length) characters, VK takes 255", button: label) }
    }
}
