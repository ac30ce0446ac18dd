// Govorun: groups.getMembers, isMember. SPDX-License-Identifier: MIT
import TapeJSON

enum GroupsGetMembers: SimulatedMethod {
    static let name = "groups.getMembers"
    static let callers: Set<Caller.Kind> = [.community, .person, .service]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let members = world[community: try call.group(in: world)].members
        let count = try call.parameters.int("count", in: 0...1000) ?? 1000
        let offset = try call.parameters.int("offset", in: 0...Int.max) ?? 0
        let page = members.dropFirst(offset).prefix(count)
        let fields = try call.parameters.list("fields").map { Set($0) }
        let items = page.map { id in fields.flatMap { world.people[id]?.json(fields: $0) } ?? JSONValue(id) }
        return ["count": JSONValue(members.count), "items": .array(items)] as JSONValue
    }
}

enum GroupsIsMember: SimulatedMethod {
    static let name = "groups.isMember"
    static let callers: Set<Caller.Kind> = [.community, .person, .service]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard try call.parameters.int("group_id") != nil else { throw .missing("group_id") }
        let members = world[community: try call.group(in: world)].members
        let isExtended = try call.parameters.flag("extended") == true
        if let ids = try call.parameters.ints("user_ids", limit: 500) {
            return JSONValue.array(ids.map { ["user_id": JSONValue($0), "member": members.contains($0) ? 1 : 0] })
        }
        let isMember = members.contains(try call.parameters.int(required: "user_id"))
        guard isExtended else { return isMember ? 1 : 0 }
        return ["member": isMember ? 1 : 0, "can_invite": 0] as JSONValue
    }
}
