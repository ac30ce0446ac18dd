// Govorun: who somebody is. SPDX-License-Identifier: MIT

/// A grammatical case of a name: `.nominative`, `.genitive`, `.dative`, `.accusative`, `.instrumental`, `.prepositional`.
public typealias NameCase = BaseNameCase

/// A page of a person or a community, as VK tells of it.
public struct Profile: Sendable {
    /// VK's object of a person; absent for a community.
    public let user: UsersUserFull
    /// VK's object of a community; absent for a person.
    public let community: GroupsGroupFull

    /// The first name, in the case that was asked for; a community's whole name.
    public var firstName: String { community.exists ? community.name : user.firstName }
    /// The last name, in the case that was asked for; empty for a community.
    public var lastName: String { user.lastName }
    /// First and last name, in the case that was asked for; a community's name.
    public var name: String { lastName.isEmpty ? firstName : "\(firstName) \(lastName)" }
    /// The short name of the page, `durov`; `nil` when VK gives none.
    public var screenName: String? {
        let name = community.exists ? community.screenName : user.screenName ?? ""
        return name.isEmpty ? nil : name
    }
    /// Whether she is a woman; `nil` when the page does not say, and for a community.
    public var isFemale: Bool? {
        switch user.sex {
        case .female?: true
        case .male?: false
        default: nil
        }
    }

    /// The word that fits: `profile.word("пришёл", "пришла")`; with an unknown sex `other`, otherwise `пришёл(пришла)`.
    public func word(_ masculine: String, _ feminine: String, other: String? = nil) -> String {
        switch isFemale {
        case true?: feminine
        case false?: masculine
        case nil: other ?? "\(masculine)(\(feminine))"
        }
    }
}

extension Person {
    /// Name, sex and short name of the page, in the bot's language.
    ///
    /// What VK says is kept for `lifetime` and shared by all who ask; those who ask at once share calls, and different people's share packs.
    ///
    /// - Throws: `VKError`.
    public func profile(in nameCase: NameCase = .nominative, keptFor lifetime: CacheLifetime = .hours(1)) async throws -> Profile {
        guard id < 0 else {
            let users = try await run.bot.vk.users.get(
                userIDs: [id], fields: [.sex, .screenName], nameCase: nameCase == .nominative ? nil : nameCase
            ).cached(for: lifetime).send()
            return Profile(user: users[0], community: GroupsGroupFull(.absent))
        }
        let found = try await run.bot.vk.groups.getByID(groupIDs: [String(id.magnitude)]).cached(for: lifetime).send()
        return Profile(user: UsersUserFull(.absent), community: found.groups[0])
    }

    /// First and last name in a grammatical case: `try await person.name(in: .dative)`; a community's name in any.
    ///
    /// - Throws: `VKError`.
    public func name(in nameCase: NameCase = .nominative) async throws -> String { try await profile(in: nameCase).name }

    /// The first name in a grammatical case; a community's name in any.
    ///
    /// - Throws: `VKError`.
    public func firstName(in nameCase: NameCase = .nominative) async throws -> String { try await profile(in: nameCase).firstName }

    /// Whether VK lets the community write to the person: who has written to it, or allowed its messages, and not forbidden them since.
    ///
    /// - Throws: `VKError`.
    public func canBeWrittenTo() async throws -> Bool {
        guard Peer(id: id).isPrivate else { return false }
        return try await run.bot.vk.messages.isMessagesFromGroupAllowed(groupID: run.bot.communityID, userID: id).send().isAllowed == true
    }

    /// Writes to the person in private if VK allows it: on a like, a reaction or a join it often does not.
    ///
    /// - Returns: the last message sent; `nil` when the person has not allowed messages.
    /// - Throws: as `send`, but for that.
    @discardableResult
    public func sendIfAllowed(
        _ text: FormattedText = "", keyboard: Keyboard? = nil, carousel: Carousel? = nil, attachments: [Attachment] = []
    ) async throws -> SentMessage? {
        do {
            return try await send(text, keyboard: keyboard, carousel: carousel, attachments: attachments)
        } catch let error as VKError where error.failure == .cannotWriteToPeer {
            return nil
        }
    }
}
