// Govorun: samples of what VK sends. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

/// A file under `Fixtures`; all ids, names and tokens in them are invented.
enum Fixture {
    static func bytes(_ path: String) throws -> [UInt8] {
        let root = try #require(Bundle.module.resourceURL)
        return Array(try Data(contentsOf: root.appending(path: "Fixtures/\(path)")))
    }

    static func json(_ path: String) throws -> JSON { try JSONDocument(bytes(path)).root }

    /// The names of the files in a folder, without extension.
    static func names(in folder: String) -> [String] {
        let root = Bundle.module.resourceURL?.appending(path: "Fixtures/\(folder)").path ?? ""
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }
}
