// Govorun: rows of buttons and how they are written. SPDX-License-Identifier: MIT

/// One row of buttons.
public struct Row: Sendable {
    /// From the left.
    public let buttons: [Button]
    /// A row of `buttons`.
    public init(_ buttons: [Button]) { self.buttons = buttons }
    /// A row written in place.
    public init(@RowBuilder _ buttons: () -> [Button]) { self.buttons = buttons() }

    /// VK's limit.
    private static let mostButtons = 5

    func check(for instance: String?) throws(KeyboardError) {
        guard !buttons.isEmpty else { throw KeyboardError(.emptyRow, "a row without buttons") }
        guard buttons.count <= Self.mostButtons else {
            throw KeyboardError(
                .rowTooWide, "\(buttons.count) buttons in a row, VK takes \(Self.mostButtons)", button: buttons[Self.mostButtons].label)
        }
        let wide = buttons.filter(\.kind.isWide)
        guard wide.count <= ButtonKind.mostWide else {
            throw KeyboardError(
                .tooManyWide, "\(wide.count) wide buttons in a row, VK shows \(ButtonKind.mostWide)",
                button: wide[ButtonKind.mostWide].label)
        }
        for button in buttons { try button.check(for: instance) }
    }
}

/// Collects the buttons of a row.
@resultBuilder
public enum RowBuilder {
    /// One button.
    public static func buildExpression(_ button: Button) -> [Button] { [button] }
    /// All of a block, from the left.
    public static func buildBlock(_ buttons: [Button]...) -> [Button] { buttons.flatMap { $0 } }
    /// `if` without `else`.
    public static func buildOptional(_ buttons: [Button]?) -> [Button] { buttons ?? [] }
    /// `if` with `else`, and `switch`.
    public static func buildEither(first buttons: [Button]) -> [Button] { buttons }
    /// `if` with `else`, and `switch`.
    public static func buildEither(second buttons: [Button]) -> [Button] { buttons }
    /// `for`.
    public static func buildArray(_ buttons: [[Button]]) -> [Button] { buttons.flatMap { $0 } }
}

/// Collects the rows of a keyboard.
@resultBuilder
public enum KeyboardBuilder {
    /// One row.
    public static func buildExpression(_ row: Row) -> [Row] { [row] }
    /// All of a block, from the top.
    public static func buildBlock(_ rows: [Row]...) -> [Row] { rows.flatMap { $0 } }
    /// `if` without `else`.
    public static func buildOptional(_ rows: [Row]?) -> [Row] { rows ?? [] }
    /// `if` with `else`, and `switch`.
    public static func buildEither(first rows: [Row]) -> [Row] { rows }
    /// `if` with `else`, and `switch`.
    public static func buildEither(second rows: [Row]) -> [Row] { rows }
    /// `for`.
    public static func buildArray(_ rows: [[Row]]) -> [Row] { rows.flatMap { $0 } }

    /// A button without its row is a mistake, told at its line.
    @available(*, unavailable, message: "buttons stand in rows: Row { Button(…) }")
    public static func buildExpression(_ button: Button) -> [Row] { [] }
}
