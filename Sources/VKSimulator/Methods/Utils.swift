// Govorun: utils.*. SPDX-License-Identifier: MIT
import TapeJSON

enum UtilsGetServerTime: SimulatedMethod {
    static let name = "utils.getServerTime"
    static let callers: Set<Caller.Kind> = [.community, .person, .service]

    static func answer(_ call: MethodCall, in world: inout World) -> any JSONWritable { call.date }
}

enum UtilsResolveScreenName: SimulatedMethod {
    static let name = "utils.resolveScreenName"
    static let callers: Set<Caller.Kind> = [.community, .person, .service]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard let id = world.resolve(try call.parameters.text(required: "screen_name")) else { return JSONValue.array([]) }
        return ["object_id": JSONValue(abs(id)), "type": id > 0 ? "user" : "group"] as JSONValue
    }
}
