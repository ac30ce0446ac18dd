// Govorun: where in the file a key stands. SPDX-License-Identifier: MIT
import MarkedYAML

/// The lines of the keys that a reload may have to name.
struct KeyLines {
    /// By key: `storage`, `web.listen`, `bots.shop.vk.api`; keys that are left out are missing.
    let lines: [String: Int]

    init(_ root: YAMLNode, bots: [String]) {
        var lines: [String: Int] = [:]
        for key in ["storage", "web", "web.listen", "simulator.listen"] { lines[key] = Self.line(of: key, in: root) }
        for bot in bots {
            let nearest = ["bots.\(bot).vk.api", "defaults.vk.api", "vk.api"].lazy.compactMap { Self.line(of: $0, in: root) }
            lines["bots.\(bot).vk.api"] = nearest.first
        }
        self.lines = lines
    }

    private static func line(of path: String, in root: YAMLNode) -> Int? {
        path.split(separator: ".").reduce(Optional(root)) { $0?[String($1)] }?.mark.line
    }
}
