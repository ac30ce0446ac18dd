// Govorun: the way from a decoder's root to one of its values. SPDX-License-Identifier: MIT

/// One step into a node.
enum PathStep: CodingKey, Hashable, Sendable {
    case key(String)
    case index(Int)

    var stringValue: String {
        switch self {
        case .key(let name): name
        case .index(let index): String(index)
        }
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }

    init(stringValue: String) { self = .key(stringValue) }
    init(intValue: Int) { self = .index(intValue) }
}

/// The steps from the root of what is decoded.
struct NodePath: Hashable, Sendable {
    var steps: [PathStep] = []

    var parent: NodePath { NodePath(steps: steps.dropLast()) }

    /// Whether the values here are kept out of messages, by the name of the key they stand under.
    var isSecret: Bool {
        let key = steps.last { $0.intValue == nil }
        return key.map { SecretMask.isSecret(key: $0.stringValue) } ?? false
    }

    func appending(_ step: PathStep) -> NodePath { NodePath(steps: steps + [step]) }

    /// Whether this is the other path or a place above it.
    func contains(_ other: NodePath) -> Bool { other.steps.starts(with: steps) }

    /// The path as a person reads it, after the one the caller began at: `bots.helpdesk.plugins[1]`.
    func text(after base: String) -> String {
        steps.reduce(into: base) { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let name): text += (text.isEmpty ? "" : ".") + Self.spelt(name)
            }
        }
    }

    private static func spelt(_ name: String) -> String {
        let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
        return isPlain ? name : "'\(Quote.short(name))'"
    }
}
