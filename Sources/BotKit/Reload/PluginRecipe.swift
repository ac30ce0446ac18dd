// Govorun: what an instance is made from. SPDX-License-Identifier: MIT
package import MarkedYAML

/// Makes an instance again, with other options if need be; two recipes that say the same make the same.
package struct PluginRecipe: Sendable {
    /// What it makes.
    package let type: any Plugin.Type
    /// What the instance is called.
    package let name: String
    let language: String
    let folder: String
    let texts: TextOverrides
    /// What stands under `with:`; `nil`: nothing, or it is not made from a file.
    package private(set) var written: YAMLNode?
    private let writtenTexts: YAMLNode?
    private let value: any PluginOptions
    /// The files that it asked for while it was made, as they were.
    private let files: [String: FileStamp]
    /// What was laid over `written` since, by key.
    package private(set) var overrides: [String: String] = [:]

    /// The recipe of what `setup` has made.
    init<P: Plugin>(_ type: P.Type, _ setup: PluginSetup<P.Options>, _ texts: TextOverrides) {
        self.init(type, setup.name, setup.language, setup.folder, texts, nil, nil, setup.options, setup.gear.files)
    }

    private init(
        _ type: any Plugin.Type, _ name: String, _ language: String, _ folder: String, _ texts: TextOverrides, _ written: YAMLNode?,
        _ writtenTexts: YAMLNode?, _ value: any PluginOptions, _ files: [String: FileStamp]
    ) {
        (self.type, self.name, self.language, self.folder, self.texts) = (type, name, language, folder, texts)
        (self.written, self.writtenTexts, self.value, self.files) = (written, writtenTexts, value, files)
    }

    /// The same, made from what stands under `with:` and `texts:`.
    package func reading(_ options: YAMLNode?, texts node: YAMLNode?) -> PluginRecipe {
        PluginRecipe(type, name, language, folder, texts, options.flatMap { $0.isNull ? nil : $0 }, node, value, files)
    }

    /// The same with other options laid over what is written, by key with dots for depth.
    package func overridden(by overrides: [String: String]) -> PluginRecipe {
        var copy = self
        copy.overrides = overrides
        return copy
    }

    /// The options as a node: what is written, and what was laid over it.
    var node: YAMLNode {
        // Options that cannot be written as YAML have nothing to lay a value over; decoding what is laid alone says what is missing.
        let base = written ?? (try? OptionTree(of: value).value) ?? YAMLNode(.mapping(YAMLMapping([])), style: .flow)
        return overrides.sorted { $0.key < $1.key }.reduce(base) { node, override in
            node.setting(YAMLNode(.scalar(override.value), style: .plain), at: override.key.split(separator: ".").map(String.init))
        }
    }

    /// Whether it makes what `other` has made; not so when a file that one of them asked for is another now.
    package func isSame(as other: PluginRecipe) -> Bool {
        ObjectIdentifier(type) == ObjectIdentifier(other.type) && name == other.name && language == other.language
            && folder == other.folder && files == other.files && writtenTexts == other.writtenTexts && node == other.node
    }

    /// Makes the instance, which counts and measures on where `metrics` are.
    ///
    /// - Throws: `YAMLErrors` with every mistake in the options; what making the plugin throws, `OptionProblem` as a rule.
    func make(_ metrics: Metrics) throws -> PluginInstance { try type.make(self, metrics) }

    /// Its options with the values they come to, and where they are written.
    ///
    /// - Throws: as `make`.
    func options() throws -> OptionTree { try OptionTree(of: type.options(of: self)) }

    /// Whether the value under `keys` is written in the file, or was given in code.
    func isWritten(_ keys: [String], _ option: OptionTree) -> Bool {
        if let written { return written.value(at: keys) != nil }
        // What cannot be described cannot be told from its default.
        guard let defaults = try? OptionTree(describing: Swift.type(of: value)) else { return false }
        return defaults.leaves.first { $0.keys == keys }?.option.value
            != (try? OptionTree(of: value).leaves.first { $0.keys == keys })?.option.value
    }
}

extension Plugin {
    fileprivate static func options(of recipe: PluginRecipe) throws -> Options {
        try YAMLDecoder().decode(Options.self, from: recipe.node)
    }

    fileprivate static func make(_ recipe: PluginRecipe, _ metrics: Metrics) throws -> PluginInstance {
        var setup = PluginSetup(
            options: try options(of: recipe), name: recipe.name, language: recipe.language, folder: recipe.folder)
        setup.gear = PluginGear(metrics)
        var instance = try PluginInstance(Self.self, setup, texts: recipe.texts)
        instance.recipe = recipe.renewed(by: instance.recipe)
        return instance
    }
}

extension PluginRecipe {
    /// This one, with the files that were asked for this time.
    fileprivate func renewed(by made: PluginRecipe?) -> PluginRecipe {
        var copy = PluginRecipe(type, name, language, folder, texts, written, writtenTexts, value, made?.files ?? files)
        copy.overrides = overrides
        return copy
    }
}

extension PluginInstance {
    /// This entry of the list with the plugin of another, which has been at work.
    func keeping(_ other: PluginInstance) -> PluginInstance {
        var copy = settings(around: other)
        // It says the same, in other words perhaps.
        copy.recipe = recipe ?? other.recipe
        return copy
    }

    /// This entry of the list with another plugin: where it works and for whom stays.
    func settings(around other: PluginInstance) -> PluginInstance {
        var copy = PluginInstance(name: name, plugin: other.plugin, gear: other.gear)
        (copy.places, copy.audience, copy.commandNames) = (places, audience, commandNames)
        (copy.timeout, copy.refusal, copy.cooldown, copy.recipe) = (timeout, refusal, cooldown, other.recipe)
        return copy
    }

    /// This entry of the list with its plugin made from other options.
    ///
    /// - Throws: what making the plugin throws.
    package func remade<P: Plugin>(_ type: P.Type, options: P.Options, language: String) throws -> PluginInstance {
        let setup = PluginSetup<P.Options>(options: options, name: name, language: language, folder: recipe?.folder ?? ".")
        return settings(around: try PluginInstance(P.self, setup, texts: recipe?.texts ?? TextOverrides()))
    }

    /// Whether `other` is made from the same.
    package func isMade(like other: PluginInstance) -> Bool {
        guard let recipe, let theirs = other.recipe else { return gear === other.gear }
        return recipe.isSame(as: theirs)
    }
}
