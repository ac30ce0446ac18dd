// Govorun: what a plugin finds in its setup. SPDX-License-Identifier: MIT

extension PluginSetup {
    /// The plugin's texts in the bot's language, for what stands beside a handler: `help:`, `refuse:`, the names of arguments. Where the bot
    /// speaks several languages, each reader is shown those in their own. In handlers `message.texts` knows the writer's language, too.
    public var texts: PluginTexts {
        var texts = gear.texts(in: [language])
        texts.isForLabels = true
        return texts
    }

    /// Writes lines that name bot and plugin; those written while the plugin is made appear when its bot starts.
    public var logger: Logger { gear.logger }

    /// Counters, gauges and histograms, shown at `/metrics` with the names of bot and plugin.
    public var metrics: Metrics { gear.metrics }

    /// Offers `value` to the other plugins of this bot, which find it by its type: `bot.service(PriceList.self)`.
    ///
    /// Offer a protocol's existential to hide how it is done: `setup.offer((any PriceList).self, list)`. A second offer of one type
    /// replaces the first.
    public func offer<Service: Sendable>(_ type: Service.Type, _ value: Service) { gear.offer(value, as: ObjectIdentifier(type)) }
}

extension PluginInstance {
    /// Makes a plugin with its texts, called as `setup` says: `try PluginInstance(ShopPlugin.self, PluginSetup(name: "shop"))`.
    ///
    /// - Parameter texts: what replaces texts of its strings.
    /// - Throws: what making the plugin throws, `OptionProblem` as a rule.
    public init<P: Plugin>(_ type: P.Type, _ setup: PluginSetup<P.Options>, texts: TextOverrides = TextOverrides()) throws {
        setup.gear.adopt(P.strings, texts)
        self.init(name: setup.name, plugin: try P(setup), gear: setup.gear)
        recipe = PluginRecipe(type, setup, texts)
    }

    /// What the instance counts and measures.
    public var metrics: Metrics { gear.metrics }
}
