// Govorun: which updates of a batch are finished. SPDX-License-Identifier: MIT

/// A set of small numbers, a bit each.
struct FinishMarks: Sendable, Equatable {
    /// The lowest number is the lowest bit of the first byte; missing bytes are zero.
    private(set) var bytes: [UInt8]

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    /// Marks those of `places` that are in `0..<count`.
    init(_ places: [Int], count: Int) {
        self.init()
        for place in places where place >= 0 && place < count { insert(place) }
    }

    func contains(_ place: Int) -> Bool { place >> 3 < bytes.count && bytes[place >> 3] & (1 << UInt8(place & 7)) != 0 }

    /// Marks a place.
    ///
    /// - Returns: whether it was not marked before.
    @discardableResult
    mutating func insert(_ place: Int) -> Bool {
        guard !contains(place) else { return false }
        if place >> 3 >= bytes.count { bytes += [UInt8](repeating: 0, count: (place >> 3) + 1 - bytes.count) }
        bytes[place >> 3] |= 1 << UInt8(place & 7)
        return true
    }

    /// How many are marked.
    var count: Int { bytes.reduce(0) { $0 + $1.nonzeroBitCount } }
}
