// Govorun: what people write under `storage:` in place of what is read there. SPDX-License-Identifier: MIT
import MarkedYAML

extension StorageSetting {
    /// What was probably meant by a text that is not served as it stands; `nil` for all others.
    static func advice(_ text: String) -> String? {
        let word = text.lowercased()
        if word.hasPrefix("redis:") || word.hasPrefix("rediss:") { return "this build does not serve redis yet; write sqlite:PATH" }
        if word.hasPrefix("sqlite://") { return "write the path right behind the colon: sqlite:data/govorun.db" }
        if [":memory:", "ram", "mem", "none", "false", "sqlite::memory:"].contains(word) { return "did you mean memory?" }
        if let scheme = ["sqlite3:", "file:", "db:"].first(where: { word.hasPrefix($0) }) {
            let path = text.dropFirst(scheme.count).drop { $0 == "/" && scheme == "file:" }
            return "did you mean sqlite:\(path.isEmpty ? "data/govorun.db" : String(path))?"
        }
        if word.hasPrefix("sqlite:") { return nil }
        if let colon = text.firstIndex(of: ":"), !word.contains("://"),
            Spelling.nearest(to: String(text[..<colon]), among: ["sqlite"]) != nil
        {
            return "did you mean sqlite:\(text[text.index(after: colon)...])?"
        }
        if word.contains("://") { return "stored is in one SQLite file or in memory; write sqlite:PATH, or memory" }
        guard ["sqlite", "sqlite3"].contains(word) || [".db", ".sqlite", ".sqlite3"].contains(where: { word.hasSuffix($0) }) else {
            return nil
        }
        return "did you mean sqlite:\(word.hasPrefix("sqlite") && !word.contains(".") ? "data/govorun.db" : text)?"
    }
}
