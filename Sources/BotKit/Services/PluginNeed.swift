// Govorun: what a plugin cannot do without. SPDX-License-Identifier: MIT

/// One thing a plugin needs: `static let needs: [PluginNeed] = [.plugin(PaymentsPlugin.self), .userToken]`.
///
/// What is missing is told before anything starts, at the plugin's line of `bots.yaml`.
public struct PluginNeed: Sendable {
    /// By which way updates come.
    package enum Way: Sendable { case longPoll, callback }

    package enum Kind: Sendable {
        /// An instance of a plugin; by its type, or by its name there.
        case plugin(type: (any Plugin.Type)?, name: String)
        /// What an instance of the plugin offers.
        case service(ObjectIdentifier, name: String, of: any Plugin.Type)
        case userToken
        case updates(Way)
        case events([UpdateType])
    }

    package let kind: Kind

    /// Another plugin, which then starts before this one and stops after it.
    public static func plugin(_ type: any Plugin.Type) -> PluginNeed { PluginNeed(kind: .plugin(type: type, name: type.name)) }

    /// Another plugin by its name in `bots.yaml`, or by that of its entry (`as:`).
    public static func plugin(_ name: String) -> PluginNeed { PluginNeed(kind: .plugin(type: nil, name: name)) }

    /// What another plugin offers; that one starts first.
    public static func service<Service: Sendable>(_ type: Service.Type, of plugin: any Plugin.Type) -> PluginNeed {
        PluginNeed(kind: .service(ObjectIdentifier(type), name: String(describing: type), of: plugin))
    }

    /// A person's token: `user_token` in `bots.yaml`.
    public static let userToken = PluginNeed(kind: .userToken)
    /// Updates that are polled for, which bring what the Callback API does not.
    public static let longPoll = PluginNeed(kind: .updates(.longPoll))
    /// Updates by VK's callbacks.
    public static let callback = PluginNeed(kind: .updates(.callback))

    /// Kinds of update beside those that its handlers name, for a plugin that listens to `On(.any)`: a start warns when the community's settings
    /// have them switched off.
    public static func events(_ types: UpdateType...) -> PluginNeed { PluginNeed(kind: .events(types)) }
}

extension PluginNeed: CustomStringConvertible {
    /// As `govorun plugins NAME` shows it.
    public var description: String {
        switch kind {
        case .plugin(_, let name): "the plugin \(name)"
        case .service(_, let name, let type): "\(name) of the plugin \(type.name)"
        case .userToken: "a person's token (user_token)"
        case .updates(.longPoll): "updates: long-poll"
        case .updates(.callback): "updates: callback"
        case .events(let types): "the events " + types.map(\.rawValue).joined(separator: ", ")
        }
    }
}

extension PluginNeed {
    /// Whether `instance` is what is needed; `nil` when no plugin is.
    func isMet(by instance: PluginInstance) -> Bool? {
        let own = type(of: instance.plugin)
        return switch kind {
        case .plugin(let type?, _), .service(_, _, let type): ObjectIdentifier(own) == ObjectIdentifier(type)
        case .plugin(nil, let name): own.name == name || instance.name == name
        case .userToken, .updates, .events: nil
        }
    }
}

/// Why plugins cannot start together.
public struct NeedProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        /// A plugin that is needed is not there.
        case missingPlugin
        /// The plugin that should offer something does not.
        case missingService
        /// Plugins need each other in a circle.
        case cycle
    }

    /// What is wrong.
    public let code: Code
    /// The instance that cannot start.
    public let plugin: String
    /// What is wrong and what to do, in words.
    public let message: String

    /// The message.
    public var description: String { message }
}
