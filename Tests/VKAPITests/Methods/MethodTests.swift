// Govorun: the methods open to communities, each once. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

@Suite("Methods open to communities")
struct MethodTests {
    @Test("All 112 are in the table")
    func complete() throws {
        let listed = String(decoding: try Fixture.bytes("community-methods.txt"), as: UTF8.self).split(separator: "\n").map(String.init)
        let methods = Set(try MethodCases.names.map { try MethodFixture.named($0).method })
        #expect(methods == Set(listed))
        #expect(listed.count == 112)
    }

    @Test("Every argument goes out as VK wants it, and every field of the answer is read", arguments: MethodCases.names)
    func there(name: String) async throws {
        let fixture = try MethodFixture.named(name)
        let vk = ScriptedVK { _ in .response(JSONValue(fixture.answer)) }
        let method = try #require(MethodCases(MethodCases.client(vk)).cases.first { $0.name == name })
        let read = try await method.request.send()
        let exchange = try #require(vk.exchanges.first)
        #expect(vk.exchanges.count == 1)
        #expect(exchange.name == fixture.method)
        var fields = exchange.fields
        #expect(fields.removeValue(forKey: "v") == "5.199")
        #expect(fields.removeValue(forKey: "access_token") == "token-of-the-test")
        #expect(fields == fixture.sent)
        #expect(Difference.between(fixture.answer, read ?? .null) == [])
    }
}

/// Where what was read differs from what was sent; numbers and texts, `1` and `true` are one.
enum Difference {
    static func between(_ sent: JSON, _ read: JSONValue, at path: String = "answer") -> [String] {
        switch (sent.kind, read) {
        case (.object, .object(let object)):
            let lost = sent.members.flatMap { key, value in
                object[key].map { between(value, $0, at: "\(path).\(key)") } ?? ["\(path).\(key) was not read"]
            }
            let made = object.filter { !sent[$0.key].exists }.map { "\(path).\($0.key) was not sent" }
            return lost + made
        case (.array, .array(let values)):
            guard sent.count == values.count else { return ["\(path): \(values.count) of \(sent.count) read"] }
            return values.enumerated().flatMap { between(sent[$0.offset], $0.element, at: "\(path).\($0.offset)") }
        default:
            return text(sent) == text(read.view) ? [] : ["\(path): \(sent) was read as \(read)"]
        }
    }

    private static func text(_ json: JSON) -> String {
        switch json.kind {
        case .bool: json.bool == true ? "1" : "0"
        default: json.text ?? json.rawText
        }
    }
}
