// Govorun: who is what, as VK says. SPDX-License-Identifier: MIT
import Synchronization

/// Asks VK who is a member, an administrator of a chat, a don, and remembers the answer for a minute.
///
/// That somebody is no member is never remembered: whoever is told to join first joins, and asks again at once.
final class AudienceBook: Sendable {
    /// How long an answer counts.
    static let lifetime: Duration = .seconds(60)
    /// Members and chats remembered; beyond, all are forgotten, which only costs questions.
    private static let limit = 10_000

    /// An answer with the moment from which it does not count any more.
    private struct Answer<Value: Sendable>: Sendable {
        let value: Value
        let end: Duration
    }

    private struct State {
        var members: [Int: Answer<Bool>] = [:]
        var administrators: [Int: Answer<Set<Int>>] = [:]
        var dons: Answer<Set<Int>>?
    }

    private let state = Mutex(State())
    private let bot: Bot
    private let time: any TimeSource

    init(_ bot: Bot, _ time: any TimeSource) { (self.bot, self.time) = (bot, time) }

    /// Whether somebody is covered.
    enum Cover: Sendable {
        case yes, no
        /// Nobody knows: VK tells who leads a chat to its administrators alone, and the bot is none.
        case hidden

        init(_ isCovered: Bool) { self = isCovered ? .yes : .no }
    }

    /// Whether any item of `audience` covers `user` in `peer`; what needs no question to VK is looked at first.
    ///
    /// - Throws: `VKError` other than a refusal.
    func cover(of user: Int, in peer: Peer, _ audience: [Audience]) async throws -> Cover {
        var isHidden = false
        for asksVK in [false, true] {
            for item in audience where item.asksVK == asksVK {
                switch try await cover(of: user, in: peer, item) {
                case .yes: return .yes
                case .hidden: isHidden = true
                case .no: break
                }
            }
        }
        return isHidden ? .hidden : .no
    }

    /// The same where what nobody knows counts as "no".
    func covers(_ user: Int, in peer: Peer, _ audience: [Audience]) async throws -> Bool {
        if case .yes = try await cover(of: user, in: peer, audience) { true } else { false }
    }

    private func cover(of user: Int, in peer: Peer, _ audience: Audience) async throws -> Cover {
        switch audience {
        case .everyone: .yes
        case .admins: Cover(bot.admins.contains(user))
        case .person(let id): Cover(id == user)
        case .members: Cover(try await isMember(user))
        case .chatAdmins: peer.isChat ? try await administrators(of: peer).map { Cover($0.contains(user)) } ?? .hidden : .no
        case .donut: Cover(try await dons().contains(user))
        }
    }

    /// What happened in the community may make an answer wrong.
    func note(_ update: Update) {
        switch update.type {
        case .groupLeave:
            if let user = update.userID { state.withLock { $0.members[user] = nil } }
        case .donutSubscriptionCreate, .donutSubscriptionProlonged, .donutSubscriptionExpired, .donutSubscriptionCancelled:
            state.withLock { $0.dons = nil }
        default: break
        }
    }

    private func isMember(_ user: Int) async throws -> Bool {
        let now = time.now
        if state.withLock({ $0.members[user] }).map({ $0.end > now }) == true { return true }
        let isMember = try await bot.vk.groups.isMember(groupID: bot.communityID, userID: user).send()
        state.withLock { state in
            if state.members.count >= Self.limit { state.members.removeAll() }
            state.members[user] = isMember ? Answer(value: true, end: now + Self.lifetime) : nil
        }
        return isMember
    }

    /// `nil` where the bot may not know.
    private func administrators(of peer: Peer) async throws -> Set<Int>? {
        do {
            return try await knownAdministrators(of: peer)
        } catch let error as VKError where error.failure == .accessDenied {
            bot.logger.warning("the bot is no administrator of the chat, so nobody counts as one", ["peer": peer.id])
            return nil
        }
    }

    /// Whether the bot is an administrator of the chat `peer`. That it is none is not remembered: whoever is told makes it one, and tries again.
    ///
    /// - Throws: `VKError` other than a refusal.
    func isBotAdmin(of peer: Peer) async throws -> Bool {
        do {
            let known = try await knownAdministrators(of: peer)
            if !known.isDisjoint(with: [bot.communityID, -bot.communityID]) { return true }
            state.withLock { $0.administrators[peer.id] = nil }
            return false
        } catch let error as VKError where error.failure == .accessDenied {
            return false
        }
    }

    private func knownAdministrators(of peer: Peer) async throws -> Set<Int> {
        let now = time.now
        if let known = state.withLock({ $0.administrators[peer.id] }), known.end > now { return known.value }
        let found = try await readAdministrators(of: peer)
        state.withLock { state in
            if state.administrators.count >= Self.limit { state.administrators.removeAll() }
            state.administrators[peer.id] = Answer(value: found, end: now + Self.lifetime)
        }
        return found
    }

    /// Pages of 1000 are VK's limit; a chat's administrators are found wherever they stand. VK tells them to administrators alone, so a bot that does
    /// not stand there itself is one.
    private func readAdministrators(of peer: Peer) async throws -> Set<Int> {
        var administrators: Set<Int> = []
        var seen = 0
        var isListed = false
        while true {
            let page = try await bot.vk.messages.getConversationMembers(peerID: peer.id, offset: seen, count: 1000).send()
            for member in page.items {
                if member.isAdmin == true || member.isOwner == true { administrators.insert(member.memberID) }
                isListed = isListed || Int(member.memberID.magnitude) == bot.communityID
            }
            seen += page.items.count
            guard page.items.isEmpty || seen >= page.count else { continue }
            return isListed ? administrators : administrators.union([-bot.communityID])
        }
    }

    /// `donut.isDon` tells of the token's own person only; the list of dons is open to the community (source: VK's JSON schema 5.199,
    /// `groups.getMembers`, `filter`).
    private func dons() async throws -> Set<Int> {
        let now = time.now
        if let known = state.withLock({ $0.dons }), known.end > now { return known.value }
        var dons: Set<Int> = []
        var seen = 0
        while true {
            let page = try await bot.vk.call(
                "groups.getMembers", ["group_id": bot.communityID, "filter": "donut", "offset": seen, "count": 1000]
            ).send()
            let items = page["items"].items
            for item in items { if let id = item.int ?? item["id"].int { dons.insert(id) } }
            seen += items.count
            if items.isEmpty || seen >= page["count"].int ?? 0 { break }
        }
        let found = dons
        state.withLock { $0.dons = Answer(value: found, end: now + Self.lifetime) }
        return found
    }
}
