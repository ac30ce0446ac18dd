// Govorun: what is wrong with a keyboard or carousel. SPDX-License-Identifier: MIT

/// A keyboard or carousel beyond VK's limits, found before it is sent anywhere (source: the reference, "Keyboards", "Templates").
public struct KeyboardError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        case noButtons, emptyRow, tooManyRows, tooManyButtons, rowTooWide, noLabel, labelTooLong, payloadTooLong, noLink
        /// More than two wide buttons side by side.
        case tooManyWide
        /// A payload whose `Codable` fails.
        case payloadUnwritable
        /// A button without what its kind needs.
        case badAction
        /// None, or more cards than VK shows.
        case cardCount
        /// A card without title and photo, or unlike the first.
        case badCard
        /// A title or description that is too long.
        case cardTextTooLong
        /// A keyboard inside the message beside a carousel.
        case keyboardBesideCarousel
    }
    /// What is wrong.
    public let code: Code
    /// What is beyond which limit, in words.
    public let reason: String
    /// The label of the button to blame: the first beyond the limit.
    public let button: String?

    init(_ code: Code, _ reason: String, button: String? = nil) {
        self.code = code
        self.reason = reason
        self.button = button
    }

    /// Reason and button.
    public var description: String { "keyboard: \(reason)" + (button.map { " (button «\($0)»)" } ?? "") }
}
