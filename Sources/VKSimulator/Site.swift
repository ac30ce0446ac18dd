// Govorun: which part of the simulator answers a request. SPDX-License-Identifier: MIT
import MicroServer

/// The simulator's addresses.
struct Site: Sendable {
    let simulator: VKSimulator

    func answer(_ request: ServerRequest) async -> ServerResponse {
        if let method = request.path.dropping("/method/") { return await MethodEndpoint(simulator: simulator).answer(method, request) }
        if let group = request.path.dropping("/longpoll/") { return await LongPollEndpoint(simulator: simulator).answer(group, request) }
        return .notFound
    }
}

extension String {
    /// What follows a prefix; nil without it.
    func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
