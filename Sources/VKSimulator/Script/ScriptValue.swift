// Govorun: how VKScript sees JSON values. SPDX-License-Identifier: MIT
import TapeJSON

extension JSONValue {
    /// Whether a condition holds for it: not for `null`, `false`, 0, and what is empty.
    var isTrue: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .integer(let value): value != 0
        case .unsigned, .digits: true
        case .double(let value): value != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.isEmpty
        }
    }

    /// Whether it is a number, not only reads as one.
    var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .double, .digits: true
        case .null, .bool, .string, .array, .object: false
        }
    }

    /// A value as text: `true` is 1, `false` and `null` are empty; nil for a list and an object.
    var scalarText: String? {
        switch self {
        case .null: ""
        case .bool(let value): value ? "1" : ""
        case .string(let text), .digits(let text): text
        case .integer, .unsigned, .double: serialized
        case .array, .object: nil
        }
    }

    /// The position in a list that a key names.
    var position: Int? {
        switch self {
        case .integer(let value): value
        case .string(let text): Int(text)
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }

    /// Whether two values count as equal: strings byte for byte, a number and what reads as one by the number, `null` only with `null`;
    /// lists and objects with nothing.
    func isEqual(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        default: if let left = ScriptNumber(self), let right = ScriptNumber(other) { left == right } else { false }
        }
    }

    /// Whether it comes before another: strings by their bytes, anything else by its number.
    func isLess(_ other: JSONValue) throws(ScriptFault) -> Bool {
        if case .string(let left) = self, case .string(let right) = other { return left.utf8.lexicographicallyPrecedes(right.utf8) }
        guard let left = ScriptNumber(self), let right = ScriptNumber(other) else {
            throw ScriptFault("values that cannot be ordered are compared")
        }
        return left < right
    }

    // MARK: Changing in place

    /// Lends the list a value is, to be changed in place.
    mutating func changeList<Result>(
        for function: ScriptFunction, _ body: (inout [JSONValue]) throws(ScriptFault) -> Result
    ) throws(ScriptFault) -> Result {
        guard var elements = takeElements() else { throw ScriptFault("'\(function.rawValue)' needs a list") }
        defer { self = .array(elements) }
        return try body(&elements)
    }

    /// Lends the value at the end of a path of keys, to be changed in place.
    mutating func change<Result>(
        at keys: ArraySlice<JSONValue>, _ budget: inout ScriptBudget,
        _ body: (inout JSONValue, inout ScriptBudget) throws(ScriptFault) -> Result
    ) throws(ScriptFault) -> Result {
        guard let key = keys.first else { return try body(&self, &budget) }
        if var elements = takeElements() {
            defer { self = .array(elements) }
            guard let position = key.position, elements.indices.contains(position) else { throw ScriptFault("there is no such element") }
            return try elements[position].change(at: keys.dropFirst(), &budget, body)
        }
        let name = try key.memberName()
        guard var object = takeMembers() else { throw ScriptFault("a member of what is no list or object is changed") }
        defer { self = .object(object) }
        try budget.spendWork(lookingUp: name, in: object)
        guard var value = object[name] else { throw ScriptFault("there is no such member") }
        object[name] = .null
        defer { object[name] = value }
        return try value.change(at: keys.dropFirst(), &budget, body)
    }

    /// Sets an element or a member; the position after the last element adds one.
    mutating func set(_ key: JSONValue, to value: JSONValue, _ budget: inout ScriptBudget) throws(ScriptFault) {
        if var elements = takeElements() {
            defer { self = .array(elements) }
            guard let position = key.position, (0...elements.count).contains(position) else {
                throw ScriptFault("there is no such element")
            }
            if position == elements.count { elements.append(value) } else { elements[position] = value }
        } else {
            try changeMember(key, to: value, &budget)
        }
    }

    /// Removes a member; an element becomes `null`, so that those after it keep their positions.
    mutating func remove(_ key: JSONValue, _ budget: inout ScriptBudget) throws(ScriptFault) {
        if var elements = takeElements() {
            if let position = key.position, elements.indices.contains(position) { elements[position] = .null }
            self = .array(elements)
        } else {
            try changeMember(key, to: nil, &budget)
        }
    }

    private mutating func changeMember(_ key: JSONValue, to value: JSONValue?, _ budget: inout ScriptBudget) throws(ScriptFault) {
        let name = try key.memberName()
        guard case .object(let object) = self else { throw ScriptFault("what is no list or object has no members to change") }
        try budget.spendWork(lookingUp: name, in: object)
        self[name] = value
    }

    private func memberName() throws(ScriptFault) -> String {
        guard let name = scalarText else { throw ScriptFault("a list or an object is no key") }
        return name
    }

    /// Takes a list out and leaves `null`, so that the list has one owner and is not copied when it changes.
    private mutating func takeElements() -> [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        self = .null
        return elements
    }

    private mutating func takeMembers() -> JSONObject? {
        guard case .object(let object) = self else { return nil }
        self = .null
        return object
    }
}

extension JSONWriter {
    /// Writes a value, unless that makes the whole longer or the value deeper than a script may make them.
    mutating func writeBounded(_ value: JSONValue, depth: Int = 1) throws(ScriptFault) {
        guard depth <= ScriptProgram.deepest else { throw ScriptFault("a value is nested deeper than \(ScriptProgram.deepest)") }
        switch value {
        case .array(let elements):
            try array { (writer) throws(ScriptFault) in
                for element in elements { try writer.writeBounded(element, depth: depth + 1) }
            }
        case .object(let object):
            try self.object { (writer) throws(ScriptFault) in
                for (key, value) in object {
                    writer.key(key)
                    try writer.writeBounded(value, depth: depth + 1)
                }
            }
        default: write(value)
        }
        guard bytes.count <= ScriptBudget.size else { throw ScriptFault("response size is too big") }
    }
}
