// Govorun: a small schema of our own, in both layouts. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import GenerateVKAPI

/// The schema under `Fixtures`; `expected` beside it holds what is generated from it, each file with `.txt` behind its name.
enum Zoo {
    static let fixtures = Bundle.module.resourceURL?.appending(path: "Fixtures") ?? URL(filePath: "/")

    static func schema(_ layout: String = "merged") throws -> Schema { try SchemaReader(folder: fixtures.appending(path: layout)).read() }

    static func files(_ layout: String = "merged", _ amendments: Amendments = Amendments()) throws -> [GeneratedFile] {
        try Generator(schema: schema(layout), amendments: amendments).files()
    }

    /// All the text generated with `amendments`.
    static func text(_ amendments: Amendments = Amendments()) throws -> String {
        try files("merged", amendments).map(\.text).joined()
    }

    /// An empty folder for the time of `body`.
    static func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "govorun-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Expects that `body` throws, and gives the code.
    static func failure(_ body: () throws -> Void) throws -> GeneratorError.Code {
        try #require(#expect(throws: GeneratorError.self) { try body() }).code
    }
}
