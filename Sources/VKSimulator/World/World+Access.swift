// Govorun: whom a community may write to. SPDX-License-Identifier: MIT

extension World {
    /// Refuses with VK's code a conversation the community may not write to.
    func checkAccess(of community: Int, to peer: Int) throws(APIFailure) {
        let state = self[community: community]
        guard peer > 0 else { throw Self.unreachable(peer) }
        if let person = people[peer] { return try checkAccess(of: state, to: person) }
        guard Self.isChat(peer) else {
            throw APIFailure(901, "Can't send messages for users without permission")
        }
        guard let chat = state.conversations[peer]?.chat, chat.contains(-community) else {
            throw APIFailure(917, "You don't have access to this chat")
        }
    }

    private static func unreachable(_ peer: Int) -> APIFailure {
        // Below that are contacts by e-mail, and there is none.
        if peer < -firstChat { return APIFailure(936, "Contact not found") }
        return peer == 0 ? .parameter("peer_id") : APIFailure(932, "Your community can't interact with this peer")
    }

    private func checkAccess(of state: CommunityState, to person: Person) throws(APIFailure) {
        guard person.deactivation == nil else { throw APIFailure(18, "User was deleted or banned") }
        guard !state.blacklist.contains(person.id) else { throw APIFailure(900, "Can't send messages for users from blacklist") }
        guard state.permissions[person.id] == .allowed else { throw APIFailure(901, "Can't send messages for users without permission") }
        guard !person.isPrivate else { throw APIFailure(902, "Can't send messages to this user due to their privacy settings") }
    }

    /// Refuses a chat the community is not in; an empty private dialog may be looked at.
    func checkView(of community: Int, _ peer: Int) throws(APIFailure) {
        guard Self.isChat(peer) else { return }
        try checkAccess(of: community, to: peer)
    }
}
