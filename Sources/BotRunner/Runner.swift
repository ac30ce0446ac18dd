// Govorun: runs all bots side by side. SPDX-License-Identifier: MIT
package import BotKit
import BotStorage
import CurlClient
import Synchronization
import VKUpdates

/// The bots of one configuration, until they are drained or none is left.
public final class Runner: Sendable {
    /// How it ended, for the process's exit code.
    public enum Ending: Sendable, Equatable {
        /// All bots were drained.
        case drained
        /// Handlers were still running when the deadline of the drain came; they are named in the log.
        case drainTimedOut
        /// No bot is left, and for each of them `bots.yaml` or a community's settings have to change.
        case misconfigured
        /// No bot is left.
        case failed
    }

    /// How long handlers may finish once the drain has begun; containers are killed ten seconds after SIGTERM.
    static let drainDeadline: Duration = .seconds(8)

    /// What it has come to, and what changes it; `nil` before `run`.
    private let state: Mutex<(configuration: RunnerConfiguration, running: (fleet: Fleet, drain: Drain)?)>
    /// Begun once there are bots to be changed, or it has ended without.
    let opened = Drain()
    let logger: Logger
    /// The level of that logger, and of all that are made from it.
    private let threshold: LogThreshold
    private let sink: LogSink
    /// Another way to VK than HTTP; `nil`: HTTP.
    private let transport: (any APITransport)?
    private let time: any TimeSource
    private let began: Duration
    /// Where VK's callbacks are taken; `nil` where nothing listens.
    let callbacks: CallbackIntake?
    /// Where other programs post to plugins.
    let hooks: HookIntake
    /// The largest body that is listened to; bots that take callbacks may join later.
    var bodyLimit: Int { max(1 << 20, hooks.largestBody) }
    /// Files are compared one after another.
    let changing = Mutex(())

    /// A runner that writes to `sink`.
    public convenience init(_ configuration: RunnerConfiguration, sink: LogSink) {
        self.init(configuration, sink: sink, transport: nil, time: SystemTime())
    }

    /// A runner for whom VK and time are somebody else's.
    package init(_ configuration: RunnerConfiguration, sink: LogSink, transport: (any APITransport)?, time: any TimeSource) {
        self.transport = transport
        self.time = time
        began = time.now
        state = Mutex((configuration, nil))
        self.sink = sink
        threshold = LogThreshold(configuration.logLevel)
        logger = sink.logger(threshold)
        hooks = HookIntake(configuration.bots, logger: logger)
        callbacks = configuration.web == nil ? nil : CallbackIntake(logger: logger)
        for bot in configuration.bots { callbacks?.expect(bot) }
        for secret in hooks.secrets { sink.hide(secret) }
        for address in hooks.addresses where configuration.web != nil { tellAddress(address) }
        if configuration.web == nil, !hooks.isEmpty { logger.warning("hooks have secrets, but 'web' is off: nobody can post to them") }
    }

    /// Where other programs post to a hook.
    func tellAddress(_ hook: String) {
        logger.info("takes posts", ["address": (configuration.webPublic ?? "") + "/hooks/" + hook])
    }

    /// Takes a secret that was learnt late out of all further lines.
    func hide(_ secret: Secret) { sink.hide(secret) }

    /// What it goes by now.
    var configuration: RunnerConfiguration { state.withLock { $0.configuration } }

    /// It has come to another configuration.
    func adopt(_ configuration: RunnerConfiguration) { state.withLock { $0.configuration = configuration } }

    /// Lines are written so from now on; the change is told at whichever level tells more.
    func log(at level: LogLevel, as format: RunnerConfiguration.LogFormat) {
        threshold.level = min(threshold.level, level)
        sink.write(as: format)
        logger.info("reload: the log is written otherwise", ["log.level": level.rawValue, "log.format": format == .json ? "json" : "text"])
        threshold.level = level
    }

    /// Its bots, and what ends them; `nil` before `run`.
    var running: (fleet: Fleet, drain: Drain)? { state.withLock { $0.running } }

    /// A bot's name with what it is doing, in the order of the file.
    public var states: [(name: String, state: BotState)] { currentLives.map { ($0.configuration.name, $0.state) } }

    /// The bots as they live now.
    var currentLives: [BotLife] { running?.fleet.lives ?? [] }

    /// How long it has been there.
    var uptime: Duration { time.now - began }

