// Govorun: the plugins that bots.yaml may name. SPDX-License-Identifier: MIT
public import BotKit
import MarkedYAML

/// Plugin types by name.
public struct PluginCatalog: Sendable {
    /// The types in the order given.
    public let types: [any Plugin.Type]
    private let byName: [String: any Plugin.Type]

    /// A catalogue of `types`; of two with one name the later wins.
    public init(_ types: [any Plugin.Type]) {
        self.types = types
        byName = Dictionary(types.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// The type called `name` in `bots.yaml`.
    public func type(_ name: String) -> (any Plugin.Type)? { byName[name] }

    /// The names, sorted.
    public var names: [String] { byName.keys.sorted() }
}

extension Plugin {
    /// Makes the plugin from what stands under `with:`.
    ///
    /// - Throws: `YAMLErrors` with every mistake in the options, each at its place.
    static func make(
        from node: YAMLNode?, named name: String, entry: YAMLNode, language: String, folder: String, at keyPath: String
    ) throws(YAMLErrors) -> any Plugin {
        let options: Options
        if let node, !node.isNull {
            options = try YAMLDecoder().decode(Options.self, from: node, at: keyPath)
        } else {
            options = Options()
        }
        do {
            return try Self(PluginSetup(options: options, name: name, language: language, folder: folder))
        } catch let problem as OptionProblem {
            let place = problem.key.split(separator: ".").reduce(node) { found, key in found?[String(key)] ?? found }
            throw YAMLErrors([
                YAMLProblem(.invalidValue, with: place ?? entry, keyPath: "\(keyPath).\(problem.key)", message: problem.message)
            ])
        } catch {
            throw YAMLErrors([YAMLProblem(.invalidValue, with: node ?? entry, keyPath: keyPath, message: "\(name): \(error)")])
        }
    }
}
