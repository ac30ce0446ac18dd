// Govorun: what is done with an update that has killed the process too often. SPDX-License-Identifier: MIT
import BotKit
import BotStorage

/// Sets an update aside, parks the plugin that ran for it, and tells the administrators.
struct Quarantine: Sendable {
    let bot: Bot
    let router: Router

    /// What to store in the commit that finishes the update.
    func writes(for update: Update, _ suspect: Suspect) -> [Write] {
        let now = bot.storage.now
        let entry = SetAside.Entry(
            source: bot.source, position: suspect.position, update: update.json.rawText, time: now, reason: reason(suspect),
            code: suspect.code, deaths: suspect.deaths)
        guard let plugin = suspect.code?.plugin else { return SetAside.keeping(entry) }
        let parked = ParkedPlugins.Entry(
            source: bot.source, plugin: plugin, time: now, reason: Self.parkingReason(suspect))
        return SetAside.keeping(entry) + ParkedPlugins.parking(parked)
    }

    /// Says what has happened, to the log and to the administrators; a plugin that is parked gets no more updates from now on.
    func announce(_ suspect: Suspect) async {
        let code = suspect.code.map { "\($0.plugin), \($0.handler)" } ?? "no handler"
        bot.logger.error(
            "an update is set aside: handling it has killed the process",
            ["number": suspect.position, "handler": code, "traps": suspect.deaths.traps, "deaths": suspect.deaths.silents])
        if let plugin = suspect.code?.plugin { router.park(plugin, reason: Self.parkingReason(suspect)) }
        let words = OperatorWords(language: bot.language).setAside(suspect, bot: bot.name)
        for admin in bot.admins.sorted() {
            do {
                let id = CallDigest("set aside", content: ["\(suspect.position)", "\(admin)"]).randomID
                try await bot.sending(to: admin, randomID: id, message: words).send()
            } catch {
                bot.logger.warning("an administrator could not be told", ["admin": admin, "error": "\(error)"])
            }
        }
    }

    private static func parkingReason(_ suspect: Suspect) -> ParkingReason { .deaths(update: suspect.position) }

    private func reason(_ suspect: Suspect) -> String {
        suspect.deaths.traps > 0
            ? "the process trapped \(suspect.deaths.traps) times while it was handled"
            : "the process was gone \(suspect.deaths.silents) times while it was handled"
    }
}

/// What operators are told in VK.
struct OperatorWords {
    let language: String

    func setAside(_ suspect: Suspect, bot: String) -> String {
        let plugin = suspect.code?.plugin
        guard language == "ru" else {
            let parked = plugin.map { " The plugin '\($0)' is parked." } ?? ""
            return "Bot \(bot): update \(suspect.position) is set aside, because handling it stops the program.\(parked) "
                + "See: govorun state set-aside \(bot)" + (plugin.map { "; govorun state unpark \(bot) \($0)" } ?? "")
        }
        let parked = plugin.map { " Плагин «\($0)» приостановлен." } ?? ""
        return "Бот \(bot): событие \(suspect.position) отложено, потому что его обработка останавливает программу.\(parked) "
            + "Подробнее: govorun state set-aside \(bot)" + (plugin.map { "; вернуть плагин: govorun state unpark \(bot) \($0)" } ?? "")
    }
}
