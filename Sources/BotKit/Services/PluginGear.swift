// Govorun: what a plugin is handed beside its options. SPDX-License-Identifier: MIT
import Synchronization

/// The log, texts, figures and offers of one instance: the plugin gets them by its setup, before there is a bot, and the bot finds them here.
package final class PluginGear: Sendable {
    /// Something the instance offers to others.
    struct Offer: Sendable {
        let type: ObjectIdentifier
        let value: any Sendable
    }

    private struct State {
        var book = TextBook()
        var offers: [Offer] = []
        var files: [String: FileStamp] = [:]
        /// Keys of texts that the setup has given, by the texts.
        var labels: [String: String] = [:]
        /// Keys without a text that the log has named.
        var missing: Set<String> = []
    }

    private let state = Mutex(State())
    private let log = GearLog()
    /// What it counts and measures.
    package let metrics: Metrics

    /// Nothing yet.
    package init() {
        metrics = Metrics { [log] in log.logger.error("a metric cannot be kept", ["metric": $0]) }
    }

    /// Nothing yet but the figures of an instance before it.
    init(_ metrics: Metrics) { self.metrics = metrics }

    /// Its lines reach the bot's log once there is one.
    var logger: Logger { log.logger }

    /// From now on its lines go to `target`.
    func log(to target: Logger) { log.write(to: target) }

    /// The instance says `strings`, except for what `overrides` replace.
    func adopt(_ strings: PluginStrings, _ overrides: TextOverrides = TextOverrides()) {
        state.withLock { $0.book = TextBook(strings: strings, overrides: overrides) }
    }

    /// Its texts in the first of `languages`.
    func texts(in languages: [String]) -> PluginTexts {
        PluginTexts(book: state.withLock { $0.book }, languages: languages, gear: self)
    }

    /// The setup has given the text of `key`.
    func note(label text: String, _ key: String) { state.withLock { $0.labels[text] = key } }

    /// `text` in the first of `languages`, where the setup has given it; else as it is.
    func spoken(_ text: String, in languages: [String]) -> String {
        let template = state.withLock { state in state.labels[text].flatMap { state.book.template($0, languages) } }
        return template?.filled([:]) { _ in }.text ?? text
    }

    /// Whether the log has not named `key` yet.
    func isNews(missing key: String) -> Bool { state.withLock { $0.missing.insert(key).inserted } }

    /// Offers `value` to other instances, in place of what it offered as `type` before.
    func offer(_ value: any Sendable, as type: ObjectIdentifier) {
        state.withLock { state in
            state.offers.removeAll { $0.type == type }
            state.offers.append(Offer(type: type, value: value))
        }
    }

    /// The files that it asked for while it was made, as they were.
    var files: [String: FileStamp] { state.withLock { $0.files } }

    /// It asks for a file.
    func note(file path: String) { state.withLock { $0.files[path] = FileStamp(of: path) } }

    /// What it offers.
    var offers: [Offer] { state.withLock { $0.offers } }
}
