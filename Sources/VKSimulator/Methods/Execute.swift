// Govorun: execute, which is not here yet. SPDX-License-Identifier: MIT
import TapeJSON

/// Says so honestly: a client then sends its calls one by one.
enum Execute: SimulatedMethod {
    static let name = "execute"
    static let callers: Set<Caller.Kind> = [.community, .person, .service]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        throw APIFailure(3, "Unknown method passed: execute is not simulated yet")
    }
}
