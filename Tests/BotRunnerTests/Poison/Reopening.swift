// Govorun: what the tests of the hands file share. SPDX-License-Identifier: MIT
import Foundation

@testable import BotRunner

/// Lends a new empty folder, which is removed afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("govorun-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// What the next process finds.
func reopened(_ path: String, build: String = "the trial") throws -> HandsFile.Opened { try HandsFile.open(path, build: build) }
