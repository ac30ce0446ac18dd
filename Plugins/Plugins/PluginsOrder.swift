// Govorun plugin: what somebody wants switched. SPDX-License-Identifier: MIT

/// `off echo`, `on echo everywhere`, `выкл echo здесь`.
struct PluginsOrder: Equatable {
    enum Place: Equatable { case here, everywhere }

    let isOn: Bool
    /// The plugin's name in lower case.
    let plugin: String
    /// Where; `nil` when nothing is said about it.
    let place: Place?

    /// Reads an order; `nil` when it is none.
    init?(_ text: String) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 2 || words.count == 3, let isOn = Self.verbs[words[0]] else { return nil }
        (self.isOn, plugin) = (isOn, words[1])
        if words.count == 3 {
            guard let place = Self.places[words[2]] else { return nil }
            self.place = place
        } else {
            place = nil
        }
    }

    static let verbs = [
        "on": true, "вкл": true, "включи": true, "включить": true, "off": false, "выкл": false, "выключи": false, "выключить": false,
    ]

    static let places: [String: Place] = [
        "here": .here, "здесь": .here, "тут": .here, "everywhere": .everywhere, "везде": .everywhere,
    ]
}
