// Govorun: changing the simulated world from Swift. SPDX-License-Identifier: MIT
import TapeJSON

extension VKSimulator {
    /// Adds a community with a token that has all rights, long poll and every event type switched on.
    ///
    /// - Parameter id: nil takes the next free one.
    /// - Throws: ``SimulatorError`` `.taken` when the id, the short name or the token is in use.
    @discardableResult
    public func addCommunity(
        name: String, token: String, id: Int? = nil, screenName: String? = nil
    ) throws(SimulatorError) -> Community {
        try change { world throws(SimulatorError) in
            try world.addCommunity(name: name, token: token, id: id, screenName: screenName, rights: TokenRight.all)
        }
    }

    /// Gives a community one more token.
    ///
    /// - Parameter rights: the sum of VK's bits: photos 4, messages 4096, docs 131072, manage 262144.
    public func addToken(_ token: String, to community: Int, rights: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            guard world.communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
            guard !token.isEmpty, world.tokens[token] == nil else { throw SimulatorError(.taken, "the token") }
            world.addToken(token, for: .community(community), rights: rights, label: "community \(community)")
        }
    }

    /// Gives a person one more token.
    ///
    /// - Parameter rights: the sum of VK's bits: photos 4, video 16, wall 8192, docs 131072, …; nil for all of them.
    public func addToken(_ token: String, toPerson person: Int, rights: Int? = nil) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            guard world.people[person] != nil else { throw SimulatorError(.notFound, "person \(person)") }
            guard !token.isEmpty, world.tokens[token] == nil else { throw SimulatorError(.taken, "the token") }
            world.addToken(token, for: .person(person), rights: rights ?? UserScope.all, label: "person \(person)")
        }
    }

    /// Makes a person an officer of a community, or takes that away, with `group_officers_edit`.
    public func setOfficer(
        _ person: Int, _ level: Officer, of community: Int, by administrator: Int = 510_009_009
    ) throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.setOfficer(person, level, of: community, by: administrator) }
    }

    /// Decides over what a `random_id` is remembered from now on.
    public func setRandomIDScope(_ scope: Configuration.RandomIDScope) { change { $0.configuration.randomIDScope = scope } }

    /// Makes a token worthless, as when it is revoked in the settings: error 5 from now on.
    public func revoke(_ token: String) {
        change { world in
            world.tokens[token] = nil
            world.tokenOrder.removeAll { $0 == token }
        }
    }

    /// Switches the bot capabilities of a community, without which keyboards are error 912.
    public func setBotFeatures(_ isOn: Bool, of community: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            guard world.communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
            world[community: community].hasBotFeatures = isOn
        }
    }

    /// Adds a person.
    ///
    /// - Parameter token: a user token of that person, for calls closed to communities.
    /// - Parameter language: in which the person has VK: `ru`, `en` …; messages tell it as `lang_id`.
    /// - Throws: ``SimulatorError`` `.taken` when the id, the short name or the token is in use, `.invalid` for an id that is a chat's, and a
    ///   language that VK has no number for.
    @discardableResult
    public func addPerson(
        _ firstName: String, _ lastName: String = "", sex: Person.Sex = .unknown, screenName: String? = nil, id: Int? = nil,
        token: String? = nil, language: String = "ru"
    ) throws(SimulatorError) -> Person {
        guard let languageID = Person.languages[language] else {
            throw SimulatorError(
                .invalid, "language \(language)", advice: "there are \(Person.languages.keys.sorted().joined(separator: ", "))")
        }
        return try change { world throws(SimulatorError) in
            let person = try world.addPerson(
                firstName: firstName, lastName: lastName, sex: sex, screenName: screenName, id: id, token: token)
            world.people[person.id]?.languageID = languageID
            return world.people[person.id] ?? person
        }
    }

    /// A person's page goes, or comes back with nil.
    ///
    /// - Parameter deactivation: `deleted` or `banned`; writing to such a page is error 18.
    public func setDeactivation(_ deactivation: String?, of person: Int) throws(SimulatorError) {
        guard deactivation.map(["deleted", "banned"].contains) ?? true else { throw SimulatorError(.invalid, "deactivation") }
        try change { world throws(SimulatorError) in try world.change(person) { $0.deactivation = deactivation } }
    }

    /// A person's privacy settings keep communities from writing: error 902.
    public func setPrivate(_ isPrivate: Bool, of person: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.change(person) { $0.isPrivate = isPrivate } }
    }

    /// A member becomes a don of the community, with `donut_subscription_create`, or stops to be one, with `donut_subscription_expired`.
    public func setDon(_ isDon: Bool, _ person: Int, of community: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            _ = try world.place(community, person, nil)
            guard world[community: community].dons.contains(person) != isDon else { return }
            if isDon { world[community: community].dons.insert(person) } else { world[community: community].dons.remove(person) }
            var event: JSONValue = ["user_id": JSONValue(person)]
            if isDon { (event["amount"], event["amount_without_fee"]) = (100, 90) }
            let object = event
            world.emit(isDon ? "donut_subscription_create" : "donut_subscription_expired", to: community) { $0.write(object) }
        }
    }

    /// A person joins a community.
    ///
    /// - Parameter type: VK's `join_type`; `request` and `unsure` make no member.
    public func join(_ person: Int, _ community: Int, type: String = "join") throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.join(person, community, type: type) }
    }

    /// A member leaves a community, or is removed.
    public func leave(_ person: Int, _ community: Int, isOwnWish: Bool = true) throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.leave(person, community, isOwnWish: isOwnWish) }
    }

    /// A person allows a community to write.
    ///
    /// - Parameter key: comes back in `message_allow`.
    public func allow(_ person: Int, _ community: Int, key: String = "") throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.allow(person, community, key: key) }
    }

    /// A person forbids a community to write.
    public func deny(_ person: Int, _ community: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.deny(person, community) }
    }

    /// Puts a person on a community's blacklist, or takes one off.
    public func block(_ person: Int, _ community: Int, isBlocked: Bool = true, by administrator: Int = 510_009_009) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            try world.block(person, community, isBlocked: isBlocked, by: administrator)
        }
    }
}
