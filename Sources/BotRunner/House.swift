// Govorun: what all bots of a runner share. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import CurlClient
import Synchronization
import VKUpdates

/// One HTTP client, one storage, one pool of lanes, one log.
final class House: Sendable {
    let transport: any APITransport
    let pool = LanePool()
    let watch: HandlerWatch
    let shelf = BatchShelf()
    let storage: any Storage
    let poison: PoisonDesk
    /// Where VK's callbacks are taken; `nil` where nothing listens.
    let callbacks: CallbackIntake?
    /// Where other programs post to plugins.
    let hooks: HookIntake
    /// How VK reaches this machine; `nil` when nobody has said.
    let publicURL: String?
    /// Whether what waits in the inbox is there after the process has ended.
    let isDurable: Bool
    let logger: Logger
    let time: any TimeSource
    private let sink: LogSink?
    private let communities = Mutex<[Int: String]>([:])
    private let starting: Mutex<Set<String>>
    private let onceAllHaveStarted: @Sendable () -> Void

    init(
        transport: any APITransport, storage: any Storage, isDurable: Bool, poison: PoisonDesk, callbacks: CallbackIntake?,
        hooks: HookIntake,
        publicURL: String?, logger: Logger, sink: LogSink?, time: any TimeSource,
        bots: [String], onceAllHaveStarted: @escaping @Sendable () -> Void
    ) {
        starting = Mutex(Set(bots))
        self.onceAllHaveStarted = onceAllHaveStarted
        self.transport = transport
        self.storage = storage
        self.isDurable = isDurable
        self.poison = poison
        self.callbacks = callbacks
        self.hooks = hooks
        self.publicURL = publicURL
        watch = HandlerWatch(time)
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

    /// The bot has ended, and another may have its community.
    func release(_ community: Int, of bot: String) {
        communities.withLock { if $0[community] == bot { $0[community] = nil } }
    }

    /// Two bots of one community would each receive everything.
    ///
    /// - Throws: `BotProblem` naming both.
    func claim(_ community: Int, for bot: String) throws {
        let other = communities.withLock { claimed in
            let other = claimed[community]
            if other == nil { claimed[community] = bot }
            return other == bot ? nil : other
        }
        if let other { throw BotProblem(message: "'\(other)' and '\(bot)' are the same community (\(community)); keep one of them") }
    }
}
