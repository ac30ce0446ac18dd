// Govorun: which plugins are switched off, and where. SPDX-License-Identifier: MIT
package import BotStorage
import Synchronization

/// What has been switched off in a bot while it runs; stored, so that it stays so.
///
/// A plugin that is off everywhere is off in every conversation, whatever was said there.
public final class PluginSwitches: Sendable {
    /// How a plugin stands.
    public enum Standing: Sendable, Equatable {
        /// It gets what happens.
        case on
        /// Switched off in the conversation asked about.
        case offHere
        /// Switched off in all of them.
        case off
        /// It failed too often, and gets nothing until somebody switches it on.
        case parked(reason: ParkingReason)
    }

    private struct State {
        /// By plugin, the conversations where it is off; 0: everywhere.
        var off: [String: Set<Int>] = [:]
        var parked: [String: ParkingReason] = [:]
        var isEmpty: Bool { off.isEmpty && parked.isEmpty }
    }

    private let storage: any Storage
    private let source: String
    private let state = Mutex(State())
    /// Most bots have none at most times, and are asked for each handler.
    private let hasAny = Atomic(false)

    init(_ storage: any Storage, source: String) { (self.storage, self.source) = (storage, source) }

    /// How the instance `plugin` stands in `peer`, or, without one, where it is not about a conversation.
    public func standing(of plugin: String, in peer: Peer? = nil) -> Standing {
        guard hasAny.load(ordering: .acquiring) else { return .on }
        return state.withLock { state in
            if let reason = state.parked[plugin] { return .parked(reason: reason) }
            guard let places = state.off[plugin] else { return .on }
            if places.contains(0) { return .off }
            return peer.map { places.contains($0.id) } == true ? .offHere : .on
        }
    }

    /// Switches a plugin off in `peer`, or everywhere.
    ///
    /// - Throws: `StorageError`.
    public func turnOff(_ plugin: String, in peer: Peer? = nil) async throws {
        let place = peer?.id ?? 0
        let value: JSONValue = ["time": .integer(Int(storage.now.milliseconds))]
        try await storage.commit([.set(key(plugin, place), value.bytes)])
        change { _ = $0.off[plugin, default: []].insert(place) }
    }

    /// Takes back that a plugin was switched off in `peer`, or everywhere; there also that it was parked.
    ///
    /// - Throws: `StorageError`.
    public func turnOn(_ plugin: String, in peer: Peer? = nil) async throws {
        let place = peer?.id ?? 0
        let unparking: [Write] = peer == nil ? [.delete(Self.parkedKey(plugin, source: source))] : []
        try await storage.commit(Commit([.delete(key(plugin, place))] + unparking))
        change { state in
            state.off[plugin]?.remove(place)
            if state.off[plugin]?.isEmpty == true { state.off[plugin] = nil }
            if peer == nil { state.parked[plugin] = nil }
        }
    }

    // MARK: Parked plugins

    /// A plugin gets nothing any more, from now on; whoever calls stores it.
    package func park(_ plugin: String, reason: ParkingReason) { change { $0.parked[plugin] = reason } }

    /// What stores that a plugin is parked: JSON, `{"time": milliseconds, "reason": text}`, with what ``ParkingReason`` adds.
    package static func parking(_ plugin: String, source: String, at time: UnixTime, _ reason: ParkingReason) -> Write {
        var value = reason.members
        value["time"] = .integer(Int(time.milliseconds))
        return .set(parkedKey(plugin, source: source), JSONValue.object(value).bytes)
    }

    /// Where it is stored that a plugin is parked.
    package static func parkedKey(_ plugin: String, source: String) -> StorageKey { StorageKey("parked/\(source)", plugin) }

    // MARK: Keeping up

    /// `echo 2000000001`, `echo 0`.
    private func key(_ plugin: String, _ place: Int) -> StorageKey { StorageKey("switches/\(source)", "\(plugin) \(place)") }

    /// Reads what earlier processes have stored.
    func load() async throws {
        let off = try await storage.names(in: "switches/\(source)", NamePage(limit: .max))
        let parked = try await storage.names(in: "parked/\(source)", NamePage(limit: .max))
        let reasons = try await storage.values(for: parked.map { Self.parkedKey($0, source: source) })
        change { state in
            for name in off {
                guard let space = name.lastIndex(of: " "), let place = Int(name[name.index(after: space)...]) else { continue }
                state.off[String(name[..<space]), default: []].insert(place)
            }
            for case (let plugin, let value?) in zip(parked, reasons) { state.parked[plugin] = Self.reason(value.bytes) }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            hasAny.store(!state.isEmpty, ordering: .releasing)
        }
    }

    private static func reason(_ bytes: [UInt8]) -> ParkingReason {
        do { return ParkingReason(stored: try JSONDocument(bytes).root) } catch { return .said("") }
    }
}
