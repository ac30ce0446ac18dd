// Govorun: options that were set from chats. SPDX-License-Identifier: MIT
import BotStorage
import Synchronization

/// What has been set in the options of a bot's plugins while it runs, in one chat or everywhere; stored, so that it stays so.
///
/// It is laid over `with:` of `bots.yaml`, what one chat says over what counts everywhere.
public final class PluginTuning: Sendable {
    /// Values by plugin, then by key.
    typealias Values = [String: [String: String]]

    private struct State {
        /// By conversation; 0: everywhere.
        var values: [Int: Values] = [:]
        weak var lineup: Lineup?
    }

    private let storage: any Storage
    private let logger: Logger
    private let source: String
    private let state = Mutex(State())
    /// Whether anything was set anywhere: asked for every update.
    private let isAnySet = Atomic(false)

    init(_ storage: any Storage, source: String, logger: Logger) { (self.storage, self.source, self.logger) = (storage, source, logger) }

    /// The plugins that it is about.
    var lineup: Lineup? {
        get { state.withLock { $0.lineup } }
        set { state.withLock { $0.lineup = newValue } }
    }

    /// Whether anything was set for a conversation alone.
    func isTuned(_ peer: Int) -> Bool {
        isAnySet.load(ordering: .acquiring) && state.withLock { $0.values[peer] != nil }
    }

    /// What was set for a conversation alone, or everywhere.
    func values(in peer: Int?) -> Values { state.withLock { $0.values[peer ?? 0] ?? [:] } }

    // MARK: Changing

    /// Stores a value, or with `nil` that there is none.
    ///
    /// - Throws: `StorageError`.
    func store(_ value: String?, for key: String, of plugin: String, in peer: Int?) async throws {
        let place = storageKey(plugin, peer ?? 0, key)
        let json: JSONValue? = value.map { ["value": .string($0), "time": .integer(Int(storage.now.milliseconds))] }
        try await storage.commit([json.map { .set(place, $0.bytes) } ?? .delete(place)])
        learn(value, for: key, of: plugin, in: peer ?? 0)
    }

    private func learn(_ value: String?, for key: String, of plugin: String, in place: Int) {
        state.withLock { state in
            state.values[place, default: [:]][plugin, default: [:]][key] = value
            if state.values[place]?[plugin]?.isEmpty == true { state.values[place]?[plugin] = nil }
            if state.values[place]?.isEmpty == true { state.values[place] = nil }
            isAnySet.store(!state.values.isEmpty, ordering: .releasing)
        }
    }

    /// What was set does not fit the plugin any more: the value of `key`, or all of them.
    func drop(_ key: String?, of plugin: String, in peer: Int?, because reason: String) async {
        for name in key.map({ [$0] }) ?? (values(in: peer)[plugin] ?? [:]).keys.sorted() {
            logger.warning(
                "an option that was set from a chat does not fit any more and is forgotten",
                ["plugin": plugin, "option": name, "peer": peer.map(String.init) ?? "everywhere", "reason": reason])
            learn(nil, for: name, of: plugin, in: peer ?? 0)
            do {
                try await storage.commit([.delete(storageKey(plugin, peer ?? 0, name))])
            } catch {
                logger.warning("it could not be removed from the storage", ["plugin": plugin, "option": name, "error": "\(error)"])
            }
        }
    }

    // MARK: Keeping up

    private var prefix: String { "tuning/\(source)/" }

    /// `2000000001 greeting`, `0 greeting`: below the plugin, so that what is forgotten of a plugin includes it.
    private func storageKey(_ plugin: String, _ place: Int, _ key: String) -> StorageKey { StorageKey(prefix + plugin, "\(place) \(key)") }

    /// Reads what earlier processes have stored.
    ///
    /// - Throws: `StorageError`.
    func load() async throws {
        var read: [Int: Values] = [:]
        for namespace in try await storage.namespaces(NamePage(prefix: prefix, limit: .max)) {
            let names = try await storage.names(in: namespace, NamePage(limit: .max))
            let values = try await storage.values(for: names.map { StorageKey(namespace, $0) })
            for case (let name, let value?) in zip(names, values) {
                guard let space = name.firstIndex(of: " "), let place = Int(name[..<space]), let text = Self.text(value.bytes) else {
                    continue
                }
                let key = String(name[name.index(after: space)...])
                read[place, default: [:]][String(namespace.dropFirst(prefix.count)), default: [:]][key] = text
            }
        }
        let found = read
        state.withLock { state in
            state.values = found
            isAnySet.store(!found.isEmpty, ordering: .releasing)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        do { return try JSONDocument(bytes).root["value"].string } catch { return nil }
    }
}
