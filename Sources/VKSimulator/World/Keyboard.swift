// Govorun: keyboards, checked and kept. SPDX-License-Identifier: MIT
public import TapeJSON

/// A keyboard that VK would accept.
public struct Keyboard: Sendable {
    /// One button.
    public struct Button: Sendable {
        /// What a press does, by VK's name: `text`, `callback`, `open_link`, …
        public let type: String
        /// What stands on it; empty for a location or payment button.
        public let label: String
        /// The payload as JSON text.
        public let payload: String?
        /// `primary`, `secondary`, `negative`, `positive`; `default` where VK lets none be chosen.
        public let color: String
        /// The action object as it was sent.
        public let action: JSONValue
    }

    /// Whether it vanishes after a press.
    public let isOneTime: Bool
    /// Whether it stands under its message instead of the input field.
    public let isInline: Bool
    /// Rows of buttons, from the top.
    public let rows: [[Button]]

    func write(to writer: inout JSONWriter, author: Int) {
        writer.object { writer in
            writer.member("one_time", isOneTime)
            if isInline { writer.member("inline", true) }
            writer.member("author_id", author)
            writer.key("buttons")
            writer.array { writer in
                for row in rows { writer.array { writer in for button in row { button.write(to: &writer) } } }
            }
        }
    }
}

extension Keyboard.Button {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("action", action)
            if type == "text" || type == "callback" { writer.member("color", color) }
        }
    }
}
