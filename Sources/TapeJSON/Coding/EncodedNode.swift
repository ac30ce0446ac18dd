// Govorun: a JSON value while Encodable types fill it. SPDX-License-Identifier: MIT

/// A value being encoded.
///
/// Containers may be filled in any order and handed around, so nothing is written before the whole is there.
final class EncodedNode {
    /// A scalar needs no node of its own.
    enum Child {
        case value(JSONValue)
        case node(EncodedNode)
    }

    private enum Kind { case nothing, scalar, array, object }

    private var kind = Kind.nothing
    /// The scalar, the elements, or the values of the members.
    private var children: [Child] = []
    private var keys: [String] = []
    /// Where each key stands; made only once an object is long enough for a walk to cost more.
    private var positions: [ExactText: Int] = [:]

    var isUnused: Bool { kind == .nothing }
    var count: Int { children.count }

    func set(_ value: JSONValue) {
        kind = .scalar
        children = [.value(value)]
    }

    /// Makes this an object, or leaves the object it is.
    func becomeObject() { become(.object) }

    /// Makes this an array, or leaves the array it is.
    func becomeArray() { become(.array) }

    private func become(_ kind: Kind) {
        if self.kind == kind { return }
        self.kind = kind
        children = []
        keys = []
        positions = [:]
    }

    func append(_ child: Child) { children.append(child) }

    /// A key that is set again keeps its place.
    func set(_ child: Child, for key: String) {
        if let position = position(of: key) {
            children[position] = child
            return
        }
        if !positions.isEmpty { positions[ExactText(text: key)] = keys.count }
        keys.append(key)
        children.append(child)
    }

    /// The container under a key, a new one when there is none yet.
    func node(for key: String) -> EncodedNode {
        if let position = position(of: key), case .node(let node) = children[position] { return node }
        let node = EncodedNode()
        set(.node(node), for: key)
        return node
    }

    private func position(of key: String) -> Int? {
        if keys.count < 16 {
            let length = key.utf8.count
            return keys.firstIndex { $0.utf8.count == length && $0.utf8.elementsEqual(key.utf8) }
        }
        if positions.isEmpty {
            for (position, key) in keys.enumerated() { positions[ExactText(text: key)] = position }
        }
        return positions[ExactText(text: key)]
    }
}

extension EncodedNode: JSONWritable {
    /// A part of a value that encoded nothing is an empty object, as Foundation has it.
    func write(to writer: inout JSONWriter) {
        switch kind {
        case .scalar: for child in children { child.write(to: &writer) }
        case .array: writer.array { writer in for child in children { child.write(to: &writer) } }
        case .object, .nothing:
            writer.object { writer in
                for (key, child) in zip(keys, children) {
                    writer.key(key)
                    child.write(to: &writer)
                }
            }
        }
    }

    var value: JSONValue {
        switch kind {
        case .scalar: children.first?.value ?? .null
        case .array: .array(children.map(\.value))
        case .object, .nothing: .object(JSONObject(distinct: zip(keys, children).map { ($0, $1.value) }))
        }
    }
}

extension EncodedNode.Child {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .value(let value): value.write(to: &writer)
        case .node(let node): node.write(to: &writer)
        }
    }

    fileprivate var value: JSONValue {
        switch self {
        case .value(let value): value
        case .node(let node): node.value
        }
    }
}
