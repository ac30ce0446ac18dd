// Govorun: the part of the cache that outlives the process. SPDX-License-Identifier: MIT
import BotStorage
import CurlClient

/// Answers in a storage: a fixed number of places for each account, each for whichever answer came last to it.
///
/// So rows are bounded without a list of who was used when. Their names are hashes: nothing of what was asked can be read from them.
struct StorageShelf: Sendable {
    private static let root = "vk.cache/"

    let storage: any Storage
    let places: Int
    let entryBytes: Int
    /// How long an answer stays beyond its lifetime.
    let staleLife: CacheLifetime

    /// What is kept for `key`.
    ///
    /// - Throws: `StorageError`.
    func answer(for key: CacheKey) async throws -> KeptAnswer? {
        let digest = key.digest
        guard let place = place(of: digest, key.scope), let row = try await storage.value(for: place) else { return nil }
        return CacheRow.read(row, of: digest)
    }

    /// Keeps `bytes` for `key`, in the place of what is there.
    ///
    /// - Throws: `StorageError`.
    func keep(_ bytes: [UInt8], _ kept: KeptAnswer, for key: CacheKey, lifetime: CacheLifetime) async throws {
        let digest = key.digest
        guard bytes.count <= entryBytes, let place = place(of: digest, key.scope) else { return }
        let isAnswer = if case .answer = kept.content { true } else { false }
        let row = CacheRow.bytes(bytes, of: digest, isAnswer: isAnswer, since: kept.since)
        let life = lifetime.duration.flatMap { life in staleLife.duration.map { life + $0 } }
        try await storage.commit([.set(place, row, expires: life.map { storage.now + $0 })])
    }

    /// Forgets what is kept for `key`.
    ///
    /// - Throws: `StorageError`.
    func remove(_ key: CacheKey) async throws {
        guard let place = place(of: key.digest, key.scope) else { return }
        try await storage.delete(place)
    }

    /// Forgets all of `scope`.
    ///
    /// - Throws: `StorageError`.
    func removeAll(of scope: CacheScope) async throws {
        guard let namespace = Self.namespace(of: scope) else { return }
        try await storage.deleteNamespace(namespace)
    }

    /// Forgets everything.
    ///
    /// - Throws: `StorageError`.
    func removeAll() async throws {
        while true {
            let page = NamePage(prefix: Self.root)
            let namespaces = try await storage.namespaces(page)
            try await storage.commit(Commit(namespaces.map { .deleteNamespace($0) }))
            guard namespaces.count == page.limit else { return }
        }
    }

    private func place(of digest: SHA256.Digest, _ scope: CacheScope) -> StorageKey? {
        guard let namespace = Self.namespace(of: scope) else { return nil }
        let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return StorageKey(namespace, String(number % UInt64(max(1, places))))
    }

    private static func namespace(of scope: CacheScope) -> String? {
        switch scope {
        case .account(let name): root + "account/" + name
        case .bytes: root + "bytes"
        case .unnamed: nil
        }
    }
}
