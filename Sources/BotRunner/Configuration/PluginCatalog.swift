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
