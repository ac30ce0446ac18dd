// Govorun: keyboards that VK will accept. SPDX-License-Identifier: MIT

/// A keyboard, checked against VK's limits when it is written (source: the reference, "Keyboards").
public struct Keyboard: Sendable {
    /// Where it stands.
    public enum Place: Sendable {
        /// Inside the message; at most 6 rows and 10 buttons.
        case inline
        /// Under the input field, until another replaces it; at most 10 rows and 40 buttons.
        case underInput
        /// Under the input field, until a button is pressed; at most 10 rows and 40 buttons.
        case once
    }

    /// Where it stands.
    public let place: Place
    /// Its rows, from the top; at most 5 buttons each.
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

    /// A keyboard inside the message, or none when there is no row.
    static func inline(_ rows: [Row]) -> Keyboard? { rows.isEmpty ? nil : Keyboard(.inline, rows: rows) }

    /// Takes away the keyboard under the input field.
    public static let none = Keyboard(.once, rows: [])

    /// VK's form of it.
    ///
    /// - Throws: `KeyboardError` naming the limit and the first button beyond it.
    public func json() throws(KeyboardError) -> JSONValue { try json(for: nil) }

    /// - Parameter instance: the name of the plugin's instance, where a press must find back to it.
    func json(for instance: String?) throws(KeyboardError) -> JSONValue {
        try check(for: instance)
        let buttons = JSONValue.array(rows.map { row in .array(row.buttons.map { $0.json(for: instance) }) })
        return switch place {
        case .inline: ["inline": true, "buttons": buttons]
        case .underInput: ["one_time": false, "buttons": buttons]
        case .once: ["one_time": true, "buttons": buttons]
        }
    }

    private func check(for instance: String?) throws(KeyboardError) {
        let (mostRows, mostButtons) = place == .inline ? (6, 10) : (10, 40)
        let buttons = rows.flatMap(\.buttons)
        for row in rows { try row.check(for: instance) }
        guard rows.count <= mostRows else {
            throw KeyboardError(.tooManyRows, "\(rows.count) rows, VK takes \(mostRows)", button: rows[mostRows].buttons[0].label)
        }
        guard buttons.count <= mostButtons else {
            throw KeyboardError(
                .tooManyButtons, "\(buttons.count) buttons, VK takes \(mostButtons)", button: buttons[mostButtons].label)
        }
        guard place != .inline || !rows.isEmpty else { throw KeyboardError(.noButtons, "no buttons to show inside the message") }
    }
}
