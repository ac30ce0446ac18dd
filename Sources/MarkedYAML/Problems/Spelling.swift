// Govorun: "did you mean": the nearest of several names. SPDX-License-Identifier: MIT

/// Suggestions for misspelt names.
package enum Spelling {
    /// The name that was probably meant; nil when none is near.
    ///
    /// Near is at most two edits: one in a word of up to three letters, a third of the letters of a long word. Letter case,
    /// `-` and `_` are no edits.
    package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        let wanted = folded(name)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        let bound = wanted.count < 4 ? 1 : max(2, wanted.count / 3)
        let scored = names.compactMap { candidate -> (distance: Int, name: String)? in
            let distance = distance(wanted, folded(candidate), atMost: bound)
            return distance <= bound && distance < candidate.count ? (distance, candidate) : nil
        }
        return scored.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The name that was probably meant, also by its beginning: `warn` is `warning`; nil when none is near, or several begin so.
    package static func meant(by name: String, among names: some Sequence<String>) -> String? {
        if let near = nearest(to: name, among: names) { return near }
        let wanted = folded(name)
        guard wanted.count >= 3 else { return nil }
        let longer = names.filter { folded($0).starts(with: wanted) || wanted.starts(with: folded($0)) && folded($0).count >= 3 }
        return longer.count == 1 ? longer[0] : nil
    }

    private static func folded(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    /// Insertions, deletions, replacements and swaps of neighbours (restricted Damerau-Levenshtein).
    private static func distance(_ left: [Character], _ right: [Character], atMost bound: Int) -> Int {
        guard abs(left.count - right.count) <= bound else { return bound + 1 }
        var before: [Int] = []
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var next = [i + 1]
            for (j, b) in right.enumerated() {
                var best = min(row[j + 1] + 1, next[j] + 1, row[j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { best = min(best, before[j - 1] + 1) }
                next.append(best)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
