// Govorun: plugins that fail again and again. SPDX-License-Identifier: MIT
import BotStorage
import Synchronization

/// How many updates in a row each plugin has failed with.
final class FailureBook: Sendable {
    private struct Row {
        var count = 0
        var last = ""
    }

    private let rows = Mutex<[String: Row]>([:])
    /// Most bots have none at most times, and are asked after each handler.
    private let hasAny = Atomic(false)

    /// A handler of `plugin` has failed with the update `event`.
    ///
    /// - Returns: how many updates in a row it has been; `nil` when this one was counted before.
    func failed(_ plugin: String, _ event: String) -> Int? {
        rows.withLock { rows in
            guard rows[plugin]?.last != event else { return nil }
            rows[plugin, default: Row()].last = event
            rows[plugin, default: Row()].count += 1
            hasAny.store(true, ordering: .releasing)
            return rows[plugin]?.count
        }
    }

    /// A handler of `plugin` has come to its end, or somebody trusts it again.
    func forget(_ plugin: String) {
        guard hasAny.load(ordering: .acquiring) else { return }
        rows.withLock { rows in
            rows[plugin] = nil
            hasAny.store(!rows.isEmpty, ordering: .releasing)
        }
    }
}

extension Router {
    /// A handler has come to its end; what we run beside a plugin's handlers says nothing about it.
    func noteSuccess(of route: Route) { if route.handler.isCounted { failures.forget(route.instance.name) } }

    /// A handler has failed, by itself: at the bot's limit its plugin is parked, and the administrators are told.
    func noteFailure(of run: HandlerRun) async {
        let plugin = run.route.instance.name
        guard let limit = manners.parkAfter, run.route.handler.isCounted else { return }
        guard let count = failures.failed(plugin, run.work.identity), count >= limit else { return }
        failures.forget(plugin)
        let reason = ParkingReason.failures(count)
        bot.switches.park(plugin, reason: reason)
        bot.logger.error("a plugin is parked: it keeps failing", ["plugin": plugin, "failures": count])
        do {
            try await bot.storage.commit([PluginSwitches.parking(plugin, source: bot.source, at: bot.storage.now, reason)])
        } catch {
            bot.logger.error("that a plugin is parked could not be stored", ["plugin": plugin, "error": "\(error)"])
        }
        await tellAdmins(ParkingWords(language: bot.language).parked(plugin, bot: bot.name, failures: count), of: plugin, run.work)
    }

    /// Once per administrator, also when the process dies meanwhile.
    private func tellAdmins(_ text: String, of plugin: String, _ work: EventWork) async {
        for admin in bot.admins.sorted() where admin > 0 {
            let id = RandomID.derive(
                bot: bot.communityID, event: work.identity, plugin: plugin, handler: "parked", peer: admin, ordinal: 0, part: 0)
            do {
                try await bot.sending(to: admin, randomID: id, message: text).send()
            } catch {
                bot.logger.warning("an administrator could not be told", ["admin": admin, "error": "\(error)"])
            }
        }
    }
}

extension Handler {
    /// Whether it says something about its plugin that it failed: timers and jobs end their tries by themselves, and a report that cannot be
    /// written at night is no reason to leave people without an answer.
    fileprivate var isCounted: Bool {
        if case .errand = trigger { false } else { !isAside }
    }
}

/// What is said of a plugin that keeps failing.
private struct ParkingWords {
    private let isEnglish: Bool

    init(language: String) { isEnglish = language.lowercased().hasPrefix("en") }

    func parked(_ plugin: String, bot: String, failures count: Int) -> String {
        guard !isEnglish else {
            return "Bot \(bot): the plugin '\(plugin)' is parked, \(ParkingReason.failures(count)). The log tells why. "
                + "Switch it on again: /plugins on \(plugin)"
        }
        return "Бот \(bot): плагин «\(plugin)» приостановлен, \(count) \(Plural.ru(count, "сбой", "сбоя", "сбоев")) подряд. "
            + "Причины в журнале. Включить снова: /plugins on \(plugin)"
    }
}
