// Govorun: tells when a community's settings keep events from its handlers. SPDX-License-Identifier: MIT
import BotKit

enum SettingsCheck {
    /// Warns of kinds that handlers wait for and the community's long poll has switched off; trouble in asking is only a debug line.
    static func warn(of types: [UpdateType], _ bot: Bot) async {
        do {
            let settings = try await bot.vk.groups.getLongPollSettings(groupID: bot.communityID).send()
            for type in types where settings.events.json[type.rawValue].bool == false {
                bot.logger.warning(
                    "handlers wait for events that the community's long poll settings have switched off", ["update": type])
            }
        } catch {
            bot.logger.debug("the long poll settings cannot be read", ["error": "\(error)"])
        }
    }
}
