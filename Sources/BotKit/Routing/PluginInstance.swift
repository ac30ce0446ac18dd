// Govorun: a plugin at work in one bot. SPDX-License-Identifier: MIT

/// One entry of a bot's `plugins:` list, made.
public struct PluginInstance: Sendable {
    /// Its name: `as:`, else the plugin's.
    public let name: String
    /// The plugin itself.
    public let plugin: any Plugin
    /// Where it works; empty: everywhere. Events that belong to no conversation reach it always.
    public var places: [Place] = []
    /// Who may use it; empty: everyone.
    public var audience: [Audience] = []
    /// Other names for its commands, by the name the author gave, in any letter case; the first is shown in help.
    public var commandNames: [String: [String]] = [:]
    /// How long a handler of it may take.
    public var timeout: Duration = .seconds(30)
    /// What those are told whom `audience` leaves out; `nil`: nothing, and their message goes on to the next handler.
    public var refusal: SpokenText?
    /// The pause between two uses of it.
    public var cooldown: Cooldown?

    package let gear: PluginGear
    /// The name where it is not the plugin's own: by it a press of a button finds back to this instance.
    let ownName: String?
    /// What it is made from; `nil`: nobody knows, and it cannot be made again.
    package var recipe: PluginRecipe?

    /// An instance that works everywhere, for everyone.
    public init(name: String, plugin: any Plugin) {
        self.init(name: name, plugin: plugin, gear: PluginGear())
        gear.adopt(type(of: plugin).strings)
    }

    /// An instance whose setup had `gear`.
    init(name: String, plugin: any Plugin, gear: PluginGear) {
        self.name = name
        self.plugin = plugin
        self.gear = gear
        // Kept: a plugin's own name is made anew each time, and every message sent asks for this one.
        ownName = name == type(of: plugin).name ? nil : name
    }

    func works(in peer: Peer) -> Bool { places.isEmpty || places.contains { $0.covers(peer) } }

    /// What `commands:` calls `form`; empty when it says nothing.
    func names(of form: CommandForm) -> [String] {
        let key = TextMatcher.normalized(form.path)
        return commandNames.first { TextMatcher.normalized($0.key) == key }?.value ?? []
    }
}
