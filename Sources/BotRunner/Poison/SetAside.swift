// Govorun: updates that are kept because handling them kills the process. SPDX-License-Identifier: MIT
package import BotStorage
import TapeJSON

/// The updates of all bots that were set aside, each under its source and its position.
package struct SetAside: Sendable {
    /// One update that was set aside.
    package struct Entry: Sendable, Equatable {
        /// The source it came from: a community's id.
        package var source: String
        /// Its position in that source's inbox; the number by which people name it.
        package var position: Int64
        /// The update as VK sent it, JSON.
        package var update: String
        /// When it was set aside.
        package var time: UnixTime
        /// Why, in one sentence for people.
        package var reason: String
        /// What ran for it when the process died.
        package var code: RunningCode?
        /// How often it was in hand at a death.
        package var deaths: Deaths

        /// Makes an entry.
        package init(
            source: String, position: Int64, update: String, time: UnixTime, reason: String, code: RunningCode? = nil,
            deaths: Deaths = Deaths()
        ) {
            (self.source, self.position, self.update, self.time) = (source, position, update, time)
            (self.reason, self.code, self.deaths) = (reason, code, deaths)
        }
    }

    private static let prefix = "set-aside/"

    private let storage: any Storage

    /// What is set aside in `storage`.
    package init(_ storage: any Storage) { self.storage = storage }

    /// Keeps an update; belongs into the commit that finishes it.
    package static func keeping(_ entry: Entry) -> [Write] { [.set(key(entry.source, entry.position), Array(entry.text.utf8))] }

    /// The sources with something set aside.
    package func sources() async throws -> [String] { try await storage.topics(under: Self.prefix) }

    /// How many updates of a source are set aside.
    package func count(of source: String) async throws -> Int { try await storage.allNames(in: Self.prefix + source).count }

    /// Updates of a source in the order of their positions, those behind `position` only, at most `limit`.
    package func entries(of source: String, after position: Int64? = nil, limit: Int = 100) async throws -> [Entry] {
        let namespace = Self.prefix + source
        let names = try await storage.names(in: namespace, NamePage(after: position.map(Self.name), limit: limit))
        let values = try await storage.values(for: names.map { StorageKey(namespace, $0) })
        return zip(names, values).compactMap { name, value in
            guard let value, let position = Int64(name) else { return nil }
            return Entry(source: source, position: position, stored: value.bytes)
        }
    }

    /// The update of a source that was at `position`.
    package func entry(of source: String, at position: Int64) async throws -> Entry? {
        try await storage.value(for: Self.key(source, position)).map { Entry(source: source, position: position, stored: $0) }
    }

    /// Puts an update back into its inbox, as a batch of its own behind all others; in one commit it is set aside no more.
    ///
    /// Not while something polls for the source: the cursor stored is the one that is there.
    ///
    /// - Returns: its new position; `nil` when no such update is set aside, or what is kept cannot be read.
    package func replay(of source: String, at position: Int64) async throws -> Int64? {
        let key = Self.key(source, position)
        guard let kept = try await storage.value(for: key) else { return nil }
        let entry = Entry(source: source, position: position, stored: kept)
        guard entry.isReadable else { return nil }
        let cursor = try await storage.inbox(of: source).cursor ?? []
        let batch = InboxBatch(source: source, cursor: cursor, body: Array(#"{"updates":[\#(entry.update)]}"#.utf8), updates: 1)
        let receipt = try await storage.commit(Commit([.delete(key), .store(batch)], if: [.value(key, is: kept)]))
        guard case .stored(let first) = receipt.outcomes[1] else { throw StorageError(.failed) }
        return first
    }

    /// Forgets an update.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    package func drop(of source: String, at position: Int64) async throws -> Bool { try await storage.delete(Self.key(source, position)) }

    /// Forgets all updates of a source.
    package static func forgetting(_ source: String) -> [Write] { [.deleteNamespace(prefix + source)] }

    private static func key(_ source: String, _ position: Int64) -> StorageKey { StorageKey(prefix + source, name(position)) }

    /// Names are in the order of positions.
    private static func name(_ position: Int64) -> String {
        let digits = String(position)
        return String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
    }
}

extension SetAside.Entry {
    /// Whether the update was there when it was read.
    package var isReadable: Bool { !update.isEmpty }

    fileprivate var text: String {
        var object: JSONObject = ["time": .integer(Int(time.milliseconds)), "reason": .string(reason)]
        if let code { (object["plugin"], object["handler"]) = (.string(code.plugin), .string(code.handler)) }
        (object["traps"], object["silents"]) = (.integer(deaths.traps), .integer(deaths.silents))
        // The update is kept to the byte: as VK wrote it.
        object["update"] = .string(update)
        return JSONValue.object(object).serialized
    }

    /// Reads an entry; what somebody has spoilt has no update, and can still be listed and dropped.
    fileprivate init(source: String, position: Int64, stored: [UInt8]) {
        let json = (try? JSONDocument(stored).root) ?? .absent
        let update = json["update"].string ?? ""
        let isReadable = (try? JSONDocument(update)) != nil
        self.init(
            source: source, position: position, update: isReadable ? update : "",
            time: UnixTime(milliseconds: json["time"].integer(Int64.self) ?? 0),
            reason: isReadable ? json["reason"].string ?? "" : "what is kept of it cannot be read",
            code: json["plugin"].string.map { RunningCode(plugin: $0, handler: json["handler"].string ?? "") },
            deaths: Deaths(traps: json["traps"].int ?? 0, silents: json["silents"].int ?? 0))
    }
}

extension Storage {
    /// What stands behind `prefix` in the names of namespaces.
    func topics(under prefix: String) async throws -> [String] {
        try await namespaces(NamePage(prefix: prefix, limit: .max)).map { String($0.dropFirst(prefix.count)) }
    }

    /// All names of a namespace.
    func allNames(in namespace: String) async throws -> [String] { try await names(in: namespace, NamePage(limit: .max)) }
}
