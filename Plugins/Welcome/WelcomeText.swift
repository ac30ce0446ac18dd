// Govorun plugin: a greeting and the name in it. SPDX-License-Identifier: MIT
import BotKit

/// One of the plugin's texts, in which `{name}` is the first name of whoever is greeted.
struct WelcomeText {
    /// What the first name replaces.
    static let name = "{name}"

    private let key: String
    private let texts: PluginTexts

    init(_ key: String, _ texts: PluginTexts) { (self.key, self.texts) = (key, texts) }

    /// The text as its author wrote it.
    private var raw: FormattedText { texts[key, ["name": Self.name]] }

    var isBlank: Bool { raw.isBlank }

    /// The text with the first name; without one where VK does not tell it, since a greeting matters more than a name.
    func greeting(_ person: Person, _ logger: Logger) async throws -> FormattedText {
        guard raw.text.contains(Self.name) else { return raw }
        do {
            return texts[key, ["name": try await person.firstName()]]
        } catch let error as VKError {
            logger.warning("somebody is greeted without a name", ["user": person.id, "error": error])
            return FormattedText(Self.nameless(raw.text))
        }
    }

    /// `text` without the name and its comma: `Здравствуйте, {name}!` is `Здравствуйте!`.
    static func nameless(_ text: String) -> String {
        var nameless = text
        for form in [", \(name)", "\(name), ", " \(name)", name] { nameless = nameless.replacing(form, with: "") }
        return nameless.prefix(1).uppercased() + nameless.dropFirst()
    }
}
