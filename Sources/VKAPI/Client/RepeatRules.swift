// Govorun: what may happen when a call is performed twice. SPDX-License-Identifier: MIT

/// What a second performance of the same call does.
enum RepeatRule: Sendable {
    /// Only reads.
    case read
    /// Leaves the same state as one performance.
    case idempotent
    /// VK drops the repeat by `random_id`.
    case randomID
    /// Does it twice; never repeated when the outcome is unknown.
    case once

    var isHarmlessTwice: Bool { self != .once }
}

/// The rule of every method that is not a plain read by its name.
enum RepeatRules {
    private static let table: [String: RepeatRule] = [
        "messages.edit": .idempotent, "messages.delete": .idempotent, "messages.pin": .idempotent, "messages.unpin": .idempotent,
        "messages.markAsRead": .idempotent, "messages.setActivity": .idempotent, "messages.sendReaction": .idempotent,
        "messages.deleteReaction": .idempotent, "messages.sendMessageEventAnswer": .once,
        "groups.setLongPollSettings": .idempotent, "groups.enableOnline": .idempotent, "groups.disableOnline": .idempotent,
        "utils.resolveScreenName": .read, "utils.checkLink": .read,
    ]

    /// The rule for `call`; a method nobody listed may do harm, so it is `once`.
    static func rule(for call: Call) -> RepeatRule {
        if call.method == "messages.send" {
            return (call.parameters["random_id"] ?? "0") == "0" ? .once : .randomID
        }
        if let rule = table[call.method] { return rule }
        let name = call.method.split(separator: ".").last ?? ""
        return ["get", "is", "search"].contains { name.hasPrefix($0) } ? .read : .once
    }
}