    /// Starts every bot and returns when all have ended; `drain` makes them end.
    ///
    /// - Parameter onceAllHaveStarted: called once, when every bot listens or has stopped: nothing written to one from then on is missed.
    /// - Throws: `HTTPError` when no HTTP client can be made; `StorageError` when the storage cannot be opened, `locked` when another runner
    ///   has it.
    public func run(until drain: Drain, onceAllHaveStarted: @escaping @Sendable () -> Void = {}) async throws -> Ending {
        defer { opened.begin() }
        let storage = try await configuration.storage.open()
        let end = await Result {
            let poison = try self.poison()
            defer { poison.close() }
            return try await self.run(with: storage, poison, until: drain, onceAllHaveStarted)
        }
        await storage.close()
        return try end.get()
    }

    /// What the last process had in hand when it died.
    private func poison() throws -> PoisonDesk {
        guard case .sqlite(let path) = configuration.storage else { return PoisonDesk() }
        let opened = try HandsFile.open(path + ".hands", build: BuildStamp.current)
        if let warning = opened.warning { logger.warning("what was in hand is not known", ["reason": warning]) }
        if opened.lastEnd.death != nil { logger.warning("the last run ended without closing", ["suspects": opened.suspects.count]) }
        return PoisonDesk(opened)
    }

    private func run(
        with storage: any Storage, _ poison: PoisonDesk, until drain: Drain, _ onceAllHaveStarted: @escaping @Sendable () -> Void
    ) async throws -> Ending {
        let client = transport == nil ? try CurlClient() : nil
        guard let transport: any APITransport = client ?? transport else { return .failed }
        let house = House(
            transport: transport, receiving: client?.executor, storage: storage, isDurable: configuration.storage.isDurable, poison: poison,
            callbacks: callbacks,
            hooks: hooks, logger: logger, sink: sink, time: time, bots: configuration.bots.map(\.name),
            onceAllHaveStarted: onceAllHaveStarted)
        let threads = PluginThreads()
        // Not a child task: a handler that blocks its thread for ever would otherwise keep the runner from ever returning.
        let workers = Task { await house.pool.run(on: threads) }
        let guardian = Task { await watch(threads, house.watch) }
        let endings = await lives(in: house, until: drain)
        guardian.cancel()
        await guardian.value
        house.pool.close()
        await client?.shutdown()
        if endings == nil {
            logger.error("handlers did not finish in time", ["handlers": house.watch.names(runningFor: .zero).joined(separator: ", ")])
            workers.cancel()
            return .drainTimedOut
        }
        await workers.value
        threads.shutdown()
        return Self.ending(of: endings ?? [])
    }

    /// All bots' endings; `nil` when the drain's deadline came first.
    private func lives(in house: House, until drain: Drain) async -> [BotEnding]? {
        let fleet = Fleet(configuration.bots, in: house)
        state.withLock { $0.running = (fleet, drain) }
        opened.begin()
        return await withTaskGroup(of: [BotEnding]?.self) { group in
            group.addTask { await fleet.run(until: drain) }
            group.addTask {
                await drain.begun()
                do { try await house.time.sleep(for: Self.drainDeadline) } catch { return [] }
                return nil
            }
            // The bots, or the deadline; a cancelled deadline says nothing.
            let first = await group.next() ?? []
            group.cancelAll()
            return first
        }
    }

    private static func ending(of endings: [BotEnding]) -> Ending {
        var isMisconfigured = true
        for ending in endings {
            switch ending {
            case .drained: return .drained
            case .misconfigured: break
            case .failed: isMisconfigured = false
            }
        }
        return isMisconfigured ? .misconfigured : .failed
    }

    /// Gives up handlers that take too long, and names them when every plugin thread has been blocked for a second.
    private func watch(_ threads: PluginThreads, _ handlers: HandlerWatch) async {
        await withDiscardingTaskGroup { group in
            await watch(threads, handlers) {
                let typing = Set(currentLives.map(\.configuration).filter(\.showsTyping).map(\.name))
                for work in handlers.toShowTyping(of: typing) { group.addTask { await work.showTyping() } }
            }
            group.cancelAll()
        }
    }

    private func watch(_ threads: PluginThreads, _ handlers: HandlerWatch, showTyping: () -> Void) async {
        var isKnown = false
        do {
            while true {
                try await Task.sleep(for: .seconds(1))
                showTyping()
                for name in handlers.giveUpOverdue() {
                    logger.error("a handler took too long and was given up; its conversation goes on", ["handler": name])
                }
                let isStuck = threads.isStuck(for: .seconds(1))
                if isStuck, !isKnown {
                    let names = handlers.names(runningFor: .seconds(1)).joined(separator: ", ")
                    logger.warning("all plugin threads are blocked; a handler must not wait in C or sleep its thread", ["handlers": names])
                }
                isKnown = isStuck
            }
        } catch {
            return
        }
    }
}
