// Govorun: a text as Swift writes it. SPDX-License-Identifier: MIT

enum Literal {
    /// A raw multi-line literal with more number signs than any run of them in the text.
    static func raw(_ text: String) -> String {
        let signs = signs(around: text)
        return "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)"
    }

    /// The same of a text without line breaks, on its line.
    static func raw(line text: String) -> String {
        let signs = signs(around: text)
        return "\(signs)\"\(text)\"\(signs)"
    }

    private static func signs(around text: String) -> String {
        var longest = 0
        var run = 0
        for character in text {
            run = character == "#" ? run + 1 : 0
            longest = max(longest, run)
        }
        return String(repeating: "#", count: longest + 1)
    }
}
