// Govorun: key-value data in memory. SPDX-License-Identifier: MIT

extension MemoryState {
    /// The value under a key that has not expired.
    func value(for key: StorageKey) -> StoredValue? {
        guard let value = values[ByteText(key.namespace)]?[ByteText(key.name)], isAlive(value) else { return nil }
        return value
    }

    private func isAlive(_ value: StoredValue) -> Bool { value.expires.map { $0 > now } ?? true }

    mutating func perform(_ write: ValueWrite) -> Receipt.Outcome {
        switch write {
        case .set(let key, let bytes, let expires):
            replace(ByteText(key.namespace), ByteText(key.name), with: StoredValue(bytes: bytes, expires: expires))
            return .done
        case .delete(let key):
            let count = value(for: key) == nil ? 0 : 1
            replace(ByteText(key.namespace), ByteText(key.name), with: nil)
            return .removed(count)
        case .deleteNamespace(let name):
            return .removed(values.removeValue(forKey: ByteText(name))?.count ?? 0)
        }
    }

    private mutating func replace(_ namespace: ByteText, _ name: ByteText, with value: StoredValue?) {
        values[namespace, default: [:]][name] = value
        if values[namespace]?.isEmpty == true { values[namespace] = nil }
    }

    /// Removes up to `limit` expired values.
    mutating func sweep(limit: Int) -> Int {
        var expired: [(ByteText, ByteText)] = []
        search: for (namespace, entries) in values {
            for (name, value) in entries where !isAlive(value) {
                expired.append((namespace, name))
                if expired.count == limit { break search }
            }
        }
        for (namespace, name) in expired { replace(namespace, name, with: nil) }
        return expired.count
    }

    func names(in namespace: String, _ page: NamePage) -> [String] {
        let alive = (values[ByteText(namespace)] ?? [:]).lazy.filter { isAlive($0.value) }
        return alive.map(\.key).names(of: page)
    }

    func namespaces(_ page: NamePage) -> [String] {
        let alive = values.lazy.filter { $0.value.values.contains(where: isAlive) }
        return alive.map(\.key).names(of: page)
    }
}

extension MemoryStorage {
    /// What is stored under each of the keys, in their order.
    public func values(for keys: [StorageKey]) async throws -> [StoredValue?] { try access { state in keys.map(state.value) } }

    /// The names in a namespace, in the order of their bytes.
    public func names(in namespace: String, _ page: NamePage) async throws -> [String] { try access { $0.names(in: namespace, page) } }

    /// The namespaces that hold something, in the order of their bytes.
    public func namespaces(_ page: NamePage) async throws -> [String] { try access { $0.namespaces(page) } }

    /// Removes expired values, at most 200.
    public func sweep() async throws -> Int { try access { $0.sweep(limit: 200) } }
}
