// Govorun: methods of VK's sections "users", "groups" and "utils". SPDX-License-Identifier: MIT
public import TapeJSON

extension VKClient {
    /// VK's section `users`.
    public var users: Users { Users(client: self) }
    /// VK's section `groups`.
    public var groups: Groups { Groups(client: self) }
    /// VK's section `utils`.
    public var utils: Utils { Utils(client: self) }
}

/// VK's section `users`: parameters as in VK's JSON schema 5.199.
public struct Users: Sendable {
    let client: VKClient

    /// `users.get`: up to 1000 ids or short names.
    public func get(
        userIDs: [String]? = nil, fields: [String]? = nil, nameCase: String? = nil
    ) -> Request<VKList<UsersUserFull>> {
        client.request("users.get", ["user_ids": userIDs, "fields": fields, "name_case": nameCase])
    }
}

/// VK's section `groups`: parameters as in VK's JSON schema 5.199.
public struct Groups: Sendable {
    let client: VKClient

    /// `groups.getById`: up to 500; without parameters a community token learns its own community.
    public func getByID(groupIDs: [String]? = nil, fields: [String]? = nil) -> Request<GroupsGetByIDResponse> {
        client.request("groups.getById", ["group_ids": groupIDs, "fields": fields])
    }

    /// `groups.getLongPollServer`: needs the right `manage`.
    public func getLongPollServer(groupID: Int) -> Request<GroupsLongPollServer> {
        client.request("groups.getLongPollServer", ["group_id": groupID])
    }

    /// `groups.getLongPollSettings`: `{is_enabled, api_version, events}`.
    public func getLongPollSettings(groupID: Int) -> Request<JSON> {
        client.request("groups.getLongPollSettings", ["group_id": groupID])
    }

    /// `groups.getTokenPermissions` of the token itself.
    public func getTokenPermissions() -> Request<GroupsTokenPermissions> {
        client.request("groups.getTokenPermissions")
    }

    /// `groups.isMember` for one person.
    public func isMember(groupID: Int, userID: Int) -> Request<Bool> {
        client.request("groups.isMember", ["group_id": groupID, "user_id": userID])
    }
}

/// VK's section `utils`: parameters as in VK's JSON schema 5.199.
public struct Utils: Sendable {
    let client: VKClient

    /// `utils.resolveScreenName`: VK answers with an empty list for an unknown name.
    public func resolveScreenName(_ screenName: String) -> Request<UtilsDomainResolved> {
        client.request("utils.resolveScreenName", ["screen_name": screenName])
    }

    /// `utils.getServerTime`: Unix seconds.
    public func getServerTime() -> Request<Int> {
        client.request("utils.getServerTime")
    }
}
