// Govorun: a tape while it is written. SPDX-License-Identifier: MIT
import Glibc

/// A growing row of words, freed with its owner unless it is taken.
///
/// Not an array while it grows: that checks for uniqueness at each append, a fifth of the parse. From `malloc`, since
/// `realloc` grows and trims a large row without touching its pages.
struct TapeBuilder: ~Copyable {
    private var words: UnsafeMutablePointer<TapeWord>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        words = Self.resized(nil, to: capacity)
    }

    deinit { free(words) }

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

    /// The words in memory of just their size, since a document may be kept for long; the caller owes a `free`.
    consuming func finish() -> UnsafePointer<TapeWord> {
        let exact = Self.resized(words, to: count)
        discard self
        return UnsafePointer(exact)
    }

    @inline(never) private mutating func grow() {
        capacity *= 2
        words = Self.resized(words, to: capacity)
    }

    /// Never fails: like Swift's own allocations, it ends the process when there is no memory.
    private static func resized(_ words: UnsafeMutablePointer<TapeWord>?, to capacity: Int) -> UnsafeMutablePointer<TapeWord> {
        guard let memory = realloc(words, capacity * MemoryLayout<TapeWord>.stride) else { fatalError("out of memory") }
        return memory.bindMemory(to: TapeWord.self, capacity: capacity)
    }
}
