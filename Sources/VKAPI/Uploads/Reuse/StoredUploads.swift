// Govorun: remembers uploads in a storage. SPDX-License-Identifier: MIT
public import BotStorage
import CurlClient

/// Keeps answers in a storage, so that equal bytes are recognised after a restart too.
///
/// Where several accounts share the storage, `UploadSettings.account` has to name each: what one uploaded is not another's.
public struct StoredUploads: UploadStore {
    private static let namespace = "uploads"
    private let storage: any Storage

    /// A store in `storage`, under a namespace of its own.
    public init(in storage: any Storage) { self.storage = storage }

    /// What was kept under `key` and has not expired.
    ///
    /// - Throws: `StorageError`.
    public func answer(for key: UploadKey) async throws -> String? {
        try await storage.value(for: name(of: key)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Keeps `answer` under `key` for `lifetime`.
    ///
    /// - Throws: `StorageError`.
    public func keep(_ answer: String, for key: UploadKey, lifetime: Duration) async throws {
        try await storage.set(Array(answer.utf8), for: name(of: key), lifetime: lifetime)
    }

    /// Forgets what is kept under `key`.
    ///
    /// - Throws: `StorageError`.
    public func forget(_ key: UploadKey) async throws { try await storage.delete(name(of: key)) }

    /// A place may be a long title; its hash is not.
    private func name(of key: UploadKey) -> StorageKey {
        let digest = SHA256.Digest(bytes: SHA256.digest(of: Array(key.text.utf8)))
        return StorageKey(Self.namespace, "\(digest)")
    }
}
