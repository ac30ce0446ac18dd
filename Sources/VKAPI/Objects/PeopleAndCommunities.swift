// Govorun: people and communities as VK sends them. SPDX-License-Identifier: MIT
public import TapeJSON

/// VK's `users_user_full`.
public struct UsersUserFull: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The user's id.
    public var id: Int { json["id"].int ?? 0 }
    /// The first name, in the case asked for.
    public var firstName: String { json["first_name"].string ?? "" }
    /// The last name, in the case asked for.
    public var lastName: String { json["last_name"].string ?? "" }
    /// 1 woman, 2 man; only when asked for.
    public var sex: Int? { json["sex"].int }
    /// The short name of the page; only when asked for.
    public var screenName: String? { json["screen_name"].string }
}

/// VK's `groups_group_full`.
public struct GroupsGroupFull: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The community's id, positive.
    public var id: Int { json["id"].int ?? 0 }
    /// Its name.
    public var name: String { json["name"].string ?? "" }
    /// The short name of its page.
    public var screenName: String { json["screen_name"].string ?? "" }
}

/// The answer of `groups.getById`.
public struct GroupsGetByIDResponse: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`; versions before 5.142 answered with a bare list.
    public init(_ json: JSON) { self.json = json }

    /// An object with `groups`, or a bare list.
    public init?(response json: JSON) {
        guard json.kind == .object || json.kind == .array else { return nil }
        self.init(json)
    }

    /// The communities.
    public var groups: VKList<GroupsGroupFull> { VKList(json.kind == .array ? json : json["groups"]) }
}

/// The answer of `groups.getLongPollServer`.
public struct GroupsLongPollServer: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// An object with all three fields: a session without one of them cannot be polled.
    public init?(response json: JSON) {
        self.init(json)
        guard !server.isEmpty, !key.isEmpty, !ts.isEmpty else { return nil }
    }

    /// The session's key; whoever has it reads the community's updates.
    public var key: Secret { Secret(json["key"].string ?? "") }
    /// The address to poll, with its scheme.
    public var server: String { json["server"].string ?? "" }
    /// Where to begin; a string or a number, kept as it came.
    public var ts: String { json["ts"].text ?? "" }
}

/// The answer of `groups.getTokenPermissions`.
public struct GroupsTokenPermissions: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The rights as bits: 4096 messages, 262144 manage.
    public var mask: Int { json["mask"].int ?? 0 }
    /// The names of the rights.
    public var names: [String] { json["permissions"].items.compactMap { $0["name"].string } }
}

/// The answer of `utils.resolveScreenName`.
public struct UtilsDomainResolved: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of `json`.
    public init(_ json: JSON) { self.json = json }

    /// The id behind the name, positive.
    public var objectID: Int? { json["object_id"].int }
    /// `user`, `group`, `application` …
    public var type: String { json["type"].string ?? "" }
}
