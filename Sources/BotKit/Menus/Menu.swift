// Govorun: a message whose buttons lead on. SPDX-License-Identifier: MIT

/// A message with buttons that is edited as they are pressed: pages, a way back, rows that depend on what is stored.
///
/// ```swift
/// let settings = Menu("settings") { visit in
///     let prefs = try await visit.state(Prefs.self)
///     return MenuPage("Настройки") {
///         MenuRow { MenuButton(prefs.isLoud ? "Громко" : "Тихо") { try await $0.state(Prefs.self) { $0.isLoud.toggle() } } }
///         MenuRow { MenuButton("Города", to: "cities"); MenuButton.close("Готово") }
///     }
/// }.page("cities") { visit in
///     MenuPage("Ваш город?") {
///         MenuList(cities, perPage: 4) { city in
///             MenuButton(city) { visit in try await visit.state(Prefs.self) { $0.city = city }; visit.back() }
///         }
///         MenuRow { MenuButton.back("Назад") }
///     }
/// }
/// var handlers: [Handler] {
///     settings
///     Command("settings") { message in try await message.show(settings) }
/// }
/// ```
///
/// Nothing is kept about a shown menu: a button carries its page, its place and a fingerprint of all buttons of the page. On a press the page is
/// drawn again; where its buttons are others by now, nothing is done: the presser is told, and the message gets the fresh ones. In a chat only
/// whoever had it shown may press.
public struct Menu: HandlerConvertible, Sendable {
    /// Draws a page.
    public typealias Page = @Sendable (MenuVisit) async throws -> MenuPage

    /// What is told apart by.
    public let name: String
    private let origin: Origin
    private var pages: [String: Page]

    /// A menu of one page, drawn by `page` whenever it is shown or pressed.
    public init(_ name: String, fileID: String = #fileID, line: Int = #line, page: @escaping Page) {
        self.name = name
        origin = Origin(fileID: fileID, line: line)
        pages = ["": page]
    }

    /// The same menu with one more page, reached by `MenuButton(…, to: name)`.
    public func page(_ name: String, _ page: @escaping Page) -> Menu {
        var menu = self
        menu.pages[name] = page
        return menu
    }

    /// The handler it stands for.
    public var handler: Handler {
        Handler(trigger: .pressed(.typed(MenuPress.self)), name: handlerName, origin: origin) { context in
            guard let payload = context.occasion.payload as? MenuPress else { return }
            let press = Press(run: context)
            guard payload.menu == key(in: context) else { return press.pass() }
            try await take(press, payload)
        }
    }

    private var handlerName: String { "menu \(name)" }

    private func key(in run: HandlerRun) -> String { "\(run.route.instance.name).\(name)" }

    // MARK: Showing

    func show(in run: HandlerRun, at place: MenuPlace) async throws -> SentMessage {
        guard run.router.table.routes["\(run.route.instance.name)/\(handlerName)"] != nil else {
            throw MenuError(
                "\(run.route.located(origin)): the menu '\(name)' is not among the handlers of '\(run.route.instance.name)', so nobody hears its buttons"
            )
        }
        let drawn = try await draw(place, for: MenuVisit(run: run, place: place))
        return try await Outgoing(text: drawn.text, keyboard: drawn.keyboard).send(to: run.update.peerID ?? 0, from: run)
    }

    private func draw(_ place: MenuPlace, for visit: MenuVisit) async throws -> DrawnPage {
        guard let page = pages[place.page] else {
            throw MenuError("\(visit.run.route.located(origin)): the menu '\(name)' has no page '\(place.page)'")
        }
        let peer = visit.run.update.peerID.map(Peer.init)
        let owner = peer?.isChat == true ? visit.run.update.userID : nil
        return DrawnPage(try await page(visit), menu: key(in: visit.run), place, owner: owner)
    }

    // MARK: Presses

    private func take(_ press: Press, _ payload: MenuPress) async throws {
        let phrases = press.run.phrases
        if let owner = payload.owner, owner != press.user.id { return try await press.snackbar(phrases.othersMenu) }
        var place = payload.place
        let isKnown = pages[place.page] != nil
        if !isKnown { place = MenuPlace() }
        let visit = MenuVisit(run: press.run, place: place)
        let drawn = try await draw(place, for: visit)
        guard isKnown, drawn.fingerprint == payload.fingerprint, let button = drawn.button(payload.button) else {
            try await redraw(drawn, press)
            return try await press.snackbar(phrases.oldMenu)
        }
        switch button.act {
        case .run(let action):
            try await action(visit)
            try await follow(visit.destination, from: drawn, place, press)
        case .page(let name): try await redraw(place.entering(name), press)
        case .back: try await redraw(place.leaving, press)
        case .turn(let number): try await redraw(place.turned(to: number), press)
        case .close: try await press.edit(drawn.text)
        }
    }

    private func follow(_ destination: MenuVisit.Destination, from drawn: DrawnPage, _ place: MenuPlace, _ press: Press) async throws {
        switch destination {
        case .here:
            let now = try await draw(place, for: MenuVisit(run: press.run, place: place))
            if now.fingerprint != drawn.fingerprint || now.text != drawn.text { try await redraw(now, press) }
        case .page(let name): try await redraw(place.entering(name), press)
        case .back: try await redraw(place.leaving, press)
        case .closed(let text): try await press.edit(text ?? drawn.text)
        }
    }

    private func redraw(_ place: MenuPlace, _ press: Press) async throws {
        try await redraw(try await draw(place, for: MenuVisit(run: press.run, place: place)), press)
    }

    /// VK lets a message be edited for a day; after that the menu comes as a new one.
    private func redraw(_ drawn: DrawnPage, _ press: Press) async throws {
        do {
            try await press.edit(drawn.text, keyboard: drawn.keyboard)
        } catch let error as VKError {
            guard error.code == .messagesEditExpired else { throw error }
            try await press.send(drawn.text, keyboard: drawn.keyboard)
        }
    }
}

extension DialogueContext {
    /// Shows a menu, which has to be among the plugin's handlers, at its first page or at `page`.
    ///
    /// - Throws: `MenuError`; `KeyboardError` when a page has more than 6 rows or 10 buttons; what drawing the page throws; `VKError`.
    @discardableResult
    public func show(_ menu: Menu, page: String? = nil) async throws -> SentMessage {
        try await menu.show(in: dialogue.run, at: page.map { MenuPlace().entering($0) } ?? MenuPlace())
    }
}

/// What its author got wrong about a menu.
public struct MenuError: Error, Sendable, CustomStringConvertible {
    private let reason: String

    init(_ reason: String) { self.reason = reason }

    /// For the log, with the author's line.
    public var description: String { reason }
}
