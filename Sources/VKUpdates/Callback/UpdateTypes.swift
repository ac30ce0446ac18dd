// Govorun: which kinds of update come by which way. SPDX-License-Identifier: MIT
public import VKAPI

/// A way by which VK brings a community's updates.
public enum UpdateWay: String, Sendable, CaseIterable {
    /// Bots long poll.
    case longPoll = "long-poll"
    /// The Callback API.
    case callback
}

/// A kind of update that somebody waits for and that no configured way brings.
public struct UnreachableType: Sendable, Equatable {
    /// The kind.
    public let type: UpdateType
    /// What the operator can do about it.
    public let remedy: String
}

/// Which kinds VK can send by which way (source: the reference, "Event types", columns LP and CB).
public enum UpdateTypes {
    /// Kinds that VK sends by callback alone.
    public static let callbackOnly: Set<UpdateType> = [
        .marketOrderNew, .marketOrderEdit, .leadFormsNew, .wallSchedulePostNew, .wallSchedulePostDelete,
    ]

    /// Kinds that have a switch in the callback settings; all that VK documents but those of its applications.
    static let callbackSwitches = Set(UpdateType.documented).subtracting([.vkpayTransaction, .appPayload])

    /// Divides kinds between both ways when a bot uses both: long poll brings what it can, callback only the rest.
    ///
    /// Kinds that VK does not document are awaited by long poll.
    public static func split(_ awaited: some Sequence<UpdateType>) -> (longPoll: [UpdateType], callback: [UpdateType]) {
        var parts: (longPoll: [UpdateType], callback: [UpdateType]) = ([], [])
        for type in awaited {
            if callbackOnly.contains(type) { parts.callback.append(type) } else { parts.longPoll.append(type) }
        }
        return parts
    }

    /// The kinds that callbacks are kept of, for ``CallbackIntake``: nil for all, when they come by no other way.
    public static func wanted(byCallbackBeside ways: Set<UpdateWay>) -> Set<UpdateType>? {
        ways.contains(.longPoll) ? callbackOnly : nil
    }

    /// The kinds among `awaited` that none of `ways` brings, each with its remedy.
    public static func unreachable(awaited: some Sequence<UpdateType>, by ways: Set<UpdateWay>) -> [UnreachableType] {
        guard !ways.contains(.callback) else { return [] }
        return awaited.filter(callbackOnly.contains).map { type in
            UnreachableType(
                type: type,
                remedy: "VK sends \(type) only to the Callback API: set web.public and, for this bot, updates: [long-poll, callback]")
        }
    }
}
