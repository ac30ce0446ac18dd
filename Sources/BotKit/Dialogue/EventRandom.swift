// Govorun: chance that comes out the same when a handler runs again. SPDX-License-Identifier: MIT

/// Random numbers that follow from the event: a run of the same handler on the same event throws the same dice.
///
/// `var dice = message.random; let eyes = Int.random(in: 1...6, using: &dice)`. Not for secrets.
public struct EventRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The next number (SplitMix64).
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
