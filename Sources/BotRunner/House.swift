// Govorun: what all bots of a runner share. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import CurlClient
import Synchronization
import VKUpdates

/// One HTTP client, one storage, one pool of lanes, one log.
final class House: Sendable {
    let transport: any APITransport
    /// Where updates are read and stored: on the thread that receives them, which waits for nobody. No plugin's code runs there.
    let receiving: (any TaskExecutor)?
    let pool: LanePool
    let watch: HandlerWatch
    let shelf = BatchShelf()
    let storage: any Storage
    let poison: PoisonDesk
    /// Where VK's callbacks are taken; `nil` where nothing listens.
    let callbacks: CallbackIntake?
    /// Where other programs post to plugins.
    let hooks: HookIntake
    /// Whether what waits in the inbox is there after the process has ended.
    let isDurable: Bool
    let logger: Logger
    let time: any TimeSource
    private let sink: LogSink?
    private let communities = Mutex(Claims())
    private let starting: Mutex<Set<String>>
    private let onceAllHaveStarted: @Sendable () -> Void

    init(
        transport: any APITransport, receiving: (any TaskExecutor)? = nil, storage: any Storage, isDurable: Bool, poison: PoisonDesk,
        callbacks: CallbackIntake?,
        hooks: HookIntake,
        logger: Logger, sink: LogSink?, time: any TimeSource,
        bots: [String], onceAllHaveStarted: @escaping @Sendable () -> Void
    ) {
        starting = Mutex(Set(bots))
        self.onceAllHaveStarted = onceAllHaveStarted
        self.transport = transport
        self.receiving = receiving
        self.storage = storage
        self.isDurable = isDurable
        self.poison = poison
        self.callbacks = callbacks
        self.hooks = hooks
        (watch, pool) = (HandlerWatch(time), LanePool(time))
        self.logger = logger
        self.sink = sink
        self.time = time
    }

    /// Takes a secret that was learnt late out of all further lines.
    func hide(_ secret: Secret) { sink?.hide(secret) }

    /// `bot` listens, or never will.
    func hasStarted(_ bot: String) {
        let wasLast = starting.withLock { $0.remove(bot) != nil && $0.isEmpty }
        if wasLast { onceAllHaveStarted() }
    }

    // MARK: Communities

    private struct Claims {
        /// Who has a community, and what begins when it is free again.
        var owners: [Int: (bot: String, freed: Drain)] = [:]
        /// Bots that have been asked to end.
        var leaving: Set<String> = []
    }

    private enum Claim { case taken, waits(for: Drain, of: String), refused(by: String) }

    /// A bot of this name begins.
    func comes(_ bot: String) { communities.withLock { _ = $0.leaving.remove(bot) } }

    /// The bot of this name has been asked to end, and lets go of its community then.
    func leaves(_ bot: String) { communities.withLock { _ = $0.leaving.insert(bot) } }

    /// The bot has ended, and another may have its community.
    func release(_ community: Int, of bot: String) {
        let freed = communities.withLock { $0.owners[community]?.bot == bot ? $0.owners.removeValue(forKey: community)?.freed : nil }
        freed?.begin()
    }

    /// Takes a community: two bots of one would each receive everything. One whose bot is about to end is waited for.
    ///
    /// - Returns: whether it has it; not when the drain began first.
    /// - Throws: `BotProblem` naming both; `CancellationError`.
    func claim(_ community: Int, for bot: String, until drain: Drain) async throws -> Bool {
        while true {
            switch claim(community, for: bot) {
            case .taken: return true
            case .refused(let other):
                throw BotProblem(message: "'\(other)' and '\(bot)' are the same community (\(community)); keep one of them")
            case .waits(let freed, let other):
                logger.info("waits for the bot that had this community", ["bot": bot, "community": community, "other": other])
                guard try await drain.unlessBegun({ await freed.begun() }) != nil else { return false }
                try Task.checkCancellation()
            }
        }
    }

    private func claim(_ community: Int, for bot: String) -> Claim {
        communities.withLock { claims in
            guard let owner = claims.owners[community], owner.bot != bot else {
                claims.owners[community] = claims.owners[community] ?? (bot, Drain())
                return .taken
            }
            return claims.leaving.contains(owner.bot) ? .waits(for: owner.freed, of: owner.bot) : .refused(by: owner.bot)
        }
    }
}
