// Govorun: laying what a file says over the defaults of its type. SPDX-License-Identifier: MIT

extension YAMLNode {
    /// This node with the keys it does not have taken from a default, key by key where both are structs.
    ///
    /// - Parameter isDropped: whether the value at these steps from here is faulty; its default takes its place.
    func laid(over fallback: YAMLNode, at steps: [PathStep] = [], isDropped: ([PathStep]) -> Bool) -> YAMLNode {
        guard fallback.layer == .fallback || fallback.layer == .optionalFallback, let defaults = fallback.mapping else { return self }
        guard let written = mapping ?? (isNull && fallback.layer == .fallback ? YAMLMapping([]) : nil) else { return self }
        let own = written.map { entry -> YAMLMapping.Entry in
            guard let value = defaults[entry.name] else { return entry }
            let place = steps + [.key(entry.name)]
            let isFaulty = entry.value.layer == .faulty || isDropped(place)
            return .init(key: entry.key, value: isFaulty ? value : entry.value.laid(over: value, at: place, isDropped: isDropped))
        }
        let missing = defaults.filter { written[$0.name] == nil }
        return with(.mapping(YAMLMapping(own + missing)), layer: .merged)
    }
}
