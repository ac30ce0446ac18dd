// Govorun: the functions of lists and strings in VKScript. SPDX-License-Identifier: MIT
import TapeJSON

/// The functions of lists and strings.
enum ScriptFunction: String, Sendable {
    case slice, indexOf, substr, split
    case push, pop, shift, unshift, splice

    /// Whether it changes the list it belongs to.
    var isChange: Bool {
        switch self {
        case .push, .pop, .shift, .unshift, .splice: true
        case .slice, .indexOf, .substr, .split: false
        }
    }

    /// How many arguments it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .pop, .shift: 0...0
        case .indexOf, .split: 1...1
        case .substr: 1...2
        case .slice: 0...2
        case .push, .unshift, .splice: 1...Int.max
        }
    }

    /// Changes a list, as JavaScript does.
    func change(_ list: inout [JSONValue], _ arguments: [JSONValue], _ budget: inout ScriptBudget) throws(ScriptFault) -> JSONValue {
        try budget.spendWork(self == .push || self == .pop ? arguments.count : list.count + arguments.count)
        switch self {
        case .push: list += arguments
        case .unshift: list.insert(contentsOf: arguments, at: 0)
        case .pop: return list.popLast() ?? .null
        case .shift: return list.isEmpty ? .null : list.removeFirst()
        default: return .array(try splice(&list, arguments))
        }
        return .integer(list.count)
    }

    private func splice(_ list: inout [JSONValue], _ arguments: [JSONValue]) throws(ScriptFault) -> [JSONValue] {
        let start = try Self.bound(arguments[0], list.count)
        let count = arguments.count > 1 ? min(max(try Self.whole(arguments[1]), 0), list.count - start) : list.count - start
        let removed = Array(list[start..<(start + count)])
        list.replaceSubrange(start..<(start + count), with: arguments.dropFirst(2))
        return removed
    }

    /// Looks into a list.
    func look(_ list: [JSONValue], _ arguments: [JSONValue], _ budget: inout ScriptBudget) throws(ScriptFault) -> JSONValue {
        try budget.spendWork(list.count)
        switch self {
        case .indexOf:
            if case .string(let text) = arguments[0] { try budget.spendWork(list.count * text.utf8.count) }
            return .integer(list.firstIndex { $0.isEqual(arguments[0]) } ?? -1)
        case .slice:
            let start = arguments.isEmpty ? 0 : try Self.bound(arguments[0], list.count)
            let end = arguments.count > 1 ? try Self.bound(arguments[1], list.count) : list.count
            return .array(Array(list[start..<max(start, end)]))
        default: throw ScriptFault("'\(rawValue)' needs a string")
        }
    }

    /// Looks into a string, whose positions count Unicode scalars.
    ///
    /// - Parameter first: the first argument as text.
    func look(
        _ string: String, _ first: String, _ arguments: [JSONValue], _ budget: inout ScriptBudget
    ) throws(ScriptFault) -> JSONValue {
        try budget.spendWork(string.utf8.count * (8 + first.utf8.count))
        let scalars = string.unicodeScalars
        switch self {
        case .indexOf: return .integer(string.position(of: first).map { scalars.distance(from: scalars.startIndex, to: $0) } ?? -1)
        case .split: return .array(string.parts(between: first).map(JSONValue.string))
        case .substr:
            let rest = scalars.dropFirst(try Self.bound(arguments[0], scalars.count))
            guard arguments.count > 1 else { return .string(String(rest)) }
            let count = try Self.whole(arguments[1])
            return .string(String(count < 0 ? rest.dropLast(Int(clamping: count.magnitude)) : rest.prefix(count)))
        default: throw ScriptFault("'\(rawValue)' needs a list")
        }
    }

    // MARK: Arguments

    private static func whole(_ value: JSONValue) throws(ScriptFault) -> Int {
        guard let number = ScriptNumber(value) else { throw ScriptFault("a number is expected") }
        return number.truncated
    }

    /// A position inside a count; a negative one counts from the end.
    private static func bound(_ value: JSONValue, _ count: Int) throws(ScriptFault) -> Int {
        let position = try whole(value)
        return position < 0 ? max(0, count + max(position, -count)) : min(position, count)
    }
}
