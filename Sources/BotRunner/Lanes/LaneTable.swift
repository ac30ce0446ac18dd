// Govorun: finds the slot of a lane. SPDX-License-Identifier: MIT

/// The slots of lanes by their keys, in one row of memory: a slot stands at the place that its key's hash names, or behind it.
///
/// A lane comes and goes with nearly every update, and a dictionary would hash each key three times with a function made for strings.
struct LaneTable {
    private struct Place {
        var key = LaneKey(bot: 0, peer: 0)
        /// -1: nobody stands here.
        var slot = -1

        var isFree: Bool { slot < 0 }
    }

    /// A power of two, half of which at least is free.
    private var places = [Place](repeating: Place(), count: 64)
    private var count = 0
    /// Who writes to whom is not ours to say, so nobody shall know which lanes stand close together.
    private let secret = UInt64.random(in: 0 ... .max) | 1

    /// The slot of `key`, if it has one.
    func slot(of key: LaneKey) -> Int? {
        let place = places[place(of: key)]
        return place.isFree ? nil : place.slot
    }

    /// Notes the slot of a key that has none.
    mutating func insert(_ slot: Int, for key: LaneKey) {
        if count * 2 >= places.count { grow() }
        places[place(of: key)] = Place(key: key, slot: slot)
        count += 1
    }

    /// The key has no slot any more.
    mutating func remove(_ key: LaneKey) {
        let gap = place(of: key)
        guard !places[gap].isFree else { return }
        places[gap] = Place()
        count -= 1
        // Whoever stands behind the gap may stand there because of it: up to the next gap all take their places anew.
        var next = after(gap)
        while !places[next].isFree {
            let follower = places[next]
            places[next] = Place()
            places[place(of: follower.key)] = follower
            next = after(next)
        }
    }

    /// The slots of the lanes of `bot`.
    func slots(of bot: Int) -> [Int] { places.filter { !$0.isFree && $0.key.bot == bot }.map(\.slot) }

    private func after(_ place: Int) -> Int { (place + 1) & (places.count - 1) }

    /// Where the key stands, or where it would.
    private func place(of key: LaneKey) -> Int {
        let number = UInt64(bitPattern: Int64(key.peer)) ^ UInt64(bitPattern: Int64(key.bot)) &* 0x9E37_79B9_7F4A_7C15
        let product = (number ^ secret >> 7).multipliedFullWidth(by: secret)
        var place = Int(truncatingIfNeeded: product.high ^ product.low) & (places.count - 1)
        while !places[place].isFree, places[place].key != key { place = after(place) }
        return place
    }

    private mutating func grow() {
        let before = places
        places = Array(repeating: Place(), count: before.count * 2)
        for place in before where !place.isFree { places[self.place(of: place.key)] = place }
    }
}
