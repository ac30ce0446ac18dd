// Govorun: how a plugin's type names it. SPDX-License-Identifier: MIT

package enum PluginName {
    /// The type's name without `Plugin`, words joined by hyphens: `FAQPlugin` is `faq`, `TicTacToePlugin` is `tic-tac-toe`.
    package static func make(from type: String) -> String {
        let stem = Array(type.hasSuffix("Plugin") && type != "Plugin" ? String(type.dropLast("Plugin".count)) : type)
        return stem.indices.reduce(into: "") { name, index in
            name += (beginsWord(at: index, in: stem) ? "-" : "") + stem[index].lowercased()
        }
    }

    /// A capital after a small letter (`webShop`), or before one (`VKPay`).
    private static func beginsWord(at index: Int, in letters: [Character]) -> Bool {
        guard index > 0, letters[index].isUppercase else { return false }
        return letters[index - 1].isLowercase || (index + 1 < letters.count && letters[index + 1].isLowercase)
    }
}
