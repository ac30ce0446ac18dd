// Govorun: the rules of registering a callback server, as a value. SPDX-License-Identifier: MIT
import TapeJSON
import VKAPI

/// Decides the next call to VK until the server stands there as planned; has no clock and no client, and never deletes anything.
struct RegistrationMachine {
    /// The next thing to do.
    enum Step: Equatable {
        /// Call `groups.getCallbackServers` after a wait.
        case look(after: Duration)
        /// Call `groups.addCallbackServer`.
        case add
        /// Call `groups.editCallbackServer`, keeping the title.
        case edit(server: Int, title: String)
        /// Call `groups.getCallbackSettings`.
        case readSettings(server: Int)
        /// Call `groups.setCallbackSettings` with these kinds on.
        case change(server: Int, on: [UpdateType])
        /// All is as planned.
        case done(server: Int)
    }

    /// One server as VK lists it.
    struct Server: Equatable {
        var id: Int
        var title: String
        var url: String
        /// nil when VK does not tell it.
        var secret: Secret?
        var status: String
    }

    private enum Phase {
        case searching
        case confirming(server: Int)
    }

    /// The waits between looks at a server that VK has not confirmed: a minute together.
    static let waits: [Duration] = [0.5, 1, 2, 4, 8, 15, 15, 15].map { .seconds($0) }
    /// So many looks at `failed` are believed.
    static let failuresBelieved = 4

    private let plan: CallbackPlan
    private var phase = Phase.searching
    private var looks = 0
    private var failures = 0
    private var hasLostAnswer = false

    init(_ plan: CallbackPlan) { self.plan = plan }

    /// The first step.
    var start: Step { .look(after: .zero) }

    /// VK has listed the community's servers.
    mutating func receive(_ servers: [Server]) throws(CallbackError) -> Step {
        switch phase {
        case .searching: return search(servers)
        case .confirming(let id):
            guard let server = servers.first(where: { $0.id == id }) else { throw CallbackError(.vanished, url: plan.url) }
            return try confirm(server)
        }
    }

    /// VK has added the server, or changed it.
    mutating func receive(server id: Int) -> Step {
        phase = .confirming(server: id)
        return nextLook
    }

    /// Adding was answered by nothing: VK may have added the server all the same, once.
    mutating func loseAnswer() -> Step? {
        guard !hasLostAnswer else { return nil }
        hasLostAnswer = true
        return .look(after: .seconds(1))
    }

    /// VK has told the server's settings; kinds that are on and not wanted stay on, somebody else may want them.
    func receive(_ settings: GroupsCallbackSettings, of server: Int) -> Step {
        let off = plan.types.filter { settings.events.json[$0.rawValue].bool != true }
        guard off.isEmpty, settings.apiVersion == plan.version else { return .change(server: server, on: off) }
        return .done(server: server)
    }

    private mutating func search(_ servers: [Server]) -> Step {
        let ours = servers.filter { $0.url == plan.url }
        guard let server = ours.first(where: { $0.status == "ok" }) ?? ours.first else { return .add }
        // Another secret, an unknown one, or an address that failed before: told anew, VK comes to confirm again.
        guard server.secret == plan.secret, server.status == "ok" || server.status == "wait" else {
            return .edit(server: server.id, title: server.title.isEmpty ? plan.title : server.title)
        }
        guard server.status != "ok" else { return .readSettings(server: server.id) }
        return receive(server: server.id)
    }

    private mutating func confirm(_ server: Server) throws(CallbackError) -> Step {
        guard server.status != "ok" else { return .readSettings(server: server.id) }
        if server.status == "failed" { failures += 1 }
        guard looks < Self.waits.count, failures < Self.failuresBelieved else {
            throw CallbackError(.notConfirmed, url: plan.url, status: server.status)
        }
        return nextLook
    }

    private var nextLook: Step {
        mutating get {
            defer { looks += 1 }
            return .look(after: Self.waits[min(looks, Self.waits.count - 1)])
        }
    }
}
