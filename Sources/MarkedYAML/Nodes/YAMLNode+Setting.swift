// Govorun: a node with one value said otherwise. SPDX-License-Identifier: MIT

extension YAMLNode {
    /// This mapping with another value under `keys`, one key for each depth; what is no mapping on the way becomes one.
    package func setting(_ value: YAMLNode, at keys: some Collection<String>) -> YAMLNode {
        guard let key = keys.first else { return value }
        let entries = mapping.map(Array.init) ?? []
        let inner = (self[key] ?? YAMLNode(.mapping(YAMLMapping([])), style: .flow)).setting(value, at: keys.dropFirst())
        guard let place = entries.firstIndex(where: { $0.name == key }) else {
            let entry = YAMLMapping.Entry(key: YAMLNode(.scalar(key), style: .plain), value: inner)
            return replacing(entries + [entry])
        }
        var changed = entries
        changed[place] = YAMLMapping.Entry(key: entries[place].key, value: inner)
        return replacing(changed)
    }

    private func replacing(_ entries: [YAMLMapping.Entry]) -> YAMLNode {
        let content = Content.mapping(YAMLMapping(entries))
        return mapping == nil ? YAMLNode(content, style: .flow, placedLike: self) : with(content)
    }

    /// The value under `keys`, one for each depth; `nil` where there is none.
    package func value(at keys: some Sequence<String>) -> YAMLNode? { keys.reduce(self) { $0?[$1] } }
}
