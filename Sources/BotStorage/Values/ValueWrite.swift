// Govorun: changes of key-value data. SPDX-License-Identifier: MIT

/// One change of key-value data, part of a ``Commit``.
public enum ValueWrite: Sendable {
    /// Stores a value, whatever was there; `expires: nil` keeps it for ever.
    case set(StorageKey, [UInt8], expires: UnixTime?)
    /// Removes a value; nothing happens where none is. Outcome: `.removed`.
    case delete(StorageKey)
    /// Removes all values of a namespace. Outcome: `.removed`, expired ones counted too.
    case deleteNamespace(String)
}

extension Write {
    /// Stores a value, whatever was there, until `expires` (`nil`: for ever).
    public static func set(_ key: StorageKey, _ bytes: [UInt8], expires: UnixTime? = nil) -> Write {
        .value(.set(key, bytes, expires: expires))
    }

    /// Removes a value; nothing happens where none is.
    public static func delete(_ key: StorageKey) -> Write { .value(.delete(key)) }

    /// Removes all values of a namespace.
    public static func deleteNamespace(_ namespace: String) -> Write { .value(.deleteNamespace(namespace)) }
}
