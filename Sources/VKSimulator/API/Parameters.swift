// Govorun: the parameters of a call, read strictly. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// A call's parameters. Of a name that comes twice the last counts, as on VK; an empty value is an absent one.
struct Parameters: Sendable {
    private let fields: [FieldList.Field]
    private let values: [String: String]

    init(_ fields: [FieldList.Field]) {
        self.fields = fields
        values = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }

    /// All of a request: query, form, and the plain parts of a multipart body.
    init(_ request: ServerRequest) {
        let parts = request.parts.filter { $0.filename == nil }.map { FieldList.Field(name: $0.name, value: $0.text) }
        self.init(Array(request.query) + Array(request.form) + parts)
    }

    /// The parameters as an error repeats them, without any token.
    func echo(method: String) -> JSONValue {
        let shown = fields.filter { $0.name != "access_token" && $0.name != "method" && $0.name != "oauth" }
        let all = [("method", method), ("oauth", "1")] + shown.map { ($0.name, $0.value) }
        return .array(all.map { ["key": JSONValue($0.0), "value": JSONValue($0.1)] })
    }

    /// Without the token and without the rest of very long values, for the log of calls.
    var loggable: [(name: String, value: String)] {
        fields.filter { $0.name != "access_token" }.map {
            ($0.name, $0.value.utf8.count > 20_000 ? $0.value.prefix(5_000) + "…" : $0.value)
        }
    }

    func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    func text(required name: String) throws(APIFailure) -> String {
        guard let text = text(name) else { throw .missing(name) }
        return text
    }

    func int(_ name: String, in range: ClosedRange<Int> = Int.min...Int.max) throws(APIFailure) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text) else { throw .parameter(name, "not integer") }
        guard range.contains(number) else { throw .parameter(name, "should be in \(range.lowerBound)...\(range.upperBound)") }
        return number
    }

    func int(required name: String, in range: ClosedRange<Int> = Int.min...Int.max) throws(APIFailure) -> Int {
        guard let number = try int(name, in: range) else { throw .missing(name) }
        return number
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(APIFailure) -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = Double(text), range.contains(number) else { throw .parameter(name) }
        return number
    }

    /// A comma separated list, by the first of these names that is there; nil when none is.
    func list(_ names: String..., limit: Int = .max) throws(APIFailure) -> [String]? {
        guard let name = names.first(where: { text($0) != nil }), let text = text(name) else { return nil }
        let items = text.split(separator: ",").map { String($0.trimmingSpaces) }
        guard items.count <= limit else { throw .parameter(name, "should have at most \(limit) items") }
        return items
    }

    func ints(_ name: String, limit: Int = .max) throws(APIFailure) -> [Int]? {
        guard let items = try list(name, limit: limit) else { return nil }
        var numbers: [Int] = []
        for item in items {
            guard let number = Int(item) else { throw .parameter(name, "should be integers") }
            numbers.append(number)
        }
        return numbers
    }

    func flag(_ name: String) throws(APIFailure) -> Bool? {
        guard let text = text(name) else { return nil }
        switch text {
        case "1", "true": return true
        case "0", "false": return false
        default: throw .parameter(name, "should be 1 or 0")
        }
    }

    /// A value that is JSON as text.
    func json(_ name: String, failing failure: APIFailure? = nil) throws(APIFailure) -> JSON? {
        guard let text = text(name) else { return nil }
        do {
            return try JSONDocument(text).root
        } catch {
            throw failure ?? .parameter(name, "should be JSON: \(error.description)")
        }
    }
}

extension Substring {
    var trimmingSpaces: Substring {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
