// Govorun: what is read through a view, written down again. SPDX-License-Identifier: MIT
import TapeJSON
import VKAPI

/// Something read from JSON that can be written down as it was read: `.none` when there was nothing; a bare `nil` would be JSON's null.
protocol ReadBack {
    var readBack: JSONValue? { get }
}

/// A view: its properties, all of them and each under VK's key, as the generator found them.
protocol ViewReadBack: ReadBack, VKObject {
    func read(into fields: inout ReadFields)
}

/// The fields that were read.
struct ReadFields {
    private(set) var object = JSONObject()

    mutating func add(_ key: String, _ value: some ReadBack) {
        if let value = value.readBack { object[key] = value }
    }

    /// The same object as another kind; what it shares with those before is theirs.
    mutating func add(kind: some ViewReadBack) {
        var fields = ReadFields()
        kind.read(into: &fields)
        for (key, value) in fields.object where object[key] == nil { object[key] = value }
    }
}

extension ViewReadBack {
    var readBack: JSONValue? {
        guard json.kind == .object else { return .none }
        var fields = ReadFields()
        read(into: &fields)
        return .object(fields.object)
    }
}

extension ReadBack where Self: VKWord {
    var readBack: JSONValue? { .string(rawValue) }
}
extension ReadBack where Self: VKNumber {
    var readBack: JSONValue? { .integer(rawValue) }
}
extension Int: ReadBack {
    var readBack: JSONValue? { .integer(self) }
}
extension Double: ReadBack {
    var readBack: JSONValue? { .double(self) }
}
extension Bool: ReadBack {
    var readBack: JSONValue? { .bool(self) }
}
extension String: ReadBack {
    var readBack: JSONValue? { .string(self) }
}
extension Secret: ReadBack {
    var readBack: JSONValue? { reveal().isEmpty ? .none : .some(.string(reveal())) }
}
extension VKErrorCode: ReadBack {
    var readBack: JSONValue? { .integer(rawValue) }
}
extension JSON: ReadBack {
    var readBack: JSONValue? { JSONValue(self).withoutNothing }
}
extension JSONValue {
    /// Without what means "nothing" in an answer of VK: null, empty lists and objects, at any depth.
    fileprivate var withoutNothing: JSONValue? {
        switch self {
        case .null: return .none
        case .array(let values):
            let some = values.compactMap(\.withoutNothing)
            return some.isEmpty ? .none : .some(.array(some))
        case .object(let object):
            var some = JSONObject()
            for (key, value) in object { some[key] = value.withoutNothing }
            return some.isEmpty ? .none : .some(.object(some))
        default: return .some(self)
        }
    }
}
extension Optional: ReadBack where Wrapped: ReadBack {
    var readBack: JSONValue? { flatMap(\.readBack) }
}
extension Array: ReadBack where Element: ReadBack {
    var readBack: JSONValue? { isEmpty ? .none : .some(.array(map { $0.readBack ?? .null })) }
}
extension VKList: ReadBack where Element: ReadBack {
    var readBack: JSONValue? { isEmpty ? .none : .some(.array(map { $0.readBack ?? .null })) }
}
