// Govorun: chats, from Swift. SPDX-License-Identifier: MIT

extension VKSimulator {
    /// Creates a chat with the community in it; its first message is the invitation of the community.
    ///
    /// - Returns: the chat's peer id.
    @discardableResult
    public func addChat(_ opening: Opening) throws(SimulatorError) -> Int {
        try at { (world, now) throws(SimulatorError) in try world.addChat(opening, at: now.date) }
    }

    /// A member invites somebody: a person, or the community by its negative id.
    public func invite(_ member: Int, to peer: Int, of community: Int, by person: Int) throws(SimulatorError) {
        try at { (world, now) throws(SimulatorError) in try world.invite(member, to: peer, of: community, by: person, at: now.date) }
    }

    /// A person comes in by the chat's link.
    public func joinByLink(_ person: Int, _ peer: Int, of community: Int) throws(SimulatorError) {
        try at { (world, now) throws(SimulatorError) in try world.joinByLink(person, peer, of: community, at: now.date) }
    }

    /// An administrator of the chat removes somebody; a member removes himself.
    public func kick(_ member: Int, from peer: Int, of community: Int, by person: Int) throws(SimulatorError) {
        try at { (world, now) throws(SimulatorError) in try world.kick(member, from: peer, of: community, by: person, at: now.date) }
    }

    /// A member renames the chat.
    public func rename(_ peer: Int, of community: Int, to title: String, by person: Int) throws(SimulatorError) {
        try at { (world, now) throws(SimulatorError) in try world.rename(peer, of: community, to: title, by: person, at: now.date) }
    }

    /// A member pins a message, or with nil unpins.
    public func pin(_ number: Int?, in peer: Int, of community: Int, by person: Int) throws(SimulatorError) {
        try at { (world, now) throws(SimulatorError) in try world.pin(number, in: peer, of: community, by: person, at: now.date) }
    }

    /// Makes a member an administrator of the chat, or not; the community too, by its negative id.
    public func setAdmin(_ member: Int, _ isAdmin: Bool = true, of peer: Int, in community: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.setAdmin(member, isAdmin, of: peer, in: community) }
    }

    /// Grants the community every message of the chat, or only those meant for it.
    public func setFullAccess(_ hasFullAccess: Bool, to peer: Int, of community: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.setFullAccess(hasFullAccess, to: peer, of: community) }
    }
}
