// Govorun: reading and changing key-value data. SPDX-License-Identifier: MIT

/// Values under a namespace and a name, with an optional expiry. An expired value is absent at once, in every answer.
public protocol ValueStorage: Sendable {
    /// What is stored under each of the keys, in their order; `nil` where nothing is. All of one moment.
    func values(for keys: [StorageKey]) async throws -> [StoredValue?]

    /// The names in a namespace, in the order of their bytes.
    func names(in namespace: String, _ page: NamePage) async throws -> [String]

    /// The namespaces that hold something, in the order of their bytes.
    func namespaces(_ page: NamePage) async throws -> [String]

    /// Removes expired values for good, at most 200; done now and then by itself while something is written.
    ///
    /// - Returns: how many were removed; 200 means that more may wait.
    func sweep() async throws -> Int
}

extension Storage {
    /// The value under a key, or `nil`.
    public func value(for key: StorageKey) async throws -> [UInt8]? { try await values(for: [key])[0]?.bytes }

    /// Stores a value, whatever was there, until `expires` (`nil`: for ever).
    public func set(_ bytes: [UInt8], for key: StorageKey, expires: UnixTime? = nil) async throws {
        try await commit([.set(key, bytes, expires: expires)])
    }

    /// Stores a value for a while; `lifetime` counts from now.
    public func set(_ bytes: [UInt8], for key: StorageKey, lifetime: Duration) async throws {
        try await set(bytes, for: key, expires: now + lifetime)
    }

    /// Stores a value unless there is one.
    ///
    /// - Returns: whether it was stored.
    public func setIfAbsent(_ bytes: [UInt8], for key: StorageKey, expires: UnixTime? = nil) async throws -> Bool {
        try await held(Commit([.set(key, bytes, expires: expires)], if: [.absent(key)]))
    }

    /// Puts `replacement` in the place of `expected`; `nil` stands for absent in both.
    ///
    /// - Returns: whether `expected` was there, so that `replacement` is now.
    public func compareAndSet(
        _ key: StorageKey, from expected: [UInt8]?, to replacement: [UInt8]?, expires: UnixTime? = nil
    ) async throws -> Bool {
        let write: Write = if let replacement { .set(key, replacement, expires: expires) } else { .delete(key) }
        return try await held(Commit([write], if: [.value(key, is: expected)]))
    }

    /// Removes a value.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func delete(_ key: StorageKey) async throws -> Bool { try await commit([.delete(key)]).outcomes[0].count > 0 }

    /// Removes all values of a namespace.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func deleteNamespace(_ namespace: String) async throws -> Int {
        try await commit([.deleteNamespace(namespace)]).outcomes[0].count
    }

    /// Whether the commit's conditions held, and it was performed.
    private func held(_ commit: Commit) async throws -> Bool {
        do {
            try await self.commit(commit)
            return true
        } catch let error as StorageError {
            guard error.code == .preconditionFailed else { throw error }
            return false
        }
    }
}
