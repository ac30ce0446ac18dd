// Govorun: users.get. SPDX-License-Identifier: MIT
import TapeJSON

enum UsersGet: SimulatedMethod {
    static let name = "users.get"
    static let callers: Set<Caller.Kind> = [.community, .person, .service]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let fields = Set(try call.parameters.list("fields") ?? [])
        guard let wanted = try call.parameters.list("user_ids", "user_id", limit: 1000) else {
            guard case .person(let id) = call.caller else { return JSONValue.array([]) }
            return JSONValue.array(world.people[id].map { [$0.json(fields: fields)] } ?? [])
        }
        let found = wanted.compactMap { name in Int(name) ?? world.resolve(name) }.compactMap { world.people[$0] }
        guard !found.isEmpty || wanted.allSatisfy({ Int($0) != nil }) else { throw APIFailure(113, "Invalid user id") }
        return JSONValue.array(found.map { $0.json(fields: fields) })
    }
}
