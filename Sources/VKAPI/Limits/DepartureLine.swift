// Govorun: one line of waiting calls. SPDX-License-Identifier: MIT

/// Places in order of their turns. One who leaves from the middle is not taken out at once: the front passes over it later.
struct DepartureLine {
    typealias Entry = (turn: Duration, place: Int)

    private var entries: [Entry] = []
    /// What is before this index has left.
    private var front = 0

    /// Adds `place` behind everybody whose turn is not later, nearly always at the end; one who comes again may still stand there.
    mutating func insert(_ place: Int, turn: Duration) {
        let entry = (turn, place)
        guard let last = entries.last, entries.count > front, last >= entry else { return entries.append(entry) }
        var low = front
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle] < entry { low = middle + 1 } else { high = middle }
        }
        if low == entries.count || entries[low] != entry { entries.insert(entry, at: low) }
    }

    /// The first who still waits.
    mutating func first(where isWaiting: (Int) -> Bool) -> Entry? {
        while front < entries.count, !isWaiting(entries[front].place) { front += 1 }
        if front == entries.count {
            entries.removeAll(keepingCapacity: true)
            front = 0
        } else if front > 1024, front > entries.count / 2 {
            entries.removeFirst(front)
            front = 0
        }
        return front < entries.count ? entries[front] : nil
    }

    /// The entries of several lines, in order of turns.
    static func merged(_ lines: [DepartureLine]) -> Merged { Merged(lines: lines, fronts: lines.map { $0.front }) }

    /// Several lines as one.
    struct Merged: Sequence, IteratorProtocol {
        fileprivate let lines: [DepartureLine]
        fileprivate var fronts: [Int]

        mutating func next() -> Entry? {
            var best: (index: Int, entry: Entry)?
            for index in lines.indices where fronts[index] < lines[index].entries.count {
                let entry = lines[index].entries[fronts[index]]
                if best.map({ entry < $0.entry }) ?? true { best = (index, entry) }
            }
            guard let best else { return nil }
            fronts[best.index] += 1
            return best.entry
        }
    }
}
