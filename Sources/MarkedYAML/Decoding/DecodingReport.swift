// Govorun: from decoding errors to located problems. SPDX-License-Identifier: MIT

/// Collects the problems of one decoding, and decides which node to leave out next.
struct DecodingReport {
    private var problems: [YAMLProblem] = []
    private let root: YAMLNode
    private let source: YAMLSource?
    private let keyPath: String
    private let limit: Int
    private var seen: Set<Seen> = []
    private var attempts = 0
    /// How many values and keys are read before a huge file with many mistakes is told those found so far: seconds of work.
    private static let workLimit = 4_000_000
    private let secrets: [String]

    /// A mistake, however many aliases lead to it.
    private struct Seen: Hashable {
        let offset: Int
        let reason: String
    }

    init(root: YAMLNode, source: YAMLSource?, keyPath: String, limit: Int) {
        self.root = root
        self.source = source
        self.keyPath = keyPath
        self.limit = limit
        secrets = root.allSecrets
    }

    /// The first problems of the file, up to the limit.
    var errors: YAMLErrors { YAMLErrors(Array(YAMLErrors(problems).problems.prefix(limit))) }

    /// Notes an error; returns what to leave out in the next attempt, or nil when there is no more to learn.
    mutating func note(_ error: any Error, of session: DecodingSession) -> NodePath? {
        attempts += 1
        let path = (error as? DecodingError)?.path ?? session.foreign ?? NodePath()
        let isOurs = (error as? DecodingError)?.fault != nil
        var faulty = path
        if let dropped = session.topmostDropped(above: path) {
            faulty = dropped.parent
        } else if isOurs || !session.holdsDropped(path) {
            add(error, at: path)
        }
        let isFinished = faulty.steps.isEmpty || problems.count >= limit || attempts >= 4 * limit || session.work > Self.workLimit
        guard isFinished else { return faulty }
        noteUnknownKeys(session.opened.filter { !$0.key.contains(path) })
        return nil
    }

    /// Notes the keys that no reader of their mapping asked for.
    mutating func noteUnknownKeys(_ opened: [NodePath: DecodingSession.OpenedMapping]) {
        var room = limit
        for (path, mapping) in opened.sorted(by: { $0.value.node.mark < $1.value.node.mark }) {
            let entries = mapping.node.mapping?.filter { !$0.value.layer.isDefault } ?? []
            let free = mapping.asked.subtracting(entries.map(\.name))
            let unknown = entries.filter { !mapping.asked.contains($0.name) }.prefix(room)
            room -= unknown.count
            for entry in unknown {
                let near = Spelling.nearest(to: entry.name, among: free)
                if let near { forgetMissing(text(path.appending(.key(near)))) }
                let hint = near.map { "; did you mean '\($0)'?" } ?? ""
                let reason = "unknown key '\(Quote.short(entry.name))'"
                let place = path.appending(.key(entry.name))
                add(.unknownKey, reason + inside(path) + hint, at: entry.key.mark, in: entry.key.source, place, reason: reason)
            }
        }
    }
}

extension DecodingReport {
    private mutating func add(_ error: any Error, at path: NodePath) {
        if let errors = error as? YAMLErrors {
            return problems += errors.problems
        }
        let place = place(of: path)
        let (code, reason) = Self.reason(for: error)
        guard code == .missingKey else {
            let text = text(path)
            return add(code, text.isEmpty ? reason : "\(text): \(reason)", at: place.node.mark, in: place.node.source, path, reason: reason)
        }
        let mark = (place.isWhole ? nil : place.key)?.mark ?? place.node.mark
        add(code, reason + inside(path.parent), at: mark, in: place.node.source, path, reason: reason)
    }

    private mutating func add(
        _ code: YAMLProblem.Code, _ message: String, at mark: YAMLMark, in source: YAMLSource?, _ path: NodePath, reason: String
    ) {
        guard seen.insert(Seen(offset: mark.offset, reason: reason)).inserted else { return }
        let hidden = SecretMask.hide(secrets, in: message)
        problems.append(YAMLProblem(code, in: source ?? self.source, at: mark, keyPath: text(path), message: hidden))
    }

    /// A missing key whose misspelling is found is one mistake, not two.
    private mutating func forgetMissing(_ keyPath: String) {
        problems.removeAll { $0.code == .missingKey && $0.keyPath == keyPath }
    }

    /// The deepest node on the way to a path, with its key, and whether it is the path's own.
    private func place(of path: NodePath) -> (node: YAMLNode, key: YAMLNode?, isWhole: Bool) {
        var place: (node: YAMLNode, key: YAMLNode?, isWhole: Bool) = (root, nil, true)
        for step in path.steps {
            switch step {
            case .key(let name):
                guard let entry = place.node.mapping?.entry(name) else { return (place.node, place.key, false) }
                place = (entry.value, entry.key, true)
            case .index(let index):
                guard let item = place.node[index] else { return (place.node, place.key, false) }
                place = (item, nil, true)
            }
        }
        return place
    }

    private func text(_ path: NodePath) -> String { path.text(after: keyPath) }

    private func inside(_ path: NodePath) -> String {
        let text = text(path)
        return text.isEmpty ? "" : " in \(text)"
    }

    /// The sentence of an error: ours, the one its thrower wrote, or a description of whatever was thrown.
    private static func reason(for error: any Error) -> (YAMLProblem.Code, String) {
        guard let error = error as? DecodingError else { return (.invalidValue, String(describing: error)) }
        if let fault = error.fault { return (fault.code, fault.reason) }
        if case .keyNotFound(let key, _) = error { return (.missingKey, "missing key '\(key.stringValue)'") }
        if case .typeMismatch(let type, _) = error, type == Int.self, case .key(let key)? = error.path.steps.last {
            return (.invalidValue, "the key '\(Quote.short(key))' must be a whole number")
        }
        let sentence = error.context.debugDescription
        if sentence.hasPrefix("Invalid number of keys found") {
            return (.invalidValue, "expected a mapping with exactly one of the known keys")
        }
        return (.invalidValue, sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)
    }
}
