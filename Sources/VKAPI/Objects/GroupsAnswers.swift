// Govorun: answers of VK's section "groups" that need more than their fields. SPDX-License-Identifier: MIT
public import TapeJSON

extension GroupsLongPollServer {
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

extension GroupsGetByIDObjectResponse {
    /// An object with `groups`, or a bare list, with which versions before 5.142 answered.
    public init?(response json: JSON) {
        guard json.kind == .object || json.kind == .array else { return nil }
        self.init(json)
    }

    /// The communities.
    public var groups: VKList<GroupsGroupFull> { VKList(json.kind == .array ? json : json["groups"]) }
}

extension GroupsGetTokenPermissionsResponse {
    /// The names of the rights.
    public var names: [String] { permissions.map(\.name) }
}
