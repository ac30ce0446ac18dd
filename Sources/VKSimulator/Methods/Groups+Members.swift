// Govorun: groups.getMembers, isMember. SPDX-License-Identifier: MIT
import TapeJSON

enum GroupsGetMembers: SimulatedMethod {
    static let name = "groups.getMembers"
    static let callers = Caller.all

    private static let orders: Set = ["id_asc", "id_desc", "time_asc", "time_desc"]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let parameters = call.parameters
        let community = world[community: try call.namedGroup(in: world)]
        let count = try parameters.int("count", in: 0...1000) ?? 1000
        let offset = try parameters.int("offset", in: 0...Int.max) ?? 0
        let order = parameters.text("sort") ?? "id_asc"
        guard orders.contains(order) else { throw .parameter("sort") }
        let filter = parameters.text("filter")
        let members = sorted(try filtered(community, filter, call), order)
        let page = members.dropFirst(offset).prefix(count)
        let fields = try parameters.list("fields").map { Set($0) }
        let items = page.map { id -> JSONValue in
            guard filter != "managers" else { return manager(id, community, world.people[id], fields) }
            return fields.flatMap { world.people[id]?.json(fields: $0) } ?? JSONValue(id)
        }
        return ["count": JSONValue(members.count), "items": .array(items)] as JSONValue
    }

    /// Members are kept in the order they joined.
    private static func filtered(_ community: CommunityState, _ filter: String?, _ call: MethodCall) throws(APIFailure) -> [Int] {
        switch filter {
        case nil: return community.members
        case "managers":
            let isOwn = call.community == community.id
            guard isOwn || community.officers[call.caller.page] != nil else {
                throw APIFailure(15, "Access denied: only officers see officers")
            }
            return Array(community.officers.keys)
        case "unsure": return community.unsure
        case "donut": return community.members.filter(community.dons.contains)
        case "friends": return []
        default: throw .parameter("filter")
        }
    }

    private static func sorted(_ members: [Int], _ order: String) -> [Int] {
        switch order {
        case "id_desc": members.sorted(by: >)
        case "time_asc": members
        case "time_desc": members.reversed()
        default: members.sorted()
        }
    }

    private static func manager(_ id: Int, _ community: CommunityState, _ person: Person?, _ fields: Set<String>?) -> JSONValue {
        var json = fields.flatMap { person?.json(fields: $0) } ?? ["id": JSONValue(id)]
        json["role"] = JSONValue(community.officers[id]?.rawValue ?? "")
        return json
    }
}

enum GroupsIsMember: SimulatedMethod {
    static let name = "groups.isMember"
    static let callers = Caller.all

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard call.parameters.text("group_id") != nil else { throw .missing("group_id") }
        let community = world[community: try call.namedGroup(in: world)]
        let isExtended = try call.parameters.flag("extended") == true
        if let ids = try call.parameters.ints("user_ids", limit: 500) {
            return JSONValue.array(ids.map { item($0, community, isExtended: isExtended) })
        }
        let own = call.caller.kind == .person ? call.caller.page : nil
        guard let person = try call.parameters.int("user_id", in: 0...Int.max) ?? own else { throw .missing("user_id") }
        guard isExtended else { return community.members.contains(person) ? 1 : 0 }
        return status(person, community)
    }

    private static func item(_ person: Int, _ community: CommunityState, isExtended: Bool) -> JSONValue {
        var item: JSONObject = ["user_id": JSONValue(person)]
        let status = isExtended ? status(person, community) : ["member": community.members.contains(person) ? 1 : 0]
        for (key, value) in status { item[key] = value }
        return .object(item)
    }

    private static func status(_ person: Int, _ community: CommunityState) -> JSONObject {
        var status: JSONObject = ["member": community.members.contains(person) ? 1 : 0]
        if community.requests.contains(person) { status["request"] = 1 }
        status["can_invite"] = 0
        return status
    }
}

extension MethodCall {
    /// The community that `group_id` names by number or short name, any for these methods; else the caller's own.
    fileprivate func namedGroup(in world: World) throws(APIFailure) -> Int {
        guard let name = parameters.text("group_id") else {
            guard community != 0 else { throw .missing("group_id") }
            return community
        }
        guard let id = Int(name) ?? world.resolve(name).map({ -$0 }), world.communities[id] != nil else {
            throw APIFailure(125, "Invalid group id")
        }
        return id
    }
}
