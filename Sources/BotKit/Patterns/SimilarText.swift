// Govorun: texts with a few wrong letters. SPDX-License-Identifier: MIT

/// Finds out whether a text is another with at most a few letters wrong, missing, superfluous or swapped (Damerau and Levenshtein, with no
/// letter touched twice).
struct SimilarText: Sendable {
    private let letters: [Character]
    private let distance: Int
    private let distinguishesYo: Bool

    init(_ text: String, distance: Int, distinguishesYo: Bool) {
        letters = Self.letters(of: text, distinguishesYo)
        self.distance = distance
        self.distinguishesYo = distinguishesYo
    }

    /// A text whose every letter may be wrong is like any other.
    var flaw: String? {
        if letters.isEmpty { return "a text without letters is like nothing" }
        return (0..<letters.count).contains(distance) ? nil : "a distance of \(distance) is for texts of more letters"
    }

    func matches(_ text: String) -> Bool {
        // Longer in bytes than all its letters could be with signs between: not worth taking apart.
        guard text.utf8.count <= 16 * (letters.count + distance) + 64 else { return false }
        let other = Self.letters(of: text, distinguishesYo)
        guard abs(other.count - letters.count) <= distance else { return false }
        return isClose(other)
    }

    /// Rows of the table of distances, of which three are enough; given up once a whole row is too far.
    private func isClose(_ other: [Character]) -> Bool {
        var beforeLast: [Int] = []
        var last = Array(0...letters.count)
        for (row, character) in other.enumerated() {
            var current = [row + 1]
            for (column, letter) in letters.enumerated() {
                let change = last[column] + (letter == character ? 0 : 1)
                var best = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, character == letters[column - 1], other[row - 1] == letter {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            guard min(current.min() ?? 0, last.min() ?? 0) <= distance else { return false }
            (beforeLast, last) = (last, current)
        }
        return last[letters.count] <= distance
    }

    private static func letters(of text: String, _ distinguishesYo: Bool) -> [Character] {
        text.lowercased().filter { $0.isLetter || $0.isNumber }.map { $0 == "ё" && !distinguishesYo ? "е" : $0 }
    }
}
