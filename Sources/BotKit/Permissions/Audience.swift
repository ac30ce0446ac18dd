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

    private static func administrators(of peer: Peer, _ bot: Bot) async throws -> Set<Int> {
        do {
            let members = try await bot.vk.messages.getConversationMembers(peerID: peer.id, count: 1000).send()
            return Set(members["items"].items.compactMap { $0["is_admin"].bool == true ? $0["member_id"].int : nil })
        } catch let error as VKError where error.failure == .accessDenied {
            bot.logger.warning("the bot is no administrator of the chat, so nobody counts as one", ["peer": peer.id])
            return []
        }
    }
}
