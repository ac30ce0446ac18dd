// Govorun: whether a plugin gets what happens. SPDX-License-Identifier: MIT
import Synchronization

extension Router {
    /// The instance `plugin` gets no more updates; whoever calls stores it.
    package func park(_ plugin: String, reason: ParkingReason = "") { bot.switches.park(plugin, reason: reason) }

    /// Whether `instance` gets what happens in `peer`, or without one what is about no conversation.
    func isAtWork(_ instance: PluginInstance, in peer: Peer?) -> Bool {
        if let peer, !instance.works(in: peer) { return false }
        return bot.switches.standing(of: instance.name, in: peer) == .on
    }

    /// Whether `instance` gets `work`: also not what people have taken over.
    func isAtWork(_ instance: PluginInstance, in peer: Peer?, _ work: EventWork) -> Bool {
        isAtWork(instance, in: peer) && (instance.worksDuringTakeover || !isSilent(work))
    }

    /// Reads, before the first update, what of it is stored.
    ///
    /// - Returns: whether the update may be handled.
    func isReady(for work: EventWork) async -> Bool {
        do {
            try await opening.once {
                try await bot.switches.load()
                try await bot.takeovers.load()
            }
            return true
        } catch let error as StorageError {
            work.suffers(error)
        } catch {
            // Cancelled: the update is not done.
        }
        return false
    }
}

/// Something that is done before the first use, once it has succeeded.
final class Opening: Sendable {
    private let done = Atomic(false)
    private let gate = Turnstile<Int>()

    var isDone: Bool { done.load(ordering: .acquiring) }

    func once(_ work: () async throws -> Void) async throws {
        try await gate.pass(0) {
            guard !isDone else { return }
            try await work()
            done.store(true, ordering: .releasing)
        }
    }
}

/// A plugin of a bot as people see it in one conversation.
public struct PluginStanding: Sendable {
    /// The name of the instance.
    public let name: String
    /// Its commands that are listed, under the names of this bot.
    public let commands: [CommandForm]
    /// Whether it works in this conversation at all.
    public let worksHere: Bool
    /// Whether somebody has switched it off.
    public let standing: PluginSwitches.Standing
}

extension Message {
    /// The plugins of the bot, in the order of `bots.yaml`, as they stand in this conversation.
    public var plugins: [PluginStanding] { run.router.plugins(in: peer) }
}

extension Router {
    /// The plugins, in the order of `bots.yaml`, as they stand in `peer`.
    package func plugins(in peer: Peer) -> [PluginStanding] {
        instances.map { instance in
            let commands = table.listed.filter { $0.route.instance.name == instance.name && !$0.form.help.isEmpty }
            return PluginStanding(
                name: instance.name, commands: commands.map(\.form), worksHere: instance.works(in: peer),
                standing: bot.switches.standing(of: instance.name, in: peer))
        }
    }
}
