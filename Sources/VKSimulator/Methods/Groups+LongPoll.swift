// Govorun: groups.getLongPollServer, getLongPollSettings, setLongPollSettings. SPDX-License-Identifier: MIT
import TapeJSON

enum GroupsGetLongPollServer: SimulatedMethod {
    static let name = "groups.getLongPollServer"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let id = try call.group(in: world)
        guard try call.parameters.int("group_id") != nil else { throw .missing("group_id") }
        let community = world[community: id]
        guard community.switches.isEnabled else { throw .parameter("group_id", "has long poll switched off") }
        return [
            "key": JSONValue(community.queue.key), "server": JSONValue("\(world.baseURL)/longpoll/\(id)"),
            "ts": JSONValue(String(community.queue.ts)),
        ] as JSONValue
    }
}

enum GroupsGetLongPollSettings: SimulatedMethod {
    static let name = "groups.getLongPollSettings"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        world[community: try call.group(in: world)].switches.json
    }
}

enum GroupsSetLongPollSettings: SimulatedMethod {
    static let name = "groups.setLongPollSettings"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let id = try call.group(in: world)
        var switches = world[community: id].switches
        if let isEnabled = try call.parameters.flag("enabled") { switches.isEnabled = isEnabled }
        if let version = call.parameters.text("api_version") {
            guard let parsed = APIVersion(version), parsed.major == 5, parsed.minor <= 199 else { throw .parameter("api_version") }
            switches.apiVersion = version
        }
        for name in EventSwitches.names {
            switch try call.parameters.flag(name) {
            case true?: switches.on.insert(name)
            case false?: switches.on.remove(name)
            case nil: break
            }
        }
        world[community: id].switches = switches
        return 1
    }
}
