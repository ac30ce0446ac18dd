// Govorun: the optionals of primitive types, which the protocol would otherwise leave out when they are nil. SPDX-License-Identifier: MIT

extension KeyedOptions {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try write(value, forKey: key) }
}
