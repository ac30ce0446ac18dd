// Govorun: the same answers, with fields missing and of other types. SPDX-License-Identifier: MIT
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

/// What becomes of the fields at one depth of an answer; views read each field for itself, so all of a depth go at once.
enum Damage: String, CaseIterable, Sendable {
    case null, absent, emptyList, emptyObject, text, number, list, quotedNumber

    /// The body with an answer whose fields at `depth` are damaged; at depth 0 the answer itself is.
    func body(_ answer: JSONValue, at depth: Int) -> JSONValue { applied(to: ["response": answer], at: depth) }

    private func applied(to value: JSONValue, at depth: Int) -> JSONValue {
        switch value {
        case .array(let values): .array(values.map { applied(to: $0, at: depth) })
        case .object(let object): .object(applied(to: object, at: depth))
        default: value
        }
    }

    private func applied(to object: JSONObject, at depth: Int) -> JSONObject {
        var result = JSONObject()
        for (key, value) in object { result[key] = depth == 0 ? damaged(value, of: key) : applied(to: value, at: depth - 1) }
        return result
    }

    private func damaged(_ value: JSONValue, of key: String) -> JSONValue? {
        switch self {
        case .null: .null
        case .absent: nil
        // An empty list may be what a button carries.
        case .emptyList: key == "payload" ? .none : .some([])
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

// One after the other: they only compute, and would keep every thread from tests that wait for each other.
@Suite("Broken answers", .serialized)
struct BrokenAnswerTests {
    private static let depths = 1...9

    /// A method and an answer to be damaged.
    private struct Trial {
        let method: MethodCases.Case
        let answer: JSONValue
        /// The depth of its deepest fields.
        let deepest: Int

        init(_ name: String) throws {
            method = try #require(MethodCases.mocked.first { $0.name == name })
            answer = JSONValue(try MethodFixture.named(name).answer)
            deepest = Self.depth(of: answer)
        }

        private static func depth(of value: JSONValue) -> Int {
            switch value {
            case .array(let values): values.map(depth).max() ?? 0
            case .object(let object): 1 + (object.map { depth(of: $0.value) }.max() ?? 0)
            default: 0
            }
        }

        /// What is read with the fields at `depth` damaged; `.none` when there are none.
        func read(_ damage: Damage, at depth: Int) async throws -> JSONValue?? {
            guard depth <= deepest else { return .none }
            do {
                return .some(try await method.request.mock(.json(damage.body(answer, at: depth))).send())
            } catch let error as VKError {
                // An answer that is none, or a session that cannot be polled.
                #expect(depth == 0 || method.name == "groups.getLongPollServer", "\(damage) at \(depth): \(error)")
                return .some("refused")
            }
        }
    }

    @Test("null, nothing and an empty list in a field's place are the same absence", arguments: MethodCases.names)
    func absence(name: String) async throws {
        let trial = try Trial(name)
        for depth in Self.depths {
            guard let absent = try await trial.read(.absent, at: depth) else { break }
            for damage in [Damage.null, .emptyList] { #expect(try await trial.read(damage, at: depth) == absent, "\(damage) at \(depth)") }
        }
    }

    @Test("A field, or an answer, of another type hurts nobody else", arguments: MethodCases.names)
    func otherTypes(name: String) async throws {
        let trial = try Trial(name)
        for damage in Damage.allCases { _ = try await trial.read(damage, at: 0) }
        for depth in Self.depths {
            for damage in [Damage.text, .number, .list, .emptyObject] {
                guard case .some = try await trial.read(damage, at: depth) else { return }
            }
        }
    }

    @Test("A number in quotes is read as the number", arguments: MethodCases.names)
    func quotedNumbers(name: String) async throws {
        let trial = try Trial(name)
        for depth in 0...Self.depths.upperBound {
            guard let value = try await trial.read(.quotedNumber, at: depth) else { continue }
            #expect(Difference.between(trial.answer.view, value ?? .null) == [], "at \(depth)")
        }
    }
}
