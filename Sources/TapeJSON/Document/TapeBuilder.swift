// Govorun: a tape while it is written. SPDX-License-Identifier: MIT

/// A growing row of words, freed with its owner.
///
/// Not an array while it grows: that checks for uniqueness at each append, a fifth of the parse.
struct TapeBuilder: ~Copyable {
    private var words: UnsafeMutablePointer<TapeWord>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 4)
        words = .allocate(capacity: self.capacity)
    }

    deinit { words.deallocate() }

    @inline(__always) mutating func append(_ word: TapeWord) {
        if count == capacity { grow() }
        words[count] = word
        count += 1
    }

    /// The caller names only words it has appended.
    @inline(__always) subscript(_ index: Int) -> TapeWord {
        get { words[index] }
        set { words[index] = newValue }
    }

    /// The words in memory of just their size, since a document may be kept for long; the caller frees it.
    func copy() -> UnsafeMutablePointer<TapeWord> {
        let exact = UnsafeMutablePointer<TapeWord>.allocate(capacity: count)
        exact.initialize(from: words, count: count)
        return exact
    }

    @inline(never) private mutating func grow() {
        let wider = UnsafeMutablePointer<TapeWord>.allocate(capacity: capacity * 2)
        wider.moveInitialize(from: words, count: count)
        words.deallocate()
        words = wider
        capacity *= 2
    }
}
