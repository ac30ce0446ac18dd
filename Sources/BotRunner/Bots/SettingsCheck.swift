// Govorun: tells when a community's settings keep events from its handlers. SPDX-License-Identifier: MIT
import BotKit
import VKUpdates

/// Compares what handlers wait for with what VK sends; trouble in asking is only a debug line.
struct SettingsCheck: Sendable {
    let bot: Bot
    let ways: Set<UpdatesSetting>
    let version: String

    /// Warns of kinds that handlers wait for and never get, each with what to do.
    func warn(of types: [UpdateType]) async {
        let types = types.filter { $0 != .historyMayBeLost }
        for unreachable in UpdateTypes.unreachable(awaited: types, by: Set(ways.compactMap(\.way))) where !ways.contains(.userLongPoll) {
            bot.logger.warning(
                "handlers wait for events that never come this way", ["update": unreachable.type, "remedy": unreachable.remedy])
        }
        guard ways.contains(.longPoll) else { return }
        do {
            let settings = try await bot.vk.groups.getLongPollSettings(groupID: bot.communityID).send()
            report(EventSettingsCheck(awaited: UpdateTypes.split(types).longPoll, longPoll: settings, version: version))
        } catch {
            bot.logger.debug("the long poll settings cannot be read", ["error": "\(error)"])
        }
    }

    private func report(_ check: EventSettingsCheck) {
        if check.isDisabled { bot.logger.warning("long poll is switched off in the community's settings") }
        for type in check.off where type == .messageReply {
            bot.logger.warning(
                "nobody can take a conversation over from the bot: the community's long poll settings have switched off what administrators write",
                ["update": type, "remedy": "switch on outgoing messages there, or set 'takeover: false'"])
        }
        for type in check.off where type != .messageReply {
            bot.logger.warning("handlers wait for events that the community's long poll settings have switched off", ["update": type])
        }
        if let other = check.otherVersion {
            bot.logger.info("the community's long poll shapes events by another version", ["theirs": other, "ours": version])
        }
    }
}
