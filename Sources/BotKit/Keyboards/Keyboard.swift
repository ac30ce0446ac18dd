// Govorun: keyboards that VK will accept. SPDX-License-Identifier: MIT

/// A keyboard, checked against VK's limits when it is written (source: the reference, "Keyboards").
public struct Keyboard: Sendable {
    /// Where it stands.
    public enum Place: Sendable {
        /// Inside the message.
        case inline
        /// Under the input field, until another replaces it.
        case underInput
        /// Under the input field, until a button is pressed.
        case once
    }

    /// Where it stands.
    public let place: Place
    /// Its rows, from the top.
    public let rows: [Row]

    /// A keyboard of `rows`.
    public init(_ place: Place = .underInput, rows: [Row]) {
        self.place = place
        self.rows = rows
    }

    /// A keyboard of rows written in place.
    public init(_ place: Place = .underInput, @KeyboardBuilder buttons: () -> [Row]) {
        self.init(place, rows: buttons())
    }

    /// Takes away the keyboard under the input field.
    public static let none = Keyboard(.underInput, rows: [])

    /// VK's form of it.
    ///
    /// - Throws: `KeyboardError` naming the limit and, where one is to blame, the button.
    public func json() throws(KeyboardError) -> JSONValue {
        try check()
        let buttons = JSONValue.array(rows.map { .array($0.buttons.map(\.json)) })
        switch place {
        case .inline: return ["inline": true, "buttons": buttons]
        case .underInput: return ["one_time": rows.isEmpty ? true : false, "buttons": buttons]
        case .once: return ["one_time": true, "buttons": buttons]
        }
    }

    private func check() throws(KeyboardError) {
        let (maxRows, maxButtons) = place == .inline ? (6, 10) : (10, 40)
        let count = rows.reduce(0) { $0 + $1.buttons.count }
        guard rows.count <= maxRows else { throw KeyboardError("\(rows.count) rows, VK takes \(maxRows)", button: nil) }
        guard count <= maxButtons else { throw KeyboardError("\(count) buttons, VK takes \(maxButtons)", button: nil) }
        for row in rows {
            guard !row.buttons.isEmpty else { throw KeyboardError("a row without buttons", button: nil) }
            guard row.buttons.count <= 5 else {
                throw KeyboardError("\(row.buttons.count) buttons in a row, VK takes 5", button: row.buttons[5].label)
            }
            for button in row.buttons { try button.check() }
        }
    }
}

/// Why a keyboard cannot be sent.
public struct KeyboardError: Error, Sendable, CustomStringConvertible {
    /// What is beyond which limit.
    public let reason: String
    /// The label of the button to blame.
    public let button: String?

    init(_ reason: String, button: String?) {
        self.reason = reason
        self.button = button
    }

    /// Reason and button.
    public var description: String { "keyboard: \(reason)" + (button.map { " (button «\($0)»)" } ?? "") }
}

/// One row of buttons.
public struct Row: Sendable {
    /// From the left.
    public let buttons: [Button]
    /// A row of `buttons`.
    public init(_ buttons: [Button]) { self.buttons = buttons }
    /// A row written in place.
    public init(@RowBuilder _ buttons: () -> [Button]) { self.buttons = buttons() }
}

/// Collects the buttons of a row.
@resultBuilder
public enum RowBuilder {
    public static func buildExpression(_ button: Button) -> [Button] { [button] }
    public static func buildBlock(_ buttons: [Button]...) -> [Button] { buttons.flatMap { $0 } }
    public static func buildOptional(_ buttons: [Button]?) -> [Button] { buttons ?? [] }
    public static func buildEither(first buttons: [Button]) -> [Button] { buttons }
    public static func buildEither(second buttons: [Button]) -> [Button] { buttons }
    public static func buildArray(_ buttons: [[Button]]) -> [Button] { buttons.flatMap { $0 } }
}

/// Collects the rows of a keyboard.
@resultBuilder
public enum KeyboardBuilder {
    public static func buildExpression(_ row: Row) -> [Row] { [row] }
    public static func buildBlock(_ rows: [Row]...) -> [Row] { rows.flatMap { $0 } }
    public static func buildOptional(_ rows: [Row]?) -> [Row] { rows ?? [] }
    public static func buildEither(first rows: [Row]) -> [Row] { rows }
    public static func buildEither(second rows: [Row]) -> [Row] { rows }
    public static func buildArray(_ rows: [[Row]]) -> [Row] { rows.flatMap { $0 } }
}
