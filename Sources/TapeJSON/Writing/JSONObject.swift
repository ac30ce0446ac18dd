// Govorun: named JSON values in their order. SPDX-License-Identifier: MIT

/// Named values in the order they were written, each name once.
///
/// Made for objects written by hand: looking up a name walks through them.
public struct JSONObject: Sendable {
    private var members: [(key: String, value: JSONValue)] = []

    /// No members.
    public init() {}

    /// The caller knows that no key comes twice.
    init(distinct members: [(key: String, value: JSONValue)]) { self.members = members }

    /// The value of a name; setting a new name adds it at the end, setting `nil` removes it.
    public subscript(_ key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): members.remove(at: position)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }

    private func position(of key: String) -> Int? {
        members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
    }
}

extension JSONObject: RandomAccessCollection {
    /// The first member's position, 0.
    public var startIndex: Int { 0 }
    /// The position after the last member.
    public var endIndex: Int { members.count }
    /// The member at a position inside the bounds.
    public subscript(_ position: Int) -> (key: String, value: JSONValue) { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Of duplicate names the last value counts, where the first stood.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { self[key] = value }
    }
}

extension JSONObject: JSONWritable {
    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { writer in for (key, value) in members { writer.member(key, value) } }
    }
}

extension JSONObject: Equatable {
    /// Whether both have the same members, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        let values = Dictionary(uniqueKeysWithValues: right.members.map { (ExactText(text: $0.key), $0.value) })
        return left.members.allSatisfy { member in values[ExactText(text: member.key)] == member.value }
    }
}
