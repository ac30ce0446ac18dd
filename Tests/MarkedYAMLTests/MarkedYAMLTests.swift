// Govorun: what the tests of MarkedYAML share. SPDX-License-Identifier: MIT
import Foundation
import MarkedYAML
import Testing

/// A document from text.
func document(_ text: String, limits: YAMLLimits = YAMLLimits()) throws(YAMLErrors) -> YAMLDocument {
    try YAMLDocument(bytes: Array(text.utf8), name: "bots.yaml", limits: limits)
}

/// A value from text.
func decode<T: Decodable>(_ type: T.Type, _ text: String, at keyPath: String = "") throws(YAMLErrors) -> T {
    let document = try document(text)
    return try YAMLDecoder().decode(type, from: document.root, in: document, at: keyPath)
}

/// What is wrong with a text as one type, each problem as `line:column message`.
func problems<T: Decodable>(of text: String, as type: T.Type, at keyPath: String = "") -> [String] {
    do {
        _ = try decode(type, text, at: keyPath)
        return []
    } catch {
        return error.problems.map { "\($0.mark.line):\($0.mark.column) \($0.message)" }
    }
}

/// What is wrong with a text as YAML.
func problems(of text: String, limits: YAMLLimits = YAMLLimits()) -> [String] {
    do {
        _ = try document(text, limits: limits)
        return []
    } catch {
        return error.problems.map { "\($0.mark.line):\($0.mark.column) \($0.message)" }
    }
}

/// The bytes of a fixture.
func fixture(_ name: String) throws -> [UInt8] {
    let url = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return Array(try Data(contentsOf: url.appending(path: name)))
}
