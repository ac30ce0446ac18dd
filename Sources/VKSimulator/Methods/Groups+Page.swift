// Govorun: groups.getBanned, getOnlineStatus, enableOnline, disableOnline. SPDX-License-Identifier: MIT
import TapeJSON

enum GroupsGetBanned: SimulatedMethod {
    static let name = "groups.getBanned"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let parameters = call.parameters
        let banned = world[community: try call.ownGroup(in: world)].blacklist.sorted()
        let count = try parameters.int("count", in: 0...200) ?? 20
        let offset = try parameters.int("offset", in: 0...Int.max) ?? 0
        let fields = Set(try parameters.list("fields") ?? [])
        if let owner = try parameters.int("owner_id") {
            guard banned.contains(owner) else { throw APIFailure(104, "Not found") }
            return ["count": 1, "items": .array(items([owner], fields, in: world))] as JSONValue
        }
        let page = Array(banned.dropFirst(offset).prefix(count))
        return ["count": JSONValue(banned.count), "items": .array(items(page, fields, in: world))] as JSONValue
    }

    private static func items(_ people: [Int], _ fields: Set<String>, in world: World) -> [JSONValue] {
        let ban: JSONValue = ["comment": "", "comment_visible": false, "end_date": 0, "reason": 0]
        return people.compactMap { id in
            world.people[id].map { ["type": "profile", "profile": $0.json(fields: fields), "ban_info": ban] }
        }
    }
}

enum GroupsGetOnlineStatus: SimulatedMethod {
    static let name = "groups.getOnlineStatus"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let isOnline = world[community: try call.ownGroup(in: world)].isOnline
        return ["status": isOnline ? "online" : "none"] as JSONValue
    }
}

enum GroupsEnableOnline: SimulatedMethod {
    static let name = "groups.enableOnline"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        world[community: try call.ownGroup(in: world)].isOnline = true
        return 1
    }
}

enum GroupsDisableOnline: SimulatedMethod {
    static let name = "groups.disableOnline"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        world[community: try call.ownGroup(in: world)].isOnline = false
        return 1
    }
}
