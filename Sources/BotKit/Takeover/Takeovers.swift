// Govorun: which conversations people have taken over. SPDX-License-Identifier: MIT
import BotStorage
import Synchronization

/// The conversations of a bot in which its plugins are silent; stored with the mark that the administrator's line is done.
public final class Takeovers: Sendable {
    /// What of a bot's state is nobody's but its own.
    static let owner = "@bot"

    /// Beyond so many, those that are over are forgotten.
    private static let limit = 1_000

    private let storage: any Storage
    private let source: String
    private let known = Mutex<[Int: Takeover]>([:])
    /// Most bots have none at most times, and are asked for each message.
    private let hasAny = Atomic(false)

    init(_ storage: any Storage, source: String) { (self.storage, self.source) = (storage, source) }

    /// All that are not over at `moment`, Unix seconds, by conversation.
    public func all(at moment: Int) -> [(peer: Peer, takeover: Takeover)] {
        known.withLock { $0 }.filter { $0.value.until > moment }.map { (Peer(id: $0), $1) }.sorted { $0.peer.id < $1.peer.id }
    }

    /// Whether nothing is known of any, be it over or not.
    var isEmpty: Bool { !hasAny.load(ordering: .acquiring) }

    /// The one in `peer`, over or not.
    public func takeover(in peer: Peer) -> Takeover? { known.withLock { $0[peer.id] } }

    /// From now on plugins speak in `peer` again.
    ///
    /// - Throws: `StorageError`.
    public func end(in peer: Peer) async throws {
        try await storage.commit([.delete(storageKey(peer.id))])
        change { $0[peer.id] = nil }
    }

    private func change(_ change: (inout [Int: Takeover]) -> Void) {
        known.withLock { known in
            change(&known)
            hasAny.store(!known.isEmpty, ordering: .releasing)
        }
    }

    static func key(_ peer: Int) -> StateKey { StateKey(Takeover.self, of: owner, .conversation, conversation: peer, person: nil) }

    private func storageKey(_ peer: Int) -> StorageKey { Self.key(peer).storageKey(source: source) }

    /// As it is stored; longer than it lasts, since a queue may be late.
    static func value(_ takeover: Takeover, for period: Duration) throws -> StateValue {
        var value = try StateCoding.encode(takeover)
        value.lifetime = period + .seconds(24 * 3600)
        return value
    }

    // MARK: Keeping up

    /// Reads what earlier processes have stored.
    func load() async throws {
        let sample = storageKey(0)
        let prefix = String(sample.name.dropLast())
        let names = try await storage.names(in: sample.namespace, NamePage(prefix: prefix, limit: .max))
        let values = try await storage.values(for: names.map { StorageKey(sample.namespace, $0) })
        for case (let name, let value?) in zip(names, values) {
            guard let peer = Int(name.dropFirst(prefix.count)), let takeover = Self.read(value.bytes) else { continue }
            change { $0[peer] = takeover }
        }
    }

    /// What the handlers of an update have left there is to be stored, and counts from now on.
    func learn(from work: EventWork) {
        guard work.hasValues, let peer = work.update.peerID, let value = work.value(for: Self.key(peer)) else { return }
        let moment = work.moment
        change { known in
            known[peer] = value.flatMap { Self.read($0.bytes) }
            if known.count > Self.limit { known = known.filter { $0.value.until > moment } }
        }
    }

    private static func read(_ bytes: [UInt8]) -> Takeover? {
        do { return try StateCoding.decode(Takeover.self, from: StateValue(bytes: bytes)) } catch { return nil }
    }
}
