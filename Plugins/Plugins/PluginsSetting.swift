// Govorun plugin: what somebody wants set. SPDX-License-Identifier: MIT

/// `echo`, `echo command`, `echo command repeat`, `welcome start Привет, друг everywhere`, `echo command reset`.
struct PluginsSetting: Equatable {
    enum Change: Equatable {
        case reset
        case to(String)
    }

    /// The plugin's name in lower case.
    let plugin: String
    /// The option's key; `nil`: all of them are asked for.
    let key: String?
    /// What becomes of it; `nil`: it is only asked for.
    let change: Change?
    /// Where; `nil` when nothing is said about it.
    let place: PluginsOrder.Place?

    /// Reads what is to be set; `nil` when a plugin's name does not come first.
    init?(_ text: String) {
        var rest = text[...]
        guard let plugin = Self.word(&rest)?.lowercased(), PluginsOrder.verbs[plugin] == nil else { return nil }
        self.plugin = plugin
        key = Self.word(&rest).map(String.init)
        let (value, place) = Self.split(Self.trimmed(rest))
        self.place = place
        if value.isEmpty {
            change = nil
        } else {
            change = Self.resets.contains(value.lowercased()) ? .reset : .to(Self.unquoted(value))
        }
    }

    private static let resets: Set<String> = ["reset", "сброс", "сбросить", "вернуть"]

    private static func word(_ rest: inout Substring) -> Substring? {
        rest = rest.drop(while: \.isWhitespace)
        let word = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(word.count)
        return word.isEmpty ? nil : word
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// The value, and the place when its word comes last behind one.
    private static func split(_ text: Substring) -> (Substring, PluginsOrder.Place?) {
        guard let last = text.split(whereSeparator: \.isWhitespace).last, last.count < text.count,
            let place = PluginsOrder.places[last.lowercased()]
        else { return (text, nil) }
        return (trimmed(text.dropLast(last.count)), place)
    }

    /// In quotes a value may be empty, or a word that means something here.
    private static func unquoted(_ text: Substring) -> String {
        for (open, close) in [("\"", "\""), ("«", "»")] where text.count >= 2 && text.hasPrefix(open) && text.hasSuffix(close) {
            return String(text.dropFirst().dropLast())
        }
        return String(text)
    }
}
