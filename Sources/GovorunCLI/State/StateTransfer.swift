// Govorun: key-value data as lines of JSON. SPDX-License-Identifier: MIT
import BotStorage
import Foundation
import TapeJSON

/// One value of the storage as one line of an export.
struct StateLine: Sendable, Equatable {
    let key: (namespace: String, name: String)
    let value: [UInt8]
    let expires: UnixTime?

    static func == (left: StateLine, right: StateLine) -> Bool {
        left.key == right.key && left.value == right.value && left.expires == right.expires
    }

    init(_ key: StorageKey, _ value: StoredValue) {
        self.key = (key.namespace, key.name)
        self.value = value.bytes
        expires = value.expires
    }

    /// Reads a line.
    ///
    /// - Returns: `nil` when it is none of an export.
    init?(_ line: [UInt8]) {
        guard let json = try? JSONDocument(line).root, let namespace = json["namespace"].string, let name = json["name"].string else {
            return nil
        }
        if let text = json["text"].string {
            value = Array(text.utf8)
        } else if let data = json["base64"].string.flatMap({ Data(base64Encoded: $0) }) {
            value = Array(data)
        } else {
            return nil
        }
        guard !json["expires"].exists || json["expires"].integer(Int64.self) != nil else { return nil }
        key = (namespace, name)
        expires = json["expires"].integer(Int64.self).map { UnixTime(milliseconds: $0) }
    }

    /// The line, without its end.
    var text: String {
        var object: JSONObject = ["namespace": .string(key.namespace), "name": .string(key.name)]
        if let text = String(validating: value, as: UTF8.self) {
            object["text"] = .string(text)
        } else {
            object["base64"] = .string(Data(value).base64EncodedString())
        }
        if let expires { object["expires"] = .integer(Int(expires.milliseconds)) }
        return JSONValue.object(object).serialized
    }

    /// What storing it means.
    var write: Write { .set(StorageKey(key.namespace, key.name), value, expires: expires) }
}

/// Writes all key-value data and all records to standard output.
struct StateExportCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "export"], arguments: "", summary: "writes key-value data, records and updates set aside as lines of JSON",
        count: 0...0,
        options: [StateAccess.fileOption],
        details:
            "To standard output: `govorun state export > state.jsonl`. Without the inbox, planned jobs (reminders, time limits of questions) and secrets."
    )

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        try await StateAccess.withReadableStorage(try StateAccess.file(arguments), context) { storage in
            for namespace in try await storage.namespaces(NamePage(limit: .max)) where !StateSecrets.holds(namespace) {
                var page = NamePage()
                while case let names = try await storage.names(in: namespace, page), let last = names.last {
                    let keys = names.map { StorageKey(namespace, $0) }
                    let lines = zip(keys, try await storage.values(for: keys)).compactMap { key, value in
                        value.map { StateLine(key, $0).text }
                    }
                    if !lines.isEmpty { context.terminal.say(lines.joined(separator: "\n")) }
                    page.after = last
                }
            }
            try await writeRecords(storage, context)
            return .success
        }
    }

    private func writeRecords(_ storage: any Storage, _ context: CommandContext) async throws {
        let records = StateRecords(storage)
        for collection in try await records.collections() {
            guard let schema = try await storage.schema(of: collection) else { continue }
            context.terminal.say(RecordLine.collection(schema).text)
            try await records.forEachPage(of: collection) { page in
                let lines = page.map { RecordLine.record(collection: collection, id: $0.id, body: $0.body).text }
                context.terminal.say(lines.joined(separator: "\n"))
            }
        }
    }
}

/// Stores what an export has written.
struct StateImportCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "import"], arguments: "EXPORT", summary: "stores what 'govorun state export' has written", count: 1...1,
        options: [StateAccess.fileOption],
        details: """
            EXPORT may be a pipe: `zcat state.jsonl.gz | govorun state import /dev/stdin`.
            All of it or, when a line cannot be read, nothing. Values of the same name and records of the same id are replaced, others stay. A
            record's revision counts on, or begins with 1.
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let path = arguments.positional[0]
        let data: [UInt8]
        do { data = try WholeFile.read(path) } catch {
            throw StateAccess.refuse("\(path) cannot be read: \(error)", ExitCode(unreadable: error.number), context)
        }
        var (values, records): ([Write], [RecordLine]) = ([], [])
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
            if let record = RecordLine(Array(line)) {
                records.append(record)
                continue
            }
            guard let line = StateLine(Array(line)), !StateSecrets.holds(line.key.namespace) else {
                throw StateAccess.refuse("\(path):\(index + 1): this is no line of an export; nothing was stored", .badData, context)
            }
            values.append(line.write)
        }
        return try await StateAccess.withStorage(try StateAccess.file(arguments), context, isMade: true) { storage in
            try await storage.commit(Commit(values + Self.writes(of: records, to: storage)))
            let count = records.count { if case .record = $0 { true } else { false } }
            let told = count > 0 ? " and \(count) \(count == 1 ? "record" : "records")" : ""
            context.terminal.say("\(values.count) \(values.count == 1 ? "value" : "values")\(told) stored")
            return .success
        }
    }

    /// A collection that is there keeps its indexes.
    private static func writes(of lines: [RecordLine], to storage: any Storage) async throws -> [Write] {
        var writes: [Write] = []
        for line in lines {
            if case .collection(let schema) = line, try await storage.schema(of: schema.collection) != nil { continue }
            writes.append(line.write)
        }
        return writes
    }
}
