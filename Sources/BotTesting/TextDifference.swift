// Govorun: two texts, line by line. SPDX-License-Identifier: MIT

/// What has to be taken out of one text and put into it to get the other.
enum TextDifference {
    /// Every line of both: those only in `old` after `- `, those only in `new` after `+ `.
    static func lines(from old: String, to new: String) -> String {
        let (old, new) = (parts(old), parts(new))
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var (lines, index): ([String], Int) = ([], 0)
        for (offset, line) in new.enumerated() {
            while removed.contains(index) { (lines, index) = (lines + ["- " + old[index]], index + 1) }
            guard !inserted.contains(offset) else {
                lines.append("+ " + line)
                continue
            }
            lines.append("  " + line)
            index += 1
        }
        return (lines + old[index...].map { "- " + $0 }).joined(separator: "\n")
    }

    private static func parts(_ text: String) -> [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
