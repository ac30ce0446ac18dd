// Govorun: the storages that the conformance suite runs on. SPDX-License-Identifier: MIT
import BotStorage
import Foundation
import Synchronization
import Testing

/// Each implementation; a test with `arguments: Kind.allCases` is a rule for all of them.
enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory, sqlite

    var testDescription: String { rawValue }

    /// Lends an empty storage with a clock that the test moves.
    func withStorage(keptEventIDs: Int = 10_000, _ body: (any Storage, HandClock) async throws -> Void) async throws {
        let clock = HandClock()
        switch self {
        case .memory:
            try await body(MemoryStorage(keptEventIDs: keptEventIDs, clock: { clock.now }), clock)
        case .sqlite:
            try await withFolder { folder in
                var options = SQLiteStorage.Options()
                options.keptEventIDs = keptEventIDs
                let storage = try await SQLiteStorage.open(folder + "/govorun.db", options: options, clock: { clock.now })
                do { try await body(storage, clock) } catch {
                    await storage.close()
                    throw error
                }
                await storage.close()
            }
        }
    }
}

/// Lends a folder that is removed afterwards.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("govorun-storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
}

/// A wall clock that the test moves by hand.
final class HandClock: Sendable {
    private let time = Mutex(UnixTime(seconds: 1_767_270_000))

    var now: UnixTime { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}

/// Expects a storage error and looks at its code.
@discardableResult
func expectError(
    _ code: StorageError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> StorageError? {
    let error = await #expect(throws: StorageError.self, sourceLocation: sourceLocation) { try await body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}

extension [UInt8] {
    init(_ text: String) { self = Swift.Array(text.utf8) }
}
