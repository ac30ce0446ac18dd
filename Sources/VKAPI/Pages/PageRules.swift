// Govorun: how VK's methods turn pages. SPDX-License-Identifier: MIT

/// What a method's pages are like.
struct PageRules: Equatable, Sendable {
    /// What leads to the next page.
    enum Turn: Sendable {
        /// The number of elements before it: `offset`. Pages can be asked for side by side.
        case offset
        /// A word of the answer before it: `next_from`, sent as `start_from`.
        case startFrom
    }

    /// What turns the pages.
    var turn: Turn
    /// The most elements VK gives at once; `nil`: not known.
    var most: Int?

    /// The rules of `method`; `nil` for one that the schema does not know as a list.
    static func rules(of method: String) -> PageRules? {
        guard var rules = byMethod[method] else { return nil }
        rules.most = rules.most ?? told[method]
        return rules
    }

    private static let byMethod: [String: PageRules] = {
        var table: [String: PageRules] = [:]
        for (most, turn, names) in methods {
            for name in names.split(separator: " ") { table[String(name)] = PageRules(turn: turn, most: most == 0 ? nil : most) }
        }
        return table
    }()

    /// What the schema leaves out and VK's pages on these methods say.
    private static let told = ["wall.get": 100, "wall.getComments": 100, "newsfeed.get": 100, "newsfeed.getRecommended": 100]
}
