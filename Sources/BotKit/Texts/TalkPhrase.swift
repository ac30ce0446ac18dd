// Govorun: what we say in dialogues and scenes, and what is said in its place. SPDX-License-Identifier: MIT

/// Our own sentences in a plugin's dialogues and scenes. Under these keys a plugin's strings, and `texts:` of `bots.yaml`, replace them.
enum TalkPhrase: String, CaseIterable {
    /// Somebody has ended a dialogue.
    case cancelled = "dialogue.cancelled"
    /// An answer did not come in time.
    case late = "dialogue.late"
    /// A handler has failed, and its dialogue is over.
    case failed = "dialogue.failed"
    /// A step of a scene has failed, and waits for another try.
    case again = "dialogue.again"
    /// The plugin has changed in the middle of a dialogue or a scene.
    case lost = "dialogue.lost"
    /// No answer did fit.
    case tooManyTries = "dialogue.too-many-tries"

    /// What is said unless it is replaced.
    func usual(in language: String) -> String {
        let phrases = Phrases(language: language)
        return switch self {
        case .cancelled: phrases.cancelled
        case .late: phrases.tooLate
        case .failed: phrases.brokeOff
        case .again: phrases.tryAgain
        case .lost: phrases.lostThread
        case .tooManyTries: phrases.tooManyTries
        }
    }

    /// The keys under which they are replaced.
    static let keys = Set(allCases.map(\.rawValue))
}

extension PluginGear {
    /// `phrase` in the first of `languages`, as the operator, the plugin or we say it; an empty one is not said.
    func phrase(_ phrase: TalkPhrase, in languages: [String]) -> FormattedText {
        texts(in: languages).replacement(phrase.rawValue) ?? FormattedText(phrase.usual(in: languages.first ?? "ru"))
    }
}

extension Router {
    /// `phrase` as the plugin `plugin` says it, in the first of `languages`.
    func phrase(_ phrase: TalkPhrase, of plugin: String, in languages: [String]) -> FormattedText {
        guard let instance = instances.first(where: { $0.name == plugin }) else { return FormattedText(phrase.usual(in: languages[0])) }
        return instance.gear.phrase(phrase, in: languages)
    }
}
