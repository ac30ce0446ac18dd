// Govorun: what a pattern found. SPDX-License-Identifier: MIT

/// What a pattern found.
public struct PatternMatch: Sendable {
    let groups: [String?]
    let names: [String: [Int]]

    /// Group `index`; 0 is the whole match. `nil` when it took no part, or does not exist.
    public subscript(_ index: Int) -> String? { groups.indices.contains(index) ? groups[index] : nil }
    /// The group called `name`; `nil` when it took no part, or does not exist.
    public subscript(_ name: String) -> String? { names[name]?.lazy.compactMap { self[$0] }.first }
    /// Group `name` as a number or another type that a word makes: `match["count", as: Int.self]`; `nil` where it makes none.
    public subscript<Value: LosslessStringConvertible>(_ name: String, as type: Value.Type) -> Value? {
        guard let text = self[name] else { return nil }
        return Value(text) ?? (text.contains(",") ? Value(String(text.map { $0 == "," ? "." : $0 })) : nil)
    }
}
