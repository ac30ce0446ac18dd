// Govorun plugin: a greeting and the name in it. SPDX-License-Identifier: MIT

enum WelcomeText {
    /// What the first name replaces.
    static let name = "{name}"

    /// `text` with `name` in its place; without a name its comma goes too: `Здравствуйте, {name}!` is `Здравствуйте!`.
    static func filled(_ text: String, name: String) -> String {
        guard name.isEmpty else { return text.replacing(Self.name, with: name) }
        var nameless = text
        for form in [", \(Self.name)", "\(Self.name), ", " \(Self.name)", Self.name] { nameless = nameless.replacing(form, with: "") }
        return nameless.prefix(1).uppercased() + nameless.dropFirst()
    }
}
