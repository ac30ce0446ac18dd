// Govorun: the methods there are. SPDX-License-Identifier: MIT

/// Every simulated method by its name.
enum MethodTable {
    static let methods: [String: any SimulatedMethod.Type] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let all: [any SimulatedMethod.Type] = users + groups + messages + utilities

    private static let users: [any SimulatedMethod.Type] = [UsersGet.self]
    private static let groups: [any SimulatedMethod.Type] = [
        GroupsGetByID.self, GroupsGetTokenPermissions.self, GroupsGetLongPollServer.self, GroupsGetLongPollSettings.self,
        GroupsSetLongPollSettings.self,
    ]
    private static let messages: [any SimulatedMethod.Type] = [MessagesSend.self]
    private static let utilities: [any SimulatedMethod.Type] = [UtilsGetServerTime.self, UtilsResolveScreenName.self]
}
