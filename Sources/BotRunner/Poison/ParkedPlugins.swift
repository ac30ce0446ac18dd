// Govorun: plugins that rest on one bot because they kill the process. SPDX-License-Identifier: MIT
package import BotKit
package import BotStorage

/// Which plugin of which bot gets no updates, since when, and why. It stays so over restarts until somebody unparks it.
package struct ParkedPlugins: Sendable {
    /// A parked plugin.
    package struct Entry: Sendable, Equatable {
        /// The bot's source: its community's id.
        package var source: String
        /// The plugin's instance.
        package var plugin: String
        /// Since when.
        package var time: UnixTime
        /// Why.
        package var reason: ParkingReason

        /// Makes an entry.
        package init(source: String, plugin: String, time: UnixTime, reason: ParkingReason) {
            (self.source, self.plugin, self.time, self.reason) = (source, plugin, time, reason)
        }
    }

    private static let prefix = "parked/"

    private let storage: any Storage

    /// What is parked in `storage`.
    package init(_ storage: any Storage) { self.storage = storage }

    /// Parks a plugin; belongs into the commit that sets the update aside.
    package static func parking(_ entry: Entry) -> [Write] {
        [PluginSwitches.parking(entry.plugin, source: entry.source, at: entry.time, entry.reason)]
    }

    /// The sources with a parked plugin.
    package func sources() async throws -> [String] { try await storage.topics(under: Self.prefix) }

    /// The parked plugins of a source, by name.
    package func entries(of source: String) async throws -> [Entry] {
        let names = try await storage.allNames(in: Self.prefix + source)
        let values = try await storage.values(for: names.map { Self.key(source, $0) })
        return zip(names, values).compactMap { name, value in
            guard let value else { return nil }
            let json = (try? JSONDocument(value.bytes).root) ?? .absent
            return Entry(
                source: source, plugin: name, time: UnixTime(milliseconds: json["time"].integer(Int64.self) ?? 0),
                reason: ParkingReason(stored: json))
        }
    }

    /// Has a plugin get updates again, from the bot's next start on.
    ///
    /// - Returns: whether it was parked.
    @discardableResult
    package func unpark(_ plugin: String, of source: String) async throws -> Bool { try await storage.delete(Self.key(source, plugin)) }

    /// Forgets all parked plugins of a source.
    package static func forgetting(_ source: String) -> [Write] { [.deleteNamespace(prefix + source)] }

    private static func key(_ source: String, _ plugin: String) -> StorageKey { PluginSwitches.parkedKey(plugin, source: source) }
}
