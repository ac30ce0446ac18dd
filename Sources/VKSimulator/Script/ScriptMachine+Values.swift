// Govorun: what a script does to values. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

extension ScriptMachine {
    // MARK: Conversions

    /// Any value as text: a list as its elements between commas, an object as JSON.
    mutating func text(of value: JSONValue) throws(ScriptFault) -> String {
        guard case .array(let elements) = value else { return try element(value) }
        var text = ""
        for (index, value) in elements.enumerated() {
            if index > 0 { text += "," }
            text += try element(value)
            guard text.utf8.count <= ScriptBudget.size else { throw ScriptFault("a text is too big") }
        }
        try budget.spendWork(text.utf8.count)
        return text
    }

    /// A value inside such a text; a list too is JSON here.
    private mutating func element(_ value: JSONValue) throws(ScriptFault) -> String {
        if let text = value.scalarText { return text }
        var writer = JSONWriter()
        try writer.writeBounded(value)
        try budget.spendWork(writer.bytes.count)
        return writer.text
    }

    func number(_ value: JSONValue) throws(ScriptFault) -> ScriptNumber {
        guard let number = ScriptNumber(value) else { throw ScriptFault("a number is expected") }
        return number
    }

    mutating func parse(_ value: JSONValue, isWhole: Bool) throws(ScriptFault) -> JSONValue {
        if case .double(let number) = value { return isWhole ? .integer(ScriptNumber.real(number).truncated) : value }
        return ScriptNumber(beginning: try text(of: value), isWhole: isWhole).value
    }

    /// The parameters of an API call: `null` is left out, `true` and `false` are 1 and 0, all else is text.
    mutating func fields(_ value: JSONValue) throws(ScriptFault) -> [FieldList.Field] {
        switch value {
        case .null: return []
        case .object(let object):
            var fields: [FieldList.Field] = []
            for (name, value) in object where value != .null && name != "access_token" {
                fields.append(FieldList.Field(name: name, value: value == .bool(false) ? "0" : try text(of: value)))
            }
            return fields
        default: throw ScriptFault("the parameters of a call are an object")
        }
    }

    // MARK: Making

    mutating func object(_ keys: [String]) throws(ScriptFault) -> JSONObject {
        try budget.spendWork(keys.count * keys.count)
        var object = JSONObject()
        for (key, value) in zip(keys, try take(keys.count)) { object[key] = value }
        return object
    }

    mutating func binary(_ left: JSONValue, _ sign: ScriptSign, _ right: JSONValue) throws(ScriptFault) -> JSONValue {
        if case .string(let left) = left, case .string(let right) = right { try budget.spendWork(min(left.utf8.count, right.utf8.count)) }
        return switch sign {
        case .equal: .bool(left.isEqual(right))
        case .different: .bool(!left.isEqual(right))
        case .less: .bool(try left.isLess(right))
        case .greater: .bool(try right.isLess(left))
        case .lessOrEqual: .bool(try !right.isLess(left))
        case .greaterOrEqual: .bool(try !left.isLess(right))
        case .plus: try sum(left, right)
        default: try number(left).applying(sign, try number(right)).value
        }
    }

    /// Numbers are added, lists joined, everything else is joined as text.
    private mutating func sum(_ left: JSONValue, _ right: JSONValue) throws(ScriptFault) -> JSONValue {
        if case .array(let left) = left, case .array(let right) = right {
            try budget.spendWork(left.count + right.count)
            return .array(left + right)
        }
        if left.isNumber, right.isNumber { return try number(left).applying(.plus, try number(right)).value }
        let (left, right) = (try text(of: left), try text(of: right))
        try budget.spendWork(left.utf8.count + right.utf8.count)
        return .string(left + right)
    }

    // MARK: Looking

    /// A member or element; `null` when there is none.
    mutating func member(_ key: JSONValue, of value: JSONValue) throws(ScriptFault) -> JSONValue {
        switch value {
        case .object(let object):
            let name = try text(of: key)
            try budget.spendWork(lookingUp: name, in: object)
            return object[name] ?? (key == "length" ? .integer(object.count) : .null)
        case .array(let elements):
            if key == "length" { return .integer(elements.count) }
            guard let position = key.position, elements.indices.contains(position) else { return .null }
            return elements[position]
        case .string(let text) where key == "length":
            try budget.spendWork(text.utf8.count)
            return .integer(text.unicodeScalars.count)
        default: return .null
        }
    }

    /// The list of a member of a list's elements; of what is no list, an empty one.
    mutating func project(_ name: String, _ value: JSONValue) throws(ScriptFault) -> JSONValue {
        guard case .array(let elements) = value else { return .array([]) }
        try budget.spendWork(elements.count)
        var members: [JSONValue] = []
        for element in elements { members.append(try member(.string(name), of: element)) }
        return .array(members)
    }

    // MARK: Places

    mutating func load(_ place: ScriptProgram.Place) throws(ScriptFault) -> JSONValue {
        var value = variables[place.variable]
        for key in try take(place.keys) { value = try member(key, of: value) }
        return value
    }

    mutating func store(_ place: ScriptProgram.Place) throws(ScriptFault) {
        let value = stack.removeLast()
        let keys = try take(place.keys)
        guard let last = keys.last else { return variables[place.variable] = value }
        try variables[place.variable].change(at: keys.dropLast(), &budget) { (owner, budget) throws(ScriptFault) in
            try owner.set(last, to: value, &budget)
        }
    }

    mutating func delete(_ place: ScriptProgram.Place) throws(ScriptFault) {
        let keys = try take(place.keys)
        guard let last = keys.last else { return }
        try variables[place.variable].change(at: keys.dropLast(), &budget) { (owner, budget) throws(ScriptFault) in
            try owner.remove(last, &budget)
        }
    }

    mutating func change(
        _ function: ScriptFunction, _ place: ScriptProgram.Place, _ arguments: [JSONValue]
    ) throws(ScriptFault) -> JSONValue {
        try variables[place.variable].change(at: try take(place.keys)[...], &budget) { (owner, budget) throws(ScriptFault) in
            try owner.changeList(for: function) { (list) throws(ScriptFault) in try function.change(&list, arguments, &budget) }
        }
    }

    mutating func apply(
        _ function: ScriptFunction, to value: JSONValue, _ arguments: [JSONValue]
    ) throws(ScriptFault) -> JSONValue {
        var value = value
        guard !function.isChange else {
            return try value.changeList(for: function) { (list) throws(ScriptFault) in try function.change(&list, arguments, &budget) }
        }
        switch value {
        case .array(let list): return try function.look(list, arguments, &budget)
        case .string(let string): return try function.look(string, try text(of: arguments[0]), arguments, &budget)
        default: throw ScriptFault("'\(function.rawValue)' needs a list or a string")
        }
    }
}
