// Govorun: why a keyboard cannot be sent. SPDX-License-Identifier: MIT

/// Which of VK's limits a keyboard breaks, and where (source: the reference, "Keyboards").
public struct KeyboardError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        case noButtons, emptyRow, tooManyRows, tooManyButtons, rowTooWide, noLabel, labelTooLong, payloadTooLong, noLink
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
