// Govorun: the records of a plugin, as its handlers find them. SPDX-License-Identifier: MIT

/// The records of one type of one plugin.
///
/// What a handler changes is stored at once, and once per update whatever happens to the process: the change is committed together with a
/// note of it, and a run of the same handler on the same update finds the note. In a dialogue a handler sees what it saw the first time.
public struct PluginRecords<Value: Record>: Sendable {
    /// A record with its id.
    public struct Entry: Sendable, Identifiable {
        /// The record's id.
        public let id: String
        /// The record.
        public let value: Value
        /// 1 when it was inserted, one more with each change.
        public let revision: Int64
    }

    /// Some of the records that were asked for.
    public struct Page: Sendable {
        /// The records, in the order that was asked for.
        public let entries: [Entry]
        /// Where the next page goes on; `nil` when there is none.
        public let next: RecordCursor?
        /// The records without their ids.
        public var values: [Value] { entries.map(\.value) }
    }

    let records: Records<Value>
    let bot: Bot
    let run: HandlerRun?

    init(of plugin: String, in bot: Bot, _ run: HandlerRun?) async throws {
        try run?.checkIsAlive()
        (self.bot, self.run) = (bot, run)
        records = try await bot.recordShelf.records(Value.self, of: plugin, in: bot)
    }

    /// The collection's name in storage.
    public var collection: String { records.collection }

    // MARK: Reading

    /// The record with an id.
    ///
    /// - Throws: `StorageError`.
    public subscript(id: String) -> Value? { get async throws { try await entry(id)?.value } }

    /// The record with an id, and its revision.
    ///
    /// - Throws: `StorageError`.
    public func entry(_ id: String) async throws -> Entry? {
        let found = try await seen("entry", [id]) { try await records.entry(id).map(Kept.init) }
        return found.map(Entry.init)
    }

    /// Those that `filter` admits: the first `limit` of them, behind the page that `after` came with.
    ///
    /// - Throws: `StorageError`, `.unknownIndex` for what is no index of the type.
    public func find(
        _ filter: RecordFilter = .everything, order: RecordOrder = .byID, after: RecordCursor? = nil, limit: Int = 100
    ) async throws -> Page {
        let found = try await seen("find", ["\(filter)", "\(order)", after.map { "\($0)" } ?? "", "\(limit)"]) {
            let page = try await records.find(RecordQuery(filter, order: order, after: after, limit: limit))
            return KeptPage(entries: page.entries.map(Kept.init), next: page.next)
        }
        return Page(entries: found.entries.map(Entry.init), next: found.next)
    }

    /// The first that `filter` admits.
    ///
    /// - Throws: `StorageError`.
    public func first(_ filter: RecordFilter, order: RecordOrder = .byID) async throws -> Entry? {
        try await find(filter, order: order, limit: 1).entries.first
    }

    /// How many `filter` admits.
    ///
    /// - Throws: `StorageError`.
    public func count(_ filter: RecordFilter = .everything) async throws -> Int {
        try await seen("count", ["\(filter)"]) { try await records.count(filter) }
    }

    /// What `look` sees, or what it saw in an earlier step of the dialogue.
    private func seen<Seen: Codable>(_ what: String, _ content: [String], _ look: () async throws -> Seen) async throws -> Seen {
        guard let run else { return try await look() }
        let digest = CallDigest("records \(what) \(collection)", content: content)
        let bytes = try await run.once(digest.name, ContentHash(digest.contentHash)) { try TapeEncoder().encode([try await look()]) }
        guard let value = try TapeDecoder(leniency: .strict).decode([Seen].self, from: bytes).first else { throw DialoguePause() }
        return value
    }

    /// A record as a dialogue keeps it.
    struct Kept: Codable {
        let id: String
        let value: Value
        let revision: Int64

        init(_ entry: Records<Value>.Entry) { (id, value, revision) = (entry.id, entry.value, entry.revision) }
    }

    private struct KeptPage: Codable {
        let entries: [Kept]
        let next: RecordCursor?
    }
}

extension PluginRecords.Entry {
    fileprivate init(_ kept: PluginRecords.Kept) { self.init(id: kept.id, value: kept.value, revision: kept.revision) }
}
