// Govorun: who may use a plugin. SPDX-License-Identifier: MIT

/// One item of a plugin's `allow:` list; the plugin is open to whoever any item covers.
public enum Audience: Sendable, Hashable {
    /// Everybody.
    case everyone
    /// Members of the community.
    case members
    /// Administrators of the chat it is used in; in private, nobody.
    case chatAdmins
    /// The people under the bot's `admins:`.
    case admins
    /// One person.
    case person(Int)

    /// Whether it covers `user` in `peer`; asks VK where that takes asking.
    ///
    /// - Throws: `VKError` other than a refusal, which counts as "no".
    func covers(_ user: Int, in peer: Peer, of bot: Bot) async throws -> Bool {
        switch self {
        case .everyone: return true
        case .admins: return bot.admins.contains(user)
        case .person(let id): return id == user
        case .members: return try await bot.vk.groups.isMember(groupID: bot.communityID, userID: user).send()
        case .chatAdmins:
            guard peer.isChat else { return false }
            return try await Self.administrators(of: peer, bot).contains(user)
        }
    }

    /// Pages of 1000 are VK's limit; a chat's administrators are found wherever they stand.
    private static func administrators(of peer: Peer, _ bot: Bot) async throws -> Set<Int> {
        var administrators: Set<Int> = []
        var seen = 0
        do {
            while true {
                let page = try await bot.vk.messages.getConversationMembers(peerID: peer.id, offset: seen, count: 1000).send()
                for member in page.items where member.isAdmin == true || member.isOwner == true {
                    administrators.insert(member.memberID)
                }
                seen += page.items.count
                if page.items.isEmpty || seen >= page.count { return administrators }
            }
        } catch let error as VKError where error.failure == .accessDenied {
            bot.logger.warning("the bot is no administrator of the chat, so nobody counts as one", ["peer": peer.id])
            return []
        }
    }
}
