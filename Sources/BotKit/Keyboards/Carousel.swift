// Govorun: cards that are leafed through. SPDX-License-Identifier: MIT

/// Cards side by side, checked against VK's limits when it is written (source: the reference, "Templates").
///
/// Not every client shows one: ask `clientInfo.carousel` first, and send a keyboard to the others. A text is required beside it.
public struct Carousel: Sendable {
    private static let mostCards = 10

    /// Its cards, 1...10.
    public let cards: [Card]

    /// A carousel of `cards`.
    public init(cards: [Card]) { self.cards = cards }
    /// A carousel of cards written in place.
    public init(@CarouselBuilder cards: () -> [Card]) { self.cards = cards() }

    /// VK's form of it.
    ///
    /// - Throws: `KeyboardError` naming the limit, and the button or the card beyond it.
    public func json() throws(KeyboardError) -> JSONValue { try json(for: nil) }

    func json(for instance: String?) throws(KeyboardError) -> JSONValue {
        guard (1...Self.mostCards).contains(cards.count) else {
            throw KeyboardError(.cardCount, "\(cards.count) cards in a carousel, VK takes 1 to \(Self.mostCards)")
        }
        for (index, card) in cards.enumerated() {
            try card.check(number: index + 1, for: instance)
            guard card.shape == cards[0].shape else {
                throw KeyboardError(.badCard, "card \(index + 1) has other parts than the first, VK takes cards of one structure")
            }
        }
        return ["type": "carousel", "elements": .array(cards.map { $0.json(for: instance) })]
    }
}

/// One card of a carousel.
public struct Card: Sendable {
    /// What a press of the card itself does.
    public enum Action: Sendable, Hashable {
        /// Shows its photo.
        case photo
        /// Opens an address.
        case link(String)
    }

    private static let longestText = 80
    private static let mostButtons = 3

    /// 1...80 characters, or none beside a photo.
    public var title: String
    /// 80 characters at most.
    public var description: String
    /// A photo that was uploaded for messages, 13:8: `-1_2`, or the whole attachment `photo-1_2_key`; empty: none.
    public var photo: String
    /// What a press of the card does; `nil`: nothing.
    public var action: Action?
    /// 1...3 buttons.
    public var buttons: [Button]

    /// A card of one to three buttons with a title, a photo, or both.
    public init(
        _ title: String = "", description: String = "", photo: String = "", action: Action? = nil, @RowBuilder buttons: () -> [Button]
    ) {
        self.title = title
        self.description = description
        self.photo = photo
        self.action = action
        self.buttons = buttons()
    }

    /// Which parts it has.
    fileprivate var shape: [Bool] { [title.isEmpty, description.isEmpty, photo.isEmpty, action == nil] }

    fileprivate func check(number: Int, for instance: String?) throws(KeyboardError) {
        guard !title.isBlank || !photo.isBlank else { throw KeyboardError(.badCard, "card \(number) has neither title nor photo") }
        for text in [title, description] where text.unicodeScalars.count > Self.longestText {
            throw KeyboardError(
                .cardTextTooLong,
                "card \(number) has a text of \(text.unicodeScalars.count) characters, VK takes \(Self.longestText): «\(text)»")
        }
        guard photo.isEmpty || photoID != nil else {
            throw KeyboardError(.badCard, "card \(number) has «\(photo)» for a photo, VK takes -1_2")
        }
        guard (1...Self.mostButtons).contains(buttons.count) else {
            throw KeyboardError(
                buttons.isEmpty ? .noButtons : .tooManyButtons,
                "\(buttons.count) buttons on card \(number), VK takes 1 to \(Self.mostButtons)",
                button: buttons.dropFirst(Self.mostButtons).first?.label)
        }
        try Row(buttons).check(for: instance)
        if case .link(let link) = action, link.isBlank { throw KeyboardError(.noLink, "card \(number) opens a link without a link") }
    }

    /// `-1_2` of what may be a whole attachment.
    private var photoID: String? {
        let parts = photo.trimmingPrefix("photo").split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, Int(parts[0]) != nil, Int(parts[1]).map({ $0 > 0 }) == true else { return nil }
        return parts[0] + "_" + parts[1]
    }

    fileprivate func json(for instance: String?) -> JSONValue {
        var card: JSONObject = [:]
        if !title.isEmpty { card["title"] = .string(title) }
        if !description.isEmpty { card["description"] = .string(description) }
        card["photo_id"] = photoID.map { .string($0) }
        switch action {
        case .photo: card["action"] = ["type": "open_photo"]
        case .link(let link): card["action"] = ["type": "open_link", "link": .string(link)]
        case nil: break
        }
        card["buttons"] = .array(buttons.map { $0.json(for: instance) })
        return .object(card)
    }
}

/// Collects the cards of a carousel.
@resultBuilder
public enum CarouselBuilder {
    /// One card.
    public static func buildExpression(_ card: Card) -> [Card] { [card] }
    /// All of a block, from the left.
    public static func buildBlock(_ cards: [Card]...) -> [Card] { cards.flatMap { $0 } }
    /// `if` without `else`.
    public static func buildOptional(_ cards: [Card]?) -> [Card] { cards ?? [] }
    /// `if` with `else`, and `switch`.
    public static func buildEither(first cards: [Card]) -> [Card] { cards }
    /// `if` with `else`, and `switch`.
    public static func buildEither(second cards: [Card]) -> [Card] { cards }
    /// `for`.
    public static func buildArray(_ cards: [[Card]]) -> [Card] { cards.flatMap { $0 } }
}
