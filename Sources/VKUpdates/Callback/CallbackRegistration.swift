// Govorun: registers a callback server at VK. SPDX-License-Identifier: MIT
import TapeJSON
public import VKAPI

/// Brings a community's callback server to a plan: adds it or takes the one with the same address, waits until VK has confirmed it, and
/// switches the wanted kinds on. Doing it again changes nothing; other servers of the community are never touched.
public struct CallbackRegistration: Sendable {
    private let plan: CallbackPlan
    private let client: VKClient

    /// A registration through `client`, whose token needs the right `manage`.
    public init(_ plan: CallbackPlan, through client: VKClient) {
        self.plan = plan
        self.client = client
    }

    /// Registers. The community must be open in the ``CallbackIntake`` by then, since VK comes to confirm at once.
    ///
    /// - Returns: VK's number of the server.
    /// - Throws: ``CallbackError`` `tooManyServers`, `notConfirmed`, `vanished`; `VKError` when VK refuses a call; `CancellationError`.
    @discardableResult
    public func perform() async throws -> Int {
        var machine = RegistrationMachine(plan)
        var step = machine.start
        while true {
            switch step {
            case .look(let wait):
                if wait > .zero { try await client.time.sleep(for: wait) }
                step = try machine.receive(try await servers())
            case .add: step = try await add(&machine)
            case .edit(let server, let title):
                try await client.groups
                    .editCallbackServer(
                        groupID: plan.community, serverID: server, url: plan.url, title: title, secretKey: plan.secret.reveal()
                    ).send()
                step = machine.receive(server: server)
            case .readSettings(let server):
                let settings = try await client.groups.getCallbackSettings(groupID: plan.community, serverID: server).send()
                step = machine.receive(settings, of: server)
            case .change(let server, let types):
                try await switchOn(types, of: server)
                step = .done(server: server)
            case .done(let server):
                client.logger.info("VK posts updates", ["community": plan.community, "callback.server": server, "url": plan.url])
                return server
            }
        }
    }

    private func servers() async throws -> [RegistrationMachine.Server] {
        try await client.groups.getCallbackServers(groupID: plan.community).send().items.map { server in
            let secret = server.json["secret_key"].text.map(Secret.init)
            return .init(id: server.id, title: server.title, url: server.url, secret: secret, status: server.status.rawValue)
        }
    }

    private func add(_ machine: inout RegistrationMachine) async throws -> RegistrationMachine.Step {
        do {
            let added = try await client.groups
                .addCallbackServer(groupID: plan.community, url: plan.url, title: plan.title, secretKey: plan.secret.reveal()).send()
            return machine.receive(server: added.serverID)
        } catch let error as VKError {
            guard error.code != .callbackAPIServersLimit else { throw CallbackError(.tooManyServers, url: plan.url) }
            guard error.mayHaveBeenPerformed, let next = machine.loseAnswer() else { throw error }
            return next
        }
    }

    private func switchOn(_ types: [UpdateType], of server: Int) async throws {
        var parameters: Parameters = ["group_id": plan.community, "server_id": server, "api_version": plan.version]
        for type in types { parameters[type.rawValue] = true.parameterText }
        try await client.call("groups.setCallbackSettings", parameters).send()
    }
}
