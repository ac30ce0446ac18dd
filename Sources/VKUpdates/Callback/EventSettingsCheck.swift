// Govorun: what a community's settings keep from a bot. SPDX-License-Identifier: MIT
import TapeJSON
public import VKAPI

/// What is off in a community's settings although a bot needs it; all empty when everything is as it should be.
public struct EventSettingsCheck: Sendable, Equatable {
    /// Whether the way as a whole is switched off.
    public let isDisabled: Bool
    /// The awaited kinds that are switched off, in the order they were awaited.
    public let off: [UpdateType]
    /// The version that VK shapes updates by, when it is not the one they are read by.
    public let otherVersion: String?

    /// Compares with `groups.getLongPollSettings`. Kinds that long poll cannot bring are no matter of its settings.
    public init(awaited: some Sequence<UpdateType>, longPoll settings: GroupsLongPollSettings, version: String) {
        let reachable = awaited.filter { !UpdateTypes.callbackOnly.contains($0) }
        self.init(reachable, settings.events, settings.apiVersion, version, isDisabled: settings.json["is_enabled"].bool == false)
    }

    /// Compares with `groups.getCallbackSettings` of one server.
    public init(awaited: some Sequence<UpdateType>, callback settings: GroupsCallbackSettings, version: String) {
        self.init(Array(awaited), settings.events, settings.apiVersion, version, isDisabled: false)
    }

    private init(_ awaited: [UpdateType], _ events: GroupsLongPollEvents, _ actual: String?, _ version: String, isDisabled: Bool) {
        self.isDisabled = isDisabled
        // VK leaves some kinds out of its list that it does send; only what it calls off is off.
        off = awaited.filter { events.json[$0.rawValue].bool == false }
        otherVersion = actual.flatMap { $0.isEmpty || $0 == version ? nil : $0 }
    }

    /// Whether nothing stands in the way.
    public var isFine: Bool { !isDisabled && off.isEmpty && otherVersion == nil }
}
