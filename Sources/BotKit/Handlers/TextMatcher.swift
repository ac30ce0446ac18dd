// Govorun: how texts are compared. SPDX-License-Identifier: MIT

enum TextMatcher {
    /// One spelling for texts that count as equal.
    static func normalized(_ text: some StringProtocol) -> String {
        text.lowercased().split(whereSeparator: \.isBlank).joined(separator: " ")
    }
}
