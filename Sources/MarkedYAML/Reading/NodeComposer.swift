// Govorun: from libyaml's events to nodes: anchors, aliases, merge keys, duplicates, limits. SPDX-License-Identifier: MIT

/// Builds the one document of a file; mistakes that leave the structure clear are noted and read over.
struct NodeComposer: ~Copyable {
    private var reader: EventReader
    private let source: YAMLSource
    private let limits: YAMLLimits
    private var anchors: [String: Anchored] = [:]
    private var aliasedNodes = 0
    private(set) var problems: [YAMLProblem] = []

    /// What an anchor stands for; nil inside the value it marks.
    private struct Anchored { var value: Composed? }

    /// A node, how many nodes it holds and how deep it is.
    struct Composed {
        var node: YAMLNode
        var count = 1
        var height = 1
    }

    init(_ reader: consuming EventReader, source: YAMLSource, limits: YAMLLimits) {
        self.reader = reader
        self.source = source
        self.limits = limits
    }

    /// The root of the file.
    mutating func root() throws(YAMLProblem) -> YAMLNode {
        guard let first = try firstEvent() else { throw problem(.syntax, at: .start, "the file is empty") }
        let root = try node(first, depth: 1).node
        guard !root.isNull else { throw problem(.syntax, at: .start, "the file is empty") }
        while true {
            let event = try next()
            switch event.kind {
            case .streamEnd: return root
            case .documentStart:
                throw problem(
                    .syntax, at: source.mark(at: event.start), "a second document begins here ('---'); one file holds one document")
            default: continue
            }
        }
    }

    private mutating func firstEvent() throws(YAMLProblem) -> ParserEvent? {
        while true {
            switch try next().kind {
            case .documentStart: return try next()
            case .streamEnd: return nil
            default: continue
            }
        }
    }

    private mutating func node(_ event: ParserEvent, depth: Int) throws(YAMLProblem) -> Composed {
        guard depth <= limits.depth else {
            throw problem(.limit, at: source.mark(at: event.start), "values are nested more than \(limits.depth) levels deep")
        }
        if let anchor = event.anchor { anchors[anchor] = Anchored(value: nil) }
        noteStrange(event)
        let composed: Composed
        switch event.kind {
        case .alias(let name): return try alias(name, event, depth: depth)
        case .sequenceStart(let style): composed = try sequence(event, style, depth: depth)
        case .mappingStart(let style): composed = try mapping(event, style, depth: depth)
        case .scalar(let text, let style): composed = Composed(node: make(.scalar(text), style, event, end: event.end))
        default: throw problem(.syntax, at: source.mark(at: event.start), "a value is missing here")
        }
        if let anchor = event.anchor { anchors[anchor] = Anchored(value: composed) }
        return composed
    }

    private mutating func sequence(_ start: ParserEvent, _ style: YAMLNode.Style, depth: Int) throws(YAMLProblem) -> Composed {
        var items: [YAMLNode] = []
        var size = Composed(node: make(.sequence([]), style, start, end: start.end))
        while true {
            let event = try next()
            if case .collectionEnd = event.kind {
                size.node = make(.sequence(items), style, start, end: event.end)
                return size
            }
            let item = try node(event, depth: depth + 1)
            items.append(item.node)
            size.count += item.count
            size.height = max(size.height, item.height + 1)
        }
    }

    private mutating func mapping(_ start: ParserEvent, _ style: YAMLNode.Style, depth: Int) throws(YAMLProblem) -> Composed {
        var entries = MappingEntries()
        var size = Composed(node: make(.mapping(YAMLMapping([])), style, start, end: start.end))
        while true {
            let event = try next()
            if case .collectionEnd = event.kind {
                let merged = entries.merged()
                try spend(merged.added, at: size.node.mark)
                size.count += merged.added
                size.node = make(.mapping(YAMLMapping(merged.entries)), style, start, end: event.end)
                return size
            }
            let key = try node(event, depth: depth + 1)
            let value = try node(try next(), depth: depth + 1)
            size.count += value.count
            size.height = max(size.height, value.height + 1)
            if let refusal = entries.add(key: key.node, value: value.node) { note(refusal.code, at: refusal.mark, refusal.message) }
        }
    }

    private mutating func alias(_ name: String, _ event: ParserEvent, depth: Int) throws(YAMLProblem) -> Composed {
        let mark = source.mark(at: event.start)
        guard let anchored = anchors[name] else {
            noteUnknown(name, at: mark)
            return Composed(node: make(.scalar(""), .plain, event, end: event.start))
        }
        guard let value = anchored.value else { throw problem(.alias, at: mark, "'*\(name)' stands inside the value it stands for") }
        try spend(value.count, at: mark)
        guard depth + value.height - 1 <= limits.depth else {
            throw problem(.limit, at: mark, "with '*\(name)' values are nested more than \(limits.depth) levels deep")
        }
        return value
    }
}

extension NodeComposer {
    /// A tag of a language's own objects is refused, and any tag of a list or a mapping; what else stands before a text, its reader knows.
    private mutating func noteStrange(_ event: ParserEvent) {
        guard let tag = event.tag, !CoreSchema.knownTags.contains(tag) else { return }
        if case .scalar = event.kind, !tag.hasPrefix(CoreSchema.prefix) { return }
        let shown = tag.hasPrefix(CoreSchema.prefix) ? "!!" + tag.dropFirst(CoreSchema.prefix.count) : tag
        note(.wrongType, at: source.mark(at: event.start), "the tag '\(Quote.short(shown))' means nothing here; leave it out")
    }

    private mutating func noteUnknown(_ name: String, at mark: YAMLMark) {
        guard problems.count < limits.problems else { return }
        let near = Spelling.nearest(to: name, among: anchors.keys).map { "; did you mean '*\($0)'?" } ?? ""
        note(.alias, at: mark, "nothing is marked '&\(name)' before this\(near) (a text that begins with '*' needs quotes)")
    }

    /// Counts what aliases and merges add, so that a small file cannot unfold into a huge one.
    private mutating func spend(_ count: Int, at mark: YAMLMark) throws(YAMLProblem) {
        aliasedNodes += count
        guard aliasedNodes <= limits.aliasedNodes else {
            throw problem(.limit, at: mark, "the aliases of this file unfold into more than \(limits.aliasedNodes) values")
        }
    }

    private func make(_ content: YAMLNode.Content, _ style: YAMLNode.Style, _ event: ParserEvent, end: Int) -> YAMLNode {
        YAMLNode(
            content, style: style, tag: event.tag, anchor: event.anchor, mark: source.mark(at: event.start), end: source.mark(at: end),
            source: source)
    }

    private mutating func next() throws(YAMLProblem) -> ParserEvent {
        do {
            return try reader.next()
        } catch {
            throw error.explained(in: source)
        }
    }

    private mutating func note(_ code: YAMLProblem.Code, at mark: YAMLMark, _ message: String) {
        guard problems.count < limits.problems else { return }
        problems.append(problem(code, at: mark, message))
    }

    private func problem(_ code: YAMLProblem.Code, at mark: YAMLMark, _ message: String) -> YAMLProblem {
        YAMLProblem(code, in: source, at: mark, message: message)
    }
}
