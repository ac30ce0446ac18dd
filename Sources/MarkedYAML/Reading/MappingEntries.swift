// Govorun: the entries of a mapping while it is read: duplicates and merge keys. SPDX-License-Identifier: MIT

/// Collects the entries of one mapping.
struct MappingEntries {
    private var entries: [YAMLMapping.Entry] = []
    private var lines: [String: Int] = [:]
    private var hasMerge = false

    /// Why an entry was left out.
    struct Refusal {
        let code: YAMLProblem.Code
        let mark: YAMLMark
        let message: String
    }

    /// Takes one entry, or says what is wrong with it.
    mutating func add(key: YAMLNode, value: YAMLNode) -> Refusal? {
        guard let name = key.scalar else {
            return Refusal(code: .syntax, mark: key.mark, message: "a key must be text, not a list or a mapping; put it in quotes")
        }
        if let line = lines[name] {
            return Refusal(code: .duplicateKey, mark: key.mark, message: "the key '\(Quote.short(name))' is already set in line \(line)")
        }
        if key.isMerge {
            guard value.mergeSources != nil else {
                return Refusal(code: .alias, mark: value.mark, message: "'<<' takes a mapping or a list of mappings, such as <<: *name")
            }
            hasMerge = true
        }
        lines[name] = key.mark.line
        entries.append(.init(key: key, value: value))
        return nil
    }

    /// The entries with merge keys replaced by what they bring, and how many that are.
    ///
    /// What is written here wins over what is merged, an earlier source over a later one.
    func merged() -> (entries: [YAMLMapping.Entry], added: Int) {
        guard hasMerge else { return (entries, 0) }
        var seen = Set(lines.keys)
        var added = 0
        let merged = entries.flatMap { entry -> [YAMLMapping.Entry] in
            guard entry.key.isMerge, let sources = entry.value.mergeSources else { return [entry] }
            let brought = sources.flatMap(\.entries).filter { seen.insert($0.name).inserted }
            added += brought.count
            return brought
        }
        return (merged, added)
    }
}

extension YAMLNode {
    /// Whether this key is the merge key: a plain `<<`, since a quoted one is a name.
    fileprivate var isMerge: Bool { scalar == "<<" && style == .plain }

    fileprivate var mergeSources: [YAMLMapping]? {
        switch content {
        case .mapping(let mapping): return [mapping]
        case .sequence(let items):
            let mappings = items.compactMap(\.mapping)
            return mappings.count == items.count ? mappings : nil
        case .scalar: return nil
        }
    }
}
