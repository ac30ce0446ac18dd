// Govorun: the journal of calls in memory. SPDX-License-Identifier: MIT

extension MemoryState {
    mutating func perform(_ write: CallWrite) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .begin(let key, let digest):
            guard call(key) == nil else { throw .call(.alreadyExists, key) }
            put(JournalledCall(ordinal: key.ordinal, digest: digest, answer: nil, begun: now), key)
        case .answer(let key, let answer):
            guard let call = call(key) else { throw .call(.notFound, key) }
            put(JournalledCall(ordinal: key.ordinal, digest: call.digest, answer: answer, begun: call.begun), key)
        case .forget(let source, let event):
            return .removed(calls[ByteText(source)]?.removeValue(forKey: ByteText(event))?.count ?? 0)
        }
        return .done
    }

    private func call(_ key: CallKey) -> JournalledCall? { calls[ByteText(key.source)]?[ByteText(key.event)]?[key.ordinal] }

    private mutating func put(_ call: JournalledCall, _ key: CallKey) {
        calls[ByteText(key.source), default: [:]][ByteText(key.event), default: [:]][key.ordinal] = call
    }
}

extension MemoryStorage {
    /// All calls of an event, by their number.
    public func calls(of event: String, source: String) async throws -> [JournalledCall] {
        try access { ($0.calls[ByteText(source)]?[ByteText(event)] ?? [:]).values.sorted { $0.ordinal < $1.ordinal } }
    }
}
