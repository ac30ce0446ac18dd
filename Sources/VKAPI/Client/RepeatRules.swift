// Govorun: what may happen when a call is performed twice. SPDX-License-Identifier: MIT

/// What a second performance of the same call does.
package enum RepeatRule: String, Sendable {
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

/// The rule of every method that is open to a community (source: the reference, "Methods open to a community token").
package enum RepeatRules {
    /// The rule for `call`; a method nobody listed may do harm, so it is `once`, unless its name says that it only reads.
    static func rule(for call: Call) -> RepeatRule {
        if call.options.isOnceOnly == true { return .once }
        if call.method == "messages.send" {
            // VK reads what is no number as 0, and 0 as "no random_id".
            return Int(call.parameters["random_id"] ?? "") ?? 0 == 0 ? .once : .randomID
        }
        return table[call.method] ?? (isNamedLikeARead(call.method) ? .read : .once)
    }

    /// All methods with a rule of their own, by name.
    package static var rows: [(method: String, rule: RepeatRule)] {
        table.merging(["messages.send": .randomID]) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Whether a method of a section not listed here, `friends.get` for one, reads: VK names all of those so.
    private static func isNamedLikeARead(_ method: String) -> Bool {
        let parts = method.split(separator: ".")
        // A stored procedure, `execute.getBonus`, may do anything.
        guard parts.count == 2, parts[0] != "execute" else { return false }
        let name = parts[1]
        return ["get", "is", "search"].contains { prefix in
            name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isUppercase ?? true
        }
    }

    /// The rules by name.
    static let table: [String: RepeatRule] = {
        var table: [String: RepeatRule] = [:]
        for (section, names) in reads { for name in names.split(separator: " ") { table["\(section).\(name)"] = .read } }
        for (section, names) in idempotent { for name in names.split(separator: " ") { table["\(section).\(name)"] = .idempotent } }
        for (section, names) in once { for name in names.split(separator: " ") { table["\(section).\(name)"] = .once } }
        table["execute"] = .once
        return table
    }()

    /// Reads, and the addresses of upload servers, which cost nothing.
    private static let reads: KeyValuePairs = [
        "appWidgets": "getAppImages getGroupImageUploadServer getGroupImages getImagesById",
        "docs": "getById getMessagesUploadServer getWallUploadServer search",
        "groups": """
        getBanned getById getCallbackConfirmationCode getCallbackServers getCallbackSettings getLongPollServer getLongPollSettings \
        getMembers getOnlineStatus getTagList getTokenPermissions isMember
        """,
        "market": "getGroupOrders getOrderById getOrderItems",
        "messages": """
        getByConversationMessageId getById getConversationMembers getConversations getConversationsById getHistory \
        getHistoryAttachments getImportantMessages getIntentUsers getLongPollHistory getLongPollServer getMessagesReactions \
        getReactedPeers isMessagesFromGroupAllowed search searchConversations
        """,
        "photos": "getChatUploadServer getMessagesUploadServer getOwnerCoverPhotoUploadServer",
        "podcasts": "searchPodcast",
        "storage": "get getKeys",
        "stories": "get getById getPhotoUploadServer getReplies getStats getVideoUploadServer getViewers",
        "users": "get",
        "utils": "checkLink getLinkStats getServerTime resolveScreenName",
    ]

    /// Writes that leave the same state twice. VK takes one answer for a press, so `sendMessageEventAnswer` is one of them; a second
    /// `getInviteLink` with `reset` only replaces a link that nobody has seen.
    private static let idempotent: KeyValuePairs = [
        "appWidgets": "update",
        "board": "deleteComment restoreComment",
        "groups": """
        deleteAddress deleteCallbackServer disableOnline edit editAddress editCallbackServer enableOnline setCallbackSettings \
        setLongPollSettings setSettings setUserNote tagBind tagDelete tagUpdate
        """,
        "market": "editOrder",
        "messages": """
        delete deleteChatPhoto deleteConversation deleteReaction edit editChat getInviteLink markAsAnsweredConversation \
        markAsImportantConversation markAsRead pin removeChatUser restore sendMessageEventAnswer sendReaction setActivity unpin
        """,
        "storage": "set",
        "stories": "delete hideAllReplies hideReply",
        "utils": "getShortLink",
        "wall": "closeComments openComments",
    ]

    /// What makes something new each time. An upload is saved once: its result is spent by the first performance.
    private static let once: KeyValuePairs = [
        "appWidgets": "saveGroupImage",
        "docs": "save",
        "groups": "addAddress addCallbackServer tagAdd",
        "messages": "createChat setChatPhoto",
        "photos": "saveMessagesPhoto saveOwnerCoverPhoto",
        "stories": "save",
        "wall": "createComment",
    ]
}
