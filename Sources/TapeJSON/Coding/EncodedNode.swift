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

    private enum Content {
        case nothing
        case value(JSONValue)
        case array([Child])
        case object([(key: String, child: Child)])
    }

    private var content = Content.nothing
    /// Where each key stands; made only once an object is long enough for a walk to cost more.
    private var positions: [ExactText: Int] = [:]

    var isUnused: Bool { if case .nothing = content { true } else { false } }

    var count: Int {
        switch content {
        case .array(let children): children.count
        case .object(let members): members.count
        default: 0
        }
    }

    func set(_ value: JSONValue) { content = .value(value) }

    /// Makes this an object, or leaves the object it is.
    func becomeObject() {
        if case .object = content { return }
        content = .object([])
    }

    /// Makes this an array, or leaves the array it is.
    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func append(_ child: Child) {
        guard case .array(var children) = content else { return }
        content = .nothing  // lets the array go, so that it grows in place
        children.append(child)
        content = .array(children)
    }

    /// A key that is set again keeps its place.
    func set(_ child: Child, for key: String) {
        guard case .object(var members) = content else { return }
        content = .nothing
        if let position = position(of: key, in: members) {
            members[position].child = child
        } else {
            if !positions.isEmpty { positions[ExactText(text: key)] = members.count }
            members.append((key, child))
        }
        content = .object(members)
    }

    /// The container under a key, a new one when there is none yet.
    func node(for key: String) -> EncodedNode {
        if case .object(let members) = content, let position = position(of: key, in: members),
            case .node(let node) = members[position].child
        {
            return node
        }
        let node = EncodedNode()
        set(.node(node), for: key)
        return node
    }

    private func position(of key: String, in members: [(key: String, child: Child)]) -> Int? {
        if members.count < 16 { return members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) } }
        if positions.isEmpty {
            for (position, member) in members.enumerated() { positions[ExactText(text: member.key)] = position }
        }
        return positions[ExactText(text: key)]
    }
}

extension EncodedNode: JSONWritable {
    /// A part of a value that encoded nothing is an empty object, as Foundation has it.
    func write(to writer: inout JSONWriter) {
        switch content {
        case .nothing: writer.object { _ in }
        case .value(let value): value.write(to: &writer)
        case .array(let children): writer.array { writer in for child in children { child.write(to: &writer) } }
        case .object(let members):
            writer.object { writer in
                for (key, child) in members {
                    writer.key(key)
                    child.write(to: &writer)
                }
            }
        }
    }

    var value: JSONValue {
        switch content {
        case .nothing: .object(JSONObject())
        case .value(let value): value
        case .array(let children): .array(children.map(\.value))
        case .object(let members): .object(JSONObject(distinct: members.map { ($0.key, $0.child.value) }))
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
