// Govorun: the same answers, with fields missing and of other types. SPDX-License-Identifier: MIT
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

/// What becomes of the fields at one depth of an answer; views read each field for itself, so all of a depth go at once.
enum Damage: String, CaseIterable, Sendable {
    case null, absent, emptyList, emptyObject, text, number, list, quotedNumber

    func applied(to value: JSONValue, at depth: Int) -> JSONValue {
        switch value {
        case .array(let values): .array(values.map { applied(to: $0, at: depth) })
        case .object(let object): .object(applied(to: object, at: depth))
        default: value
        }
    }

    private func applied(to object: JSONObject, at depth: Int) -> JSONObject {
        var result = JSONObject()
        for (key, value) in object { result[key] = depth == 0 ? damaged(value) : applied(to: value, at: depth - 1) }
        return result
    }

    private func damaged(_ value: JSONValue) -> JSONValue? {
        switch self {
        case .null: .null
        case .absent: nil
        case .emptyList: []
        case .emptyObject: [:]
        case .text: "damaged"
        case .number: -7
        case .list: [nil, [], "damaged", 1, [:]]
        case .quotedNumber: quoted(value)
        }
    }

    private func quoted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .integer, .double: .string(value.serialized)
        case .array(let values): .array(values.map(quoted))
        default: value
        }
    }
}

@Suite("Broken answers")
struct BrokenAnswerTests {
    private static let deepest = 8

    /// What is read of the answer of the case `name`, damaged in every way at every depth, by the damage.
    private func reads(_ name: String, _ damages: [Damage]) async throws -> [[Damage: JSONValue?]] {
        let answer = JSONValue(try MethodFixture.named(name).answer)
        let method = try #require(MethodCases(MethodCases.client(ScriptedVK { _ in .error(1) })).cases.first { $0.name == name })
        var reads: [[Damage: JSONValue?]] = []
        for depth in 0..<Self.deepest {
            var read: [Damage: JSONValue?] = [:]
            for damage in damages {
                let broken = damage.applied(to: answer, at: depth)
                guard broken != answer else { continue }
                read[damage] = .some(try await method.request.mock(.response(broken)).send())
            }
            reads.append(read)
        }
        return reads
    }

    @Test("null, nothing and an empty list or object are all the same absence", arguments: MethodCases.names)
    func absence(name: String) async throws {
        for read in try await reads(name, [.null, .absent, .emptyList, .emptyObject]) {
            for (damage, value) in read { #expect(value == read[.absent], "\(damage)") }
        }
    }

    @Test("A field of another type hurts nobody else", arguments: MethodCases.names)
    func otherTypes(name: String) async throws { _ = try await reads(name, [.text, .number, .list]) }

    @Test("A number in quotes is read as the number", arguments: MethodCases.names)
    func quotedNumbers(name: String) async throws {
        let fixture = try MethodFixture.named(name)
        for read in try await reads(name, [.quotedNumber]) {
            guard let value = read[.quotedNumber] else { continue }
            #expect(Difference.between(fixture.answer, value ?? .null) == [])
        }
    }
}
