// Govorun: what is stored for a bot, or for one plugin of it. SPDX-License-Identifier: MIT
import BotKit
import BotStorage

/// The namespaces, collections and planned jobs that belong to one bot or to one plugin of it.
struct StateBelongings: Sendable {
    /// Whatever is kept for a bot is kept under KIND/COMMUNITY, or KIND/COMMUNITY/MORE; for a plugin under KIND/COMMUNITY/PLUGIN.
    let namespaces: [String]
    /// COMMUNITY/PLUGIN/TYPE.
    let collections: [String]
    /// The changes that cancel what is planned.
    let cancellations: [Write]

    /// Whether there is nothing.
    var isEmpty: Bool { namespaces.isEmpty && collections.isEmpty && cancellations.isEmpty }

    /// Looks for what belongs to a bot, or, if `plugin` is given, to that plugin of it.
    init(of source: String, plugin: String?, in storage: any Storage) async throws {
        let owner = [source] + (plugin.map { [$0] } ?? [])
        namespaces = try await storage.namespaces(NamePage(limit: .max)).filter { Self.parts($0).dropFirst().starts(with: owner) }
        collections = try await StateRecords(storage).collections().filter { Self.parts($0).starts(with: owner) }
        cancellations =
            if let plugin { try await storage.cancellations(of: plugin, source: source) } else { [.cancelErrands(of: source)] }
    }

    /// The plugins of a bot that keep state or records.
    static func plugins(of source: String, in storage: any Storage) async throws -> [String] {
        let all = try await StateBelongings(of: source, plugin: nil, in: storage)
        let states = all.namespaces.map(parts).filter { $0.count > 2 }.map { $0[2] }
        return Set(states + all.collections.map(parts).filter { $0.count > 2 }.map { $0[1] }).sorted()
    }

    private static func parts(_ name: String) -> [String] { name.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }
}
