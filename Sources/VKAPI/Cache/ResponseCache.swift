// Govorun: answers that are kept. SPDX-License-Identifier: MIT
public import BotStorage
import CurlClient
import Synchronization

/// Answers of VK, and bytes under addresses, that need not be asked for again.
///
/// In this process's memory, and behind it, where one is given, in a storage, so that they outlive the process. Several clients may share
/// one: each account's answers are its own. No token is in it, and in a storage not even what was asked, only its hash.
///
/// A storage that fails makes no call fail: VK is asked.
public final class ResponseCache: Sendable {
    /// How much is kept.
    public struct Limits: Sendable, Hashable {
        /// Answers in memory, at most; beyond it go those that were not asked for longest.
        public var entries = 10_000
        /// Bytes of memory, about, at most.
        public var bytes = 32 << 20
        /// The largest single answer that is kept.
        public var entryBytes = 1 << 20
        /// Rows of a storage for each account, at most.
        public var rows = 4_096

        /// As said with each.
        public init() {}
    }

    private let memory: Mutex<MemoryShelf>
    private let stored: StorageShelf?
    /// Makes what stands for a token in keys worthless outside this process.
    private let salt = (0..<32).map { _ in UInt8.random(in: 0 ... .max) }

    /// An empty cache, or what `storage` has kept.
    ///
    /// - Parameters:
    ///   - staleLife: how long a stored answer stays beyond its lifetime, for when VK cannot be asked. In memory all stay while there is room.
    ///   - storage: only answers to a client whose configuration names its `account` are stored; it is closed by its owner.
    public init(limits: Limits = Limits(), storage: (any Storage)? = nil, staleLife: CacheLifetime = .months(1)) {
        memory = Mutex(MemoryShelf(limits))
        stored = storage.map { StorageShelf(storage: $0, places: limits.rows, entryBytes: limits.entryBytes, staleLife: staleLife) }
    }

    /// How many answers are in memory.
    public var count: Int { memory.withLock { $0.count } }

    /// About how many bytes of memory they take.
    public var size: Int { memory.withLock { $0.size } }

    /// Forgets everything, of all accounts.
    ///
    /// - Throws: `StorageError` when what is stored could not be removed; what is in memory is.
    public func removeAll() async throws {
        memory.withLock { $0.removeAll { _ in true } }
        try await stored?.removeAll()
    }

    /// Forgets the answers to an account, under the name that configurations give it.
    ///
    /// - Throws: as `removeAll()`.
    public func removeAll(of account: String) async throws { try await removeAll(of: .account(account)) }

    func removeAll(of scope: CacheScope) async throws {
        memory.withLock { $0.removeAll { $0 == scope } }
        try await stored?.removeAll(of: scope)
    }

    func remove(_ key: CacheKey) async throws {
        memory.withLock { $0.remove(key) }
        try await stored?.remove(key)
    }

    /// Stands for `token`, in this cache only.
    func scope(of token: Secret) -> CacheScope {
        .unnamed(SHA256.Digest(bytes: SHA256.digest(of: salt + Array(token.reveal().utf8))))
    }
}

// MARK: what clients do
extension ResponseCache {
    /// What is kept in memory for `key`.
    func remembered(_ key: CacheKey) -> KeptAnswer? { memory.withLock { $0.answer(for: key) } }

    /// What is kept for `key`, wherever; what was stored is in memory from then on.
    func kept(_ key: CacheKey, logger: Logger) async -> KeptAnswer? {
        let (remembered, removals) = memory.withLock { ($0.answer(for: key), $0.removals) }
        guard remembered == nil, let stored, key.scope.isDurable else { return remembered }
        do {
            guard let kept = try await stored.answer(for: key) else { return nil }
            memory.withLock { if $0.removals == removals { $0.keep(kept, for: key) } }
            return kept
        } catch {
            logger.debug("stored answer unread", ["error": "\(error)"])
            return nil
        }
    }

    /// A mark to show when keeping what is asked for from now on.
    var removals: Int { memory.withLock { $0.removals } }

    /// Keeps `content` for `key`, unless something was removed since `removals` was read: it may be just that.
    func keep(_ content: CacheContent, for key: CacheKey, lifetime: CacheLifetime, since: Duration, after removals: Int, logger: Logger)
        async
    {
        guard let (content, bytes) = content.kept() else { return }
        let kept = KeptAnswer(content: content, size: bytes.count, since: since)
        let isKept = memory.withLock { shelf in
            guard shelf.removals == removals else { return false }
            shelf.keep(kept, for: key)
            return true
        }
        guard isKept, let stored, key.scope.isDurable else { return }
        do {
            try await stored.keep(bytes, kept, for: key, lifetime: lifetime)
            // Removed while it was on its way: the row may have come behind the removal.
            if self.removals != removals { try await stored.remove(key) }
        } catch {
            logger.debug("answer not stored", ["error": "\(error)"])
        }
    }
}
