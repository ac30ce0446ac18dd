// Govorun: what a person or a community does most. SPDX-License-Identifier: MIT

/// Who an account is, as VK says.
public struct AccountIdentity: Sendable, Hashable {
    /// VK's number: a person's is positive, a community's negative, as `peer_id` and `owner_id` want it; 0 for an application.
    public let peerID: Int
    /// A person's first and last name, or a community's name.
    public let name: String
    /// The short name of its page; empty when VK gave none.
    public let screenName: String
}

extension Account {
    /// Who it is; asked of VK once and then remembered.
    ///
    /// - Throws: as `send`.
    public func identity() async throws -> AccountIdentity {
        if let known = rememberedIdentity { return known }
        let life = life
        let identity =
            switch kind {
            case .community:
                try await send { vk in
                    vk.groups.getByID().map { answer in
                        let group = answer.groups[0]
                        return AccountIdentity(peerID: 0 &- group.id, name: group.name, screenName: group.screenName)
                    }
                }
            case .user:
                try await send { vk in
                    vk.users.get(fields: [.screenName]).map { people in
                        let person = people[0]
                        let name = [person.firstName, person.lastName].filter { !$0.isEmpty }.joined(separator: " ")
                        return AccountIdentity(peerID: person.id, name: name, screenName: person.screenName ?? "")
                    }
                }
            case .service: AccountIdentity(peerID: 0, name: name, screenName: "")
            }
        remember(identity, in: life)
        return identity
    }

    /// Forgets what it remembers of VK, the answers that are kept with it; its token stays.
    ///
    /// - Throws: `StorageError` when what is stored could not be removed; what is in memory is.
    public func clearCaches() async throws {
        forgetIdentity()
        try await forgetAnswers(of: presentClient)
    }

    /// Sends a text to one conversation.
    ///
    /// - Returns: the id VK gave the message.
    /// - Throws: as `send`.
    @discardableResult
    public func send(_ text: String, to peerID: Int, attachments: [String] = []) async throws -> Int {
        try await send { vk in
            vk.messages.send(
                peerID: peerID, message: text, attachment: attachments.isEmpty ? nil : attachments.joined(separator: ","))
        }
    }
}
