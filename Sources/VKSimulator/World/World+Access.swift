// Govorun: whom a community may write to. SPDX-License-Identifier: MIT

extension World {
    /// Refuses with VK's code a conversation the community may not write to.
    func checkAccess(of community: Int, to peer: Int) throws(APIFailure) {
        let state = self[community: community]
        guard peer > 0 else { throw peer == 0 ? .parameter("peer_id") : APIFailure(932, "Your community can't interact with this peer") }
        guard people[peer] == nil else {
            if state.blacklist.contains(peer) { throw APIFailure(900, "Can't send messages for users from blacklist") }
            guard state.permissions[peer] == .allowed else { throw APIFailure(901, "Can't send messages for users without permission") }
            return
        }
        guard Self.isChat(peer) else {
            throw APIFailure(901, "Can't send messages for users without permission")
        }
        guard let chat = state.conversations[peer]?.chat, chat.contains(-community) else {
            throw APIFailure(917, "You don't have access to this chat")
        }
    }

    /// Refuses a chat the community is not in; an empty private dialog may be looked at.
    func checkView(of community: Int, _ peer: Int) throws(APIFailure) {
        guard Self.isChat(peer) else { return }
        try checkAccess(of: community, to: peer)
    }
}
