// Govorun: the texts of a handler's plugin. SPDX-License-Identifier: MIT

extension HandlerRun {
    /// The languages of whoever did it, and then of the bot: VK tells a writer's language with each message, and of a presser
    /// that of their latest one is known.
    var languages: [String] {
        bot.languages.count > 1 ? bot.languages(beginningWith: bot.language(toldBy: update) ?? pressersLanguage) : bot.languages
    }

    var texts: PluginTexts { route.instance.gear.texts(in: languages) }
}

extension Message {
    /// The plugin's texts, in the writer's language where the bot speaks it: `language: [ru, en]`.
    public var texts: PluginTexts { run.texts }
}

extension Press {
    /// The plugin's texts, in the presser's language where the bot speaks it: VK tells it for buttons that write a message; for others it is that
    /// of their latest message since the start.
    public var texts: PluginTexts { run.texts }
}

extension MenuVisit {
    /// The plugin's texts, in the language of whoever looks at the menu: as a message's, or a press's.
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
