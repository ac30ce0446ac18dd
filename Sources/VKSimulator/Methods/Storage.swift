// Govorun: storage.get, set, getKeys. SPDX-License-Identifier: MIT
import TapeJSON

/// The variables of one caller, for itself or for one person.
struct Variables: Sendable {
    struct Place: Hashable, Sendable {
        let caller: Caller
        let person: Int
    }

    /// Variables in one place; one more is error 103.
    static let limit = 1000

    private var values: [Place: [String: String]] = [:]

    func value(_ key: String, at place: Place) -> String { values[place]?[key] ?? "" }

    func keys(at place: Place) -> [String] { (values[place] ?? [:]).keys.sorted() }

    /// - Parameter value: an empty one removes the variable.
    mutating func set(_ value: String, _ key: String, at place: Place) throws(APIFailure) {
        guard !value.isEmpty else {
            values[place]?[key] = nil
            return
        }
        let isNew = values[place]?[key] == nil
        guard !isNew || values[place]?.count ?? 0 < Self.limit else { throw APIFailure(103, "Out of limits: too many variables") }
        values[place, default: [:]][key] = value
    }
}

enum StorageGet: SimulatedMethod {
    static let name = "storage.get"
    static let callers = Caller.all

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let place = try call.place()
        // Since 5.110 one key is answered as a list, too; before, as its value.
        guard let keys = try call.parameters.list("keys", limit: 1000) else {
            let key = try call.storageKey(call.parameters.text(required: "key"))
            let value = world.variables.value(key, at: place)
            return call.version < APIVersion(major: 5, minor: 110)
                ? JSONValue(value) : [["key": JSONValue(key), "value": JSONValue(value)]]
        }
        var found: [JSONValue] = []
        for key in keys {
            found.append(["key": JSONValue(try call.storageKey(key)), "value": JSONValue(world.variables.value(key, at: place))])
        }
        return JSONValue.array(found)
    }
}

enum StorageSet: SimulatedMethod {
    static let name = "storage.set"
    static let callers = Caller.all

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let key = try call.storageKey(call.parameters.text(required: "key"))
        let value = call.parameters.text("value") ?? ""
        guard value.utf8.count <= 4096 else { throw .parameter("value", "is longer than 4096 bytes") }
        try world.variables.set(value, key, at: try call.place())
        return 1
    }
}

enum StorageGetKeys: SimulatedMethod {
    static let name = "storage.getKeys"
    static let callers = Caller.all

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let offset = try call.parameters.int("offset", in: 0...Int.max) ?? 0
        let count = try call.parameters.int("count", in: 0...1000) ?? 100
        return JSONValue.array(world.variables.keys(at: try call.place()).dropFirst(offset).prefix(count).map { JSONValue($0) })
    }
}

extension MethodCall {
    /// A person's token reads and writes that person's variables.
    fileprivate func place() throws(APIFailure) -> Variables.Place {
        let person = try parameters.int("user_id", in: 0...Int.max) ?? 0
        if case .person(let own) = caller {
            guard person == 0 || person == own else { throw APIFailure(15, "Access denied: another person's variables") }
            return Variables.Place(caller: caller, person: own)
        }
        return Variables.Place(caller: caller, person: person)
    }

    fileprivate func storageKey(_ key: String) throws(APIFailure) -> String {
        let isPlain = key.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 95
        }
        guard isPlain, (1...100).contains(key.utf8.count) else { throw .parameter("key") }
        return key
    }
}
