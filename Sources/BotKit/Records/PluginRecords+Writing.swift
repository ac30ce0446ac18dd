// Govorun: a handler changes records. SPDX-License-Identifier: MIT

extension PluginRecords {
    /// Adds a record.
    ///
    /// - Parameter id: its id; `nil` makes a new one, so that later records have higher ids.
    /// - Returns: its id.
    /// - Throws: `StorageError`: `.alreadyExists`, `.uniqueViolation`.
    @discardableResult
    public func insert(_ value: Value, id: String? = nil) async throws -> String {
        let result = try await changed("insert", id, value) {
            let id = id ?? records.newID()
            return (Commit([try records.inserting(value, id: id)]), Array(id.utf8))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Adds a record unless there are `limit` that `filter` admits: of however many who come at once, no more than `limit` get in.
    ///
    /// Holds among those who insert this way. Of a community's events all are handled by one process, so they wait for each other there.
    ///
    /// - Returns: its id; `nil` when there is no room.
    /// - Throws: `StorageError`: `.alreadyExists`, `.uniqueViolation`, which come before the want of room; `CancellationError`.
    public func insert(_ value: Value, id: String? = nil, atMost limit: Int, of filter: RecordFilter = .everything) async throws -> String?
    {
        let result = try await bot.recordShelf.counting.pass(collection) {
            try await changed("insert at most", id, value) {
                guard try await records.count(filter) < limit else { return (Commit([], if: []), []) }
                let id = id ?? records.newID()
                return (Commit([try records.inserting(value, id: id)]), Array(id.utf8))
            }
        }
        return result.isEmpty ? nil : String(decoding: result, as: UTF8.self)
    }

    /// Replaces a record.
    ///
    /// - Throws: `StorageError`: `.notFound`, `.uniqueViolation`.
    public func update(_ value: Value, id: String) async throws {
        _ = try await changed("update", id, value) { (Commit([try records.updating(value, id: id)]), []) }
    }

    /// Adds or replaces a record.
    ///
    /// - Throws: `StorageError`: `.uniqueViolation`.
    public func put(_ value: Value, id: String) async throws {
        _ = try await changed("put", id, value) { (Commit([try records.putting(value, id: id)]), []) }
    }

    /// Removes a record.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `StorageError`.
    @discardableResult
    public func delete(_ id: String) async throws -> Bool {
        let result = try await changed("delete", id, nil) {
            guard let entry = try await records.entry(id) else { return (Commit([], if: []), [0]) }
            return (Commit([records.deleting(id)], if: [.revision(collection: collection, id: id, is: entry.revision)]), [1])
        }
        return result == [1]
    }

    /// Reads a record, changes it and writes it back, again and again until nobody wrote in between. `change` may run more than once and
    /// should do nothing else.
    ///
    /// - Returns: the record as it is stored now.
    /// - Throws: `StorageError`: `.notFound`, `.uniqueViolation`; what `change` throws, and then nothing is changed.
    @discardableResult
    public func modify(_ id: String, _ change: @Sendable (inout Value) throws -> Void) async throws -> Value {
        let result = try await changed("modify", id, nil) {
            guard let entry = try await records.entry(id) else {
                throw StorageError(.notFound) { ($0.collection, $0.subject) = (collection, id) }
            }
            var value = entry.value
            try change(&value)
            let commit = Commit(
                [try records.updating(value, id: id)], if: [.revision(collection: collection, id: id, is: entry.revision)])
            return (commit, try TapeEncoder().encode(value))
        }
        return try TapeDecoder(leniency: .strict).decode(Value.self, from: result)
    }

    /// Commits what `make` gives, once per update, and again while its conditions do not hold.
    private func changed(
        _ what: String, _ id: String?, _ value: Value?, _ make: () async throws -> (commit: Commit, result: [UInt8])
    ) async throws -> [UInt8] {
        guard let run else { return try await Self.insisting(bot) { try await make() } }
        // The id is part of the name: a change of one record never stands for that of another.
        let body = try value.map { String(decoding: try TapeEncoder().encode($0), as: UTF8.self) } ?? ""
        let digest = CallDigest("records \(what) \(collection) \(id ?? "")", content: [body])
        return try await run.once(digest.name, ContentHash(digest.contentHash)) {
            let ordinal: Int
            switch try await run.calls.match(digest) {
            case .known(.answered(let result), _): return result
            case .known(_, let number), .new(let number): ordinal = number
            }
            let key = run.calls.key(ordinal)
            return try await Self.insisting(bot) {
                var (commit, result) = try await make()
                try run.checkIsAlive()
                commit.writes += [.beginCall(key, digest: digest.bytes), .answerCall(key, [1] + result)]
                return (commit, result)
            }
        }
    }

    private static func insisting(
        _ bot: Bot, _ make: () async throws -> (commit: Commit, result: [UInt8])
    ) async throws -> [UInt8] {
        while true {
            let (commit, result) = try await make()
            do {
                if !commit.writes.isEmpty { try await bot.storage.commit(commit) }
                return result
            } catch let error as StorageError {
                // Somebody else changed it meanwhile.
                guard error.code == .preconditionFailed else { throw error }
            }
        }
    }
}
