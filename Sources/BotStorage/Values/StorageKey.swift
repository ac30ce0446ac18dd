// Govorun: where a value is kept. SPDX-License-Identifier: MIT

/// A namespace and a name in it. Both are compared byte by byte, in UTF-8: "é" in one and in two code points are two names.
public struct StorageKey: Sendable {
    /// What belongs together and is removed together, for example one plugin's state in one bot.
    public var namespace: String
    /// The name inside it.
    public var name: String

    /// Makes a key.
    public init(_ namespace: String, _ name: String) {
        self.namespace = namespace
        self.name = name
    }
}

/// A value as it was stored.
public struct StoredValue: Sendable, Equatable {
    /// The value itself.
    public let bytes: [UInt8]
    /// When it ceases to be there; `nil`: never.
    public let expires: UnixTime?

    /// Makes a value; for storages.
    public init(bytes: [UInt8], expires: UnixTime?) {
        self.bytes = bytes
        self.expires = expires
    }
}
