// Govorun: control of callback servers. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

extension ControlEndpoint {
    static let callbackActions: [String: Action] = [
        "event": { (simulator, body) throws(SimulatorError) in
            guard let object = body.value("object") else { throw SimulatorError(.invalid, "a request without object") }
            try simulator.happen(try body.text("event"), object, in: try body.int("community"))
            return done
        }
    ]

    /// The callback servers of a community and the last posts to them.
    static let callbacks: View = { (simulator, query) throws(SimulatorError) in
        guard let community = query.first(named: "community").flatMap({ Int($0) }) else {
            throw SimulatorError(.invalid, "a request without community")
        }
        let servers = simulator.callbackServers(of: community).map(\.json)
        let attempts = simulator.callbackAttempts().filter { $0.community == community }.map(\.json)
        return JSONFragment { $0.write(["servers": .array(servers), "attempts": .array(attempts)] as JSONValue) }
    }
}
