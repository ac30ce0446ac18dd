// Govorun: why a text cannot be sent. SPDX-License-Identifier: MIT

/// Why a text is refused before it is sent.
public struct TextError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable { case empty, tooLong }
    /// What is wrong.
    public let code: Code
    /// What VK takes at most, in characters; `nil` with `.empty`.
    public let limit: Int?

    init(_ code: Code, limit: Int? = nil) {
        self.code = code
        self.limit = limit
    }

    /// What is wrong, in words.
    public var description: String {
        switch code {
        case .empty: "there is no text to send: it is empty or white space"
        case .tooLong: "the text is longer than the \(limit ?? 0) characters that VK shows here"
        }
    }
}
