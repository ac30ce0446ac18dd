// Govorun: groups.getById, getTokenPermissions, getMembers, isMember. SPDX-License-Identifier: MIT
import TapeJSON

enum GroupsGetByID: SimulatedMethod {
    static let name = "groups.getById"
    static let callers: Set<Caller.Kind> = [.community, .person, .service]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let named = try call.parameters.list("group_ids", "group_id", limit: 500)
        guard let wanted = named ?? (call.community == 0 ? nil : [String(call.community)]) else { throw .missing("group_ids") }
        let ids = wanted.compactMap { name in Int(name).map(abs) ?? world.resolve(name).map { -$0 } }
        let groups = ids.compactMap { world.communities[$0]?.json }
        guard groups.count == wanted.count else { throw .parameter("group_ids") }
        // Older versions answer the bare list.
        guard call.version >= APIVersion(major: 5, minor: 142) else { return JSONValue.array(groups) }
        return ["groups": .array(groups), "profiles": []] as JSONValue
    }
}

enum GroupsGetTokenPermissions: SimulatedMethod {
    static let name = "groups.getTokenPermissions"

    static func answer(_ call: MethodCall, in world: inout World) -> any JSONWritable {
        let rights = TokenRight.allCases.filter { call.rights & $0.rawValue != 0 }
        return [
            "mask": JSONValue(call.rights),
            "permissions": .array(rights.map { ["name": JSONValue($0.name), "setting": JSONValue($0.rawValue)] }),
        ] as JSONValue
    }
}
