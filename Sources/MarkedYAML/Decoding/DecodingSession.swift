// Govorun: one decoding, possibly in several attempts. SPDX-License-Identifier: MIT

/// What the attempts at one value share: which nodes were dropped as faulty, and which keys were asked for.
final class DecodingSession {
    let root: YAMLNode
    let userInfo: [CodingUserInfoKey: Any]
    /// Every mapping that was read key by key in the present attempt.
    private(set) var opened: [NodePath: OpenedMapping] = [:]
    private var openings = 0
    /// How many values were read and keys asked for, in all attempts.
    private(set) var work = 0
    /// How many values are being read within each other.
    private var depth = 0
    private var dropped: Set<NodePath> = []
    private var defaults: [ObjectIdentifier: YAMLNode] = [:]
    /// Where an error that is no `DecodingError`, and so has no place of its own, was thrown.
    private(set) var foreign: NodePath?

    /// A mapping and the keys its readers know.
    struct OpenedMapping {
        let node: YAMLNode
        var asked: Set<String> = []
    }

    init(root: YAMLNode, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.root = root
        self.userInfo = userInfo
    }

    /// Leaves a place out from now on, and forgets the present attempt.
    func drop(_ path: NodePath) {
        dropped.insert(path)
        opened = [:]
    }

    /// Whether a node is passed over: it, or one above it, is faulty and has no default.
    func isPassedOver(_ node: YAMLNode, at path: NodePath) -> Bool {
        if node.layer == .faulty { dropped.insert(path) }
        return !node.layer.isDefault && isDropped(path)
    }

    /// Whether a place, or one above it, was left out.
    func isDropped(_ path: NodePath) -> Bool {
        topmostDropped(above: path) != nil
    }

    /// The place nearest to the root, at or above a path, that was left out.
    func topmostDropped(above path: NodePath) -> NodePath? {
        guard !dropped.isEmpty else { return nil }
        let prefixes = (0...path.steps.count).lazy.map { NodePath(steps: Array(path.steps.prefix($0))) }
        return prefixes.first { self.dropped.contains($0) }
    }

    /// Whether anything at or below a place was left out, so that an error there may only be a consequence.
    func holdsDropped(_ path: NodePath) -> Bool {
        dropped.contains { path.contains($0) } || isDropped(path)
    }

    func open(_ node: YAMLNode, at path: NodePath) {
        openings += 1
        if opened[path] == nil { opened[path] = OpenedMapping(node: node) }
    }

    func ask(_ key: String, at path: NodePath) {
        work += 1
        opened[path]?.asked.insert(key)
    }

    /// Forgets what was read below a value that failed: its type may try another shape, with other keys.
    private func close(below path: NodePath) {
        opened = opened.filter { !path.contains($0.key) || $0.key == path }
    }

    /// Decodes a node; every value, of whatever type and depth, comes through here.
    func value<T: Decodable>(_ type: T.Type, of node: YAMLNode, at path: NodePath) throws -> T {
        if isPassedOver(node, at: path) { return try standIn(type, at: path) }
        foreign = nil
        let openedBefore = openings
        depth += 1
        work += 1
        defer { depth -= 1 }
        do {
            if let scalar = type as? any ScalarReadable.Type, let value = try read(scalar, node, path) as? T { return value }
            return try T(from: NodeDecoder(node: try laid(under: node, for: type, at: path), path: path, session: self))
        } catch {
            if openings != openedBefore, depth > 1 { close(below: path) }
            throw located(error, type, node, path)
        }
    }

    private func read<T: ScalarReadable>(_ type: T.Type, _ node: YAMLNode, _ path: NodePath) throws -> T {
        if let node = node.captured as? T { return node }
        let found = Quote.found(node, hidden: path.isSecret)
        guard let text = node.scalar else {
            let hint = node.style == .flow && type == String.self ? " (a text that begins with '[' or '{' needs quotes)" : ""
            throw DecodingError.mismatch(type, "expected \(T.expectation), found \(found)\(hint)", at: path)
        }
        if let tag = node.tag, !CoreSchema.knownTags.contains(tag) {
            let reason = "the tag '\(Quote.short(tag))' means nothing here; a text that begins with '!' needs quotes"
            throw DecodingError.fault(.wrongType, reason, at: path)
        }
        if let value = T.read(text, from: node) { return value }
        let hint = node.isSensitive || path.isSecret ? nil : T.hint(text, from: node)
        throw DecodingError.mismatch(type, "expected \(T.expectation), found \(found)\(hint.map { "; \($0)" } ?? "")", at: path)
    }

    /// The error at a place within the value that failed, in words that help.
    private func located<T>(_ error: any Error, _ type: T.Type, _ node: YAMLNode, _ path: NodePath) -> any Error {
        guard let error = error as? DecodingError else {
            foreign = foreign ?? path
            return error
        }
        let placed = path.contains(error.path) ? error : error.moved(to: path)
        guard placed.path == path, let reason = Choices.refusal(of: node, by: type, after: placed, at: path) else { return placed }
        return DecodingError.fault(.invalidValue, reason, at: path)
    }

    /// The node with the defaults of its type under it, if the type has any.
    private func laid(under node: YAMLNode, for type: any Any.Type, at path: NodePath) throws -> YAMLNode {
        guard node.layer == .file, let type = type as? any DefaultedOptions.Type else { return node }
        let fallback = try defaults[ObjectIdentifier(type)] ?? OptionTree(describing: type).value
        defaults[ObjectIdentifier(type)] = fallback
        return node.laid(over: fallback) { self.isDropped(NodePath(steps: path.steps + $0)) }
    }
}

extension DecodingSession {
    /// A value for a place that was left out, so that its neighbours are still looked at.
    func standIn<T: Decodable>(_ type: T.Type, at path: NodePath) throws -> T {
        guard path.steps.count < 256 else { throw DecodingError.fault(.limit, "values are nested too deep", at: path) }
        if let type = type as? any ScalarReadable.Type, let value = type.standIn as? T { return value }
        if let type = type as? any DefaultedOptions.Type, let value = type.init() as? T { return value }
        if let value = Choices.first(of: type) as? T { return value }
        return try T(from: NodeDecoder(node: YAMLNode(.mapping(YAMLMapping([])), style: .flow), path: path, session: self))
    }
}
