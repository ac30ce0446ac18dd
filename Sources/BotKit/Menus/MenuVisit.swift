// Govorun: somebody looks at a page of a menu. SPDX-License-Identifier: MIT
import Synchronization

/// Somebody who looks at a page of a menu, or has pressed a button of it.
public final class MenuVisit: DialogueContext {
    /// Where an action leads.
    enum Destination: Sendable {
        case here
        case page(String)
        case back
        case closed(FormattedText?)
    }

    let run: HandlerRun
    private let place: MenuPlace
    private let chosen = Mutex(Destination.here)

    init(run: HandlerRun, place: MenuPlace) { (self.run, self.place) = (run, place) }

    /// What questions go through.
    public var dialogue: Dialogue { Dialogue(run: run) }
    /// The bot.
    public var bot: Bot { run.bot }
    /// Who looks or has pressed.
    public var user: Person { Person(id: run.update.userID ?? 0, run: run) }
    /// The conversation.
    public var peer: Peer { Peer(id: run.update.peerID ?? 0) }
    /// The page's name; empty for the first.
    public var page: String { place.page }

    /// Where the action has decided to go.
    var destination: Destination { chosen.withLock { $0 } }

    /// From the action on to a page.
    public func go(to page: String) { chosen.withLock { $0 = .page(page) } }
    /// From the action on to the page before.
    public func back() { chosen.withLock { $0 = .back } }
    /// From the action on the menu is a text without buttons: `text`, or its own.
    public func close(_ text: FormattedText? = nil) { chosen.withLock { $0 = .closed(text) } }

    /// Shows a line to whoever pressed; see `Press.snackbar`.
    ///
    /// - Throws: `TextError` when the text has another length than 1...90; `VKError`.
    public func snackbar(_ text: String) async throws { try await Press(run: run).snackbar(text) }

    /// Sends to the conversation.
    ///
    /// - Throws: `TextError` when there is no text; `KeyboardError`; `VKError`.
    @discardableResult
    public func send(_ text: FormattedText, keyboard: Keyboard? = nil) async throws -> SentMessage {
        try await Press(run: run).send(text, keyboard: keyboard)
    }
}

/// Where in a menu one is.
struct MenuPlace: Sendable, Hashable {
    /// The pages on the way, the first one left out.
    var path: [String] = []
    /// The page of a list, from 0.
    var number = 0

    /// The page's name.
    var page: String { path.last ?? "" }

    func entering(_ page: String) -> MenuPlace { MenuPlace(path: page.isEmpty ? [] : Array((path + [page]).suffix(4))) }
    var leaving: MenuPlace { MenuPlace(path: path.dropLast()) }
    func turned(to number: Int) -> MenuPlace { MenuPlace(path: path, number: number) }
}

/// What a button of a menu carries.
struct MenuPress: ButtonPayload {
    static let payloadName = "menu"

    /// The plugin's instance and the menu.
    let menu: String
    let place: MenuPlace
    /// Which of the page's buttons, from 0.
    let button: Int
    /// Of all buttons of the page.
    let fingerprint: Int
    /// Who alone may press; `nil`: anyone.
    let owner: Int?
}

extension MenuPress {
    private enum Keys: String, CodingKey { case menu = "m", path = "p", number = "n", button = "b", fingerprint = "f", owner = "u" }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            menu: try values.decode(String.self, forKey: .menu),
            place: MenuPlace(
                path: try values.decodeIfPresent([String].self, forKey: .path) ?? [],
                number: try values.decodeIfPresent(Int.self, forKey: .number) ?? 0),
            button: try values.decode(Int.self, forKey: .button), fingerprint: try values.decode(Int.self, forKey: .fingerprint),
            owner: try values.decodeIfPresent(Int.self, forKey: .owner))
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(menu, forKey: .menu)
        if !place.path.isEmpty { try values.encode(place.path, forKey: .path) }
        if place.number != 0 { try values.encode(place.number, forKey: .number) }
        try values.encode(button, forKey: .button)
        try values.encode(fingerprint, forKey: .fingerprint)
        try values.encodeIfPresent(owner, forKey: .owner)
    }
}
