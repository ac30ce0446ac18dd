// Govorun: what a page of a menu shows. SPDX-License-Identifier: MIT

/// A page of a menu: a text, and buttons under it; 6 rows and 10 buttons at most, those that turn a list included.
public struct MenuPage: Sendable {
    let text: FormattedText
    let parts: [MenuPart]

    /// A page.
    public init(_ text: FormattedText, @MenuBuilder rows: () -> [MenuPart] = { [] }) {
        self.text = text
        parts = rows()
    }
}

/// Rows of a menu: one, or a list.
public struct MenuPart: Sendable {
    /// The rows that are shown on a page of a list.
    let rows: @Sendable (_ number: Int) -> [[MenuButton]]
}

/// A row of a menu.
public struct MenuRow: Sendable {
    let buttons: [MenuButton]

    /// From the left, 5 at most.
    public init(@MenuRowBuilder _ buttons: () -> [MenuButton]) { self.buttons = buttons() }
}

/// A row for each of many things, some at a time; two buttons under them lead to the others.
public struct MenuList: Sendable {
    let part: MenuPart

    /// A button for each of `items`, `perPage` (1...5) at a time.
    public init<Items: RandomAccessCollection & Sendable>(
        _ items: Items, perPage: Int = 4, button: @escaping @Sendable (Items.Element) -> MenuButton
    ) {
        let size = min(max(perPage, 1), 5)
        part = MenuPart { number in
            let pages = max(1, (items.count + size - 1) / size)
            let shown = min(max(number, 0), pages - 1)
            let rows = items.dropFirst(shown * size).prefix(size).map { [button($0)] }
            var ways: [MenuButton] = []
            if shown > 0 { ways.append(.turn("‹ \(shown)", to: shown - 1)) }
            if shown + 1 < pages { ways.append(.turn("\(shown + 2) ›", to: shown + 1)) }
            return ways.isEmpty ? rows : rows + [ways]
        }
    }
}

/// A button of a menu.
public struct MenuButton: Sendable {
    /// What a press does.
    enum Act: Sendable {
        case run(@Sendable (MenuVisit) async throws -> Void)
        case page(String)
        case back
        case turn(Int)
        case close
    }

    let label: String
    let color: Button.Color
    let act: Act

    private init(_ label: String, _ color: Button.Color, _ act: Act) { (self.label, self.color, self.act) = (label, color, act) }

    /// A button that does something; the page is drawn again when it is done.
    public init(_ label: String, color: Button.Color = .secondary, _ action: @escaping @Sendable (MenuVisit) async throws -> Void) {
        self.init(label, color, .run(action))
    }

    /// A button that leads to a page.
    public init(_ label: String, to page: String, color: Button.Color = .secondary) { self.init(label, color, .page(page)) }

    /// A button that leads to the page before.
    public static func back(_ label: String, color: Button.Color = .secondary) -> MenuButton { MenuButton(label, color, .back) }

    /// A button that takes the buttons away.
    public static func close(_ label: String, color: Button.Color = .secondary) -> MenuButton { MenuButton(label, color, .close) }

    static func turn(_ label: String, to number: Int) -> MenuButton { MenuButton(label, .secondary, .turn(number)) }

    /// What tells it from another.
    var sign: String {
        switch act {
        case .run: "run \(label)"
        case .page(let name): "page \(name) \(label)"
        case .back: "back \(label)"
        case .turn(let number): "turn \(number)"
        case .close: "close \(label)"
        }
    }
}

/// A page with its buttons as they are sent.
struct DrawnPage: Sendable {
    let text: FormattedText
    let fingerprint: Int
    let keyboard: Keyboard?
    private let buttons: [MenuButton]

    init(_ page: MenuPage, menu: String, _ place: MenuPlace, owner: Int?) {
        text = page.text
        let rows = page.parts.flatMap { $0.rows(place.number) }.filter { !$0.isEmpty }
        buttons = rows.flatMap { $0 }
        var hash = FNV1a()
        for row in rows {
            for button in row { hash.add(button.sign) }
            hash.add("")
        }
        let fingerprint = Int(hash.value & 0xfff_ffff)
        self.fingerprint = fingerprint
        var index = -1
        let shown = rows.map { row in
            Row(
                row.map { button in
                    index += 1
                    let press = MenuPress(menu: menu, place: place, button: index, fingerprint: fingerprint, owner: owner)
                    return Button.callback(button.label, press, color: button.color)
                })
        }
        keyboard = shown.isEmpty ? nil : Keyboard(.inline, rows: shown)
    }

    func button(_ index: Int) -> MenuButton? { buttons.indices.contains(index) ? buttons[index] : nil }
}

/// Collects the rows of a menu's page.
@resultBuilder
public enum MenuBuilder {
    /// One row.
    public static func buildExpression(_ row: MenuRow) -> [MenuPart] { [MenuPart { _ in [row.buttons] }] }
    /// A list.
    public static func buildExpression(_ list: MenuList) -> [MenuPart] { [list.part] }
    /// All of a block, from the top.
    public static func buildBlock(_ parts: [MenuPart]...) -> [MenuPart] { parts.flatMap { $0 } }
    /// `if` without `else`.
    public static func buildOptional(_ parts: [MenuPart]?) -> [MenuPart] { parts ?? [] }
    /// `if` with `else`, and `switch`.
    public static func buildEither(first parts: [MenuPart]) -> [MenuPart] { parts }
    /// `if` with `else`, and `switch`.
    public static func buildEither(second parts: [MenuPart]) -> [MenuPart] { parts }
    /// `for`.
    public static func buildArray(_ parts: [[MenuPart]]) -> [MenuPart] { parts.flatMap { $0 } }
}

/// Collects the buttons of a menu's row.
@resultBuilder
public enum MenuRowBuilder {
    /// One button.
    public static func buildExpression(_ button: MenuButton) -> [MenuButton] { [button] }
    /// All of a block, from the left.
    public static func buildBlock(_ buttons: [MenuButton]...) -> [MenuButton] { buttons.flatMap { $0 } }
    /// `if` without `else`.
    public static func buildOptional(_ buttons: [MenuButton]?) -> [MenuButton] { buttons ?? [] }
    /// `if` with `else`, and `switch`.
    public static func buildEither(first buttons: [MenuButton]) -> [MenuButton] { buttons }
    /// `if` with `else`, and `switch`.
    public static func buildEither(second buttons: [MenuButton]) -> [MenuButton] { buttons }
    /// `for`.
    public static func buildArray(_ buttons: [[MenuButton]]) -> [MenuButton] { buttons.flatMap { $0 } }
}
