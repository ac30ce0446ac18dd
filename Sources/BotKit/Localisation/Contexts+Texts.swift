// Govorun: the texts of a handler's plugin. SPDX-License-Identifier: MIT

extension HandlerRun {
    /// The languages of whoever did it, and then of the bot: VK tells a writer's language with each message.
    var languages: [String] {
        let spoken = bot.languages
        guard spoken.count > 1, update.type == .messageNew, let number = MessageNew(update.object).clientInfo.langID else { return spoken }
        guard let language = Languages.code(number), spoken.contains(where: { Languages.base($0) == language }) else { return spoken }
        return [language] + spoken.filter { Languages.base($0) != language }
    }

    var texts: PluginTexts { route.instance.gear.texts(in: languages) }
}

extension Message {
    /// The plugin's texts, in the writer's language where the bot speaks it: `language: [ru, en]`.
    public var texts: PluginTexts { run.texts }
}

extension Press {
    /// The plugin's texts, in the presser's language where the bot speaks it and VK tells: it does for buttons that write a message.
    public var texts: PluginTexts { run.texts }
}

extension EventContext {
    /// The plugin's texts, in the language of the bot; in the writer's where the event is a message and the bot speaks it.
    public var texts: PluginTexts { run.texts }
}

extension BotActing {
    /// The plugin's texts, in the language of the bot.
    public var texts: PluginTexts { context.run.texts }
}
