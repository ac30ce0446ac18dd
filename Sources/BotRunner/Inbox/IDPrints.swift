// Govorun: ids remembered in sixteen bytes each. SPDX-License-Identifier: MIT

/// 127 bits that stand for an id, and one that tells them from none.
struct IDPrint: Equatable {
    let first: UInt64
    let second: UInt64

    /// Of no id.
    static let blank = IDPrint()
    private init() { (first, second) = (0, 0) }

    /// Eight bytes of the id a step, folded into both halves, each under its own half of the key.
    init(of id: String, _ key: (UInt64, UInt64)) {
        var id = id
        (first, second) = id.withUTF8 { bytes in
            var (one, other) = (key.0, key.1 ^ UInt64(truncatingIfNeeded: bytes.count))
            for start in stride(from: 0, to: bytes.count, by: 8) {
                let word = Self.word(of: bytes, at: start)
                one = Self.folded(one ^ word, key.1 | 1)
                other = Self.folded(other ^ word &* 0x9E37_79B9_7F4A_7C15, key.0 | 1)
            }
            return (Self.folded(one ^ key.1, other | 1), Self.folded(other ^ key.0, one | 1) | 1)
        }
    }

    /// Both halves of a product, laid over each other.
    private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low &+ one
    }

    /// Eight bytes, or what is left of them.
    private static func word(of bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt64 {
        if start + 8 <= bytes.count { return UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt64.self) }
        var word: UInt64 = 0
        for index in start..<bytes.count { word = word << 8 | UInt64(bytes[index]) }
        return word
    }
}

/// A set of prints in one row of memory: a print stands at the place that its first half names, or behind it.
///
/// Half of the row at least is empty, so that few places have to be looked at. A set of Swift's would hash once more what is a hash already.
struct PrintSet {
    private var places: [IDPrint] = []
    private(set) var count = 0

    func contains(_ print: IDPrint) -> Bool { !places.isEmpty && places[place(of: print)] != .blank }

    /// Whether it was not there.
    mutating func insert(_ print: IDPrint) -> Bool {
        if count * 2 >= places.count { grow() }
        let place = place(of: print)
        guard places[place] == .blank else { return false }
        places[place] = print
        count += 1
        return true
    }

    /// Whether it was there.
    @discardableResult
    mutating func remove(_ print: IDPrint) -> Bool {
        guard contains(print) else { return false }
        let gap = place(of: print)
        places[gap] = .blank
        count -= 1
        // Whoever stands behind the gap may stand there because of it: up to the next gap all take their places anew.
        var next = after(gap)
        while places[next] != .blank {
            let follower = places[next]
            places[next] = .blank
            places[place(of: follower)] = follower
            next = after(next)
        }
        return true
    }

    /// Nothing is in it; it keeps its memory.
    mutating func removeAll() {
        for index in places.indices { places[index] = .blank }
        count = 0
    }

    private func after(_ place: Int) -> Int { (place + 1) & (places.count - 1) }

    /// Where it stands, or where it would.
    private func place(of print: IDPrint) -> Int {
        var place = Int(truncatingIfNeeded: print.first) & (places.count - 1)
        while places[place] != .blank, places[place] != print { place = after(place) }
        return place
    }

    private mutating func grow() {
        let before = places
        places = Array(repeating: .blank, count: max(64, before.count * 2))
        for print in before where print != .blank { places[place(of: print)] = print }
    }
}
