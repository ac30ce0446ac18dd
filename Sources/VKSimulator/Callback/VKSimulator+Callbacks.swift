// Govorun: callback servers as Swift sees them. SPDX-License-Identifier: MIT
public import TapeJSON

/// A callback server of a community.
public struct CallbackServerReport: Sendable, Equatable {
    /// VK's number of it.
    public let id: Int
    /// Its title.
    public let title: String
    /// The address that is posted to.
    public let url: String
    /// VK's word for its state: `unconfigured`, `wait`, `ok` or `failed`.
    public let status: String
    /// Events that wait or are on their way.
    public let waiting: Int
    /// The types that are switched on.
    public let types: Set<String>
}

extension VKSimulator {
    /// The callback servers of a community.
    public func callbackServers(of community: Int) -> [CallbackServerReport] {
        change { world in
            world[community: community].callbacks.servers.map { server in
                CallbackServerReport(
                    id: server.id, title: server.title, url: server.url, status: server.status.rawValue, waiting: server.waiting,
                    types: server.on)
            }
        }
    }

    /// The last posts to callback servers, oldest first.
    public func callbackAttempts(limit: Int = .max) -> [CallbackAttempt] { change { Array($0.callbackLog.attempts.suffix(max(limit, 0))) } }

    /// Something happens in a community that nobody here does: a market order, a filled form.
    ///
    /// - Parameter object: what VK's event of that type holds.
    /// - Throws: ``SimulatorError`` `.notFound`, `.invalid` for a type that VK has no switch for.
    public func happen(_ type: String, _ object: JSONValue, in community: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.happen(type, object.view, in: community) }
    }
}

extension CallbackServerReport {
    var json: JSONValue {
        [
            "id": JSONValue(id), "title": JSONValue(title), "url": JSONValue(url), "status": JSONValue(status),
            "waiting": JSONValue(waiting),
            "types": .array(types.sorted().map { JSONValue($0) }),
        ]
    }
}
