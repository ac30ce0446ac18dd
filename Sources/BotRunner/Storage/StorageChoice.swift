// Govorun: where a runner keeps what outlives it. SPDX-License-Identifier: MIT
public import BotStorage

/// What `storage:` says.
public enum StorageChoice: Sendable, Equatable {
    /// In this process; all is forgotten at its end.
    case memory
    /// In an SQLite file.
    case sqlite(path: String)

    /// Whether anything outlives the process.
    var isDurable: Bool { self != .memory }

    /// One word for logs: the path is shown apart.
    public var kind: String {
        switch self {
        case .memory: "memory"
        case .sqlite: "sqlite"
        }
    }

    /// Opens it.
    ///
    /// - Throws: `StorageError`: `locked` with the host and the process of whoever has it, `notWritable`, `corrupt`, `newerSchema` …
    public func open() async throws -> any Storage {
        switch self {
        case .memory: MemoryStorage()
        case .sqlite(let path): try await SQLiteStorage.open(path)
        }
    }

    /// Opens it to read; when a runner has it, the runner goes on with it.
    ///
    /// - Throws: `StorageError`.
    public func openForReading() async throws -> any Storage {
        do {
            return try await open()
        } catch let error as StorageError {
            guard case .sqlite(let path) = self, error.code == .locked else { throw error }
            return try await SQLiteStorage.open(readingFrom: path)
        }
    }
}
