// Govorun: chats and who is in them. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// Creates a chat; the owner invites the community, which is the chat's first message.
    mutating func addChat(_ opening: VKSimulator.Opening, at date: Int) throws(SimulatorError) -> Int {
        let community = opening.community
        guard communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
        for person in [opening.owner] + opening.members where people[person] == nil { throw SimulatorError(.notFound, "person \(person)") }
        let taken = self[community: community].conversations.keys.filter(Self.isChat)
        let peer = opening.peer ?? nextChat(of: community)
        guard Self.isChat(peer) else { throw SimulatorError(.invalid, "chat peer id \(peer)") }
        guard !taken.contains(peer) else { throw SimulatorError(.taken, "chat \(peer)") }
        var seen: Set<Int> = []
        let members = ([opening.owner] + opening.members).filter { seen.insert($0).inserted }.map {
            Chat.Member(id: $0, invitedBy: opening.owner, joinDate: date, isAdmin: $0 == opening.owner)
        }
        let chat = Chat(title: opening.title, ownerID: opening.owner, members: members, hasFullAccess: opening.hasFullAccess)
        self[community: community].conversations[peer] = Conversation(peerID: peer, chat: chat)
        try invite(-community, to: peer, of: community, by: opening.owner, at: date)
        if opening.isCommunityAdmin { try changeMember(-community, of: peer, in: community) { $0.isAdmin = true } }
        return peer
    }

    mutating func invite(_ member: Int, to peer: Int, of community: Int, by person: Int, at date: Int) throws(SimulatorError) {
        _ = try place(community, person, peer)
        guard member < 0 ? member == -community : people[member] != nil else { throw SimulatorError(.notFound, "page \(member)") }
        try changeChat(peer, in: community) { (chat) throws(SimulatorError) in
            guard !chat.contains(member) else { throw SimulatorError(.refused, "\(member) is in the chat already") }
            chat.members.append(Chat.Member(id: member, invitedBy: person, joinDate: date, isAdmin: false))
        }
        announce(["type": "chat_invite_user", "member_id": JSONValue(member)], by: person, in: peer, of: community, at: date)
    }

    mutating func joinByLink(_ person: Int, _ peer: Int, of community: Int, at date: Int) throws(SimulatorError) {
        guard people[person] != nil else { throw SimulatorError(.notFound, "person \(person)") }
        try changeChat(peer, in: community) { (chat) throws(SimulatorError) in
            guard !chat.contains(person) else { throw SimulatorError(.refused, "\(person) is in the chat already") }
            chat.members.append(Chat.Member(id: person, invitedBy: chat.ownerID, joinDate: date, isAdmin: false))
        }
        announce(["type": "chat_invite_user_by_link"], by: person, in: peer, of: community, at: date)
    }

    /// Somebody is removed; by himself, when `person` is `member`.
    mutating func kick(_ member: Int, from peer: Int, of community: Int, by person: Int, at date: Int) throws(SimulatorError) {
        _ = try place(community, person, peer)
        try changeChat(peer, in: community) { (chat) throws(SimulatorError) in
            guard chat.contains(member) else { throw SimulatorError(.refused, "\(member) is not in the chat") }
            guard member == person || chat.isAdmin(person) else {
                throw SimulatorError(.refused, "person \(person) is no admin of the chat")
            }
            chat.members.removeAll { $0.id == member }
        }
        announce(["type": "chat_kick_user", "member_id": JSONValue(member)], by: person, in: peer, of: community, at: date)
    }

    mutating func rename(_ peer: Int, of community: Int, to title: String, by person: Int, at date: Int) throws(SimulatorError) {
        _ = try place(community, person, peer)
        try changeChat(peer, in: community) { $0.title = title }
        announce(["type": "chat_title_update", "text": JSONValue(title)], by: person, in: peer, of: community, at: date)
    }

    /// - Parameter number: nil unpins.
    mutating func pin(_ number: Int?, in peer: Int, of community: Int, by person: Int, at date: Int) throws(SimulatorError) {
        _ = try place(community, person, peer)
        guard let chat = self[community: community].conversations[peer]?.chat else { throw SimulatorError(.notFound, "chat \(peer)") }
        guard let subject = number ?? chat.pinned else { throw SimulatorError(.refused, "nothing is pinned") }
        let message = try message(subject, of: peer, in: community)
        try changeChat(peer, in: community) { $0.pinned = number }
        var action: JSONObject = [
            "type": number == nil ? "chat_unpin_message" : "chat_pin_message", "member_id": JSONValue(person),
            "conversation_message_id": JSONValue(subject),
        ]
        if number != nil { action["message"] = JSONValue(message.text) }
        announce(action, by: person, in: peer, of: community, at: date)
    }

    /// Makes somebody an administrator of a chat, or not; the community too.
    mutating func setAdmin(_ member: Int, _ isAdmin: Bool, of peer: Int, in community: Int) throws(SimulatorError) {
        try changeMember(member, of: peer, in: community) { $0.isAdmin = isAdmin }
    }

    mutating func setFullAccess(_ hasFullAccess: Bool, to peer: Int, of community: Int) throws(SimulatorError) {
        try changeChat(peer, in: community) { $0.hasFullAccess = hasFullAccess }
    }

    /// Changes a chat that is known to exist.
    mutating func change(_ peer: Int, of community: Int, _ change: (inout Chat) -> Void) {
        guard var chat = self[community: community].conversations[peer]?.chat else { return }
        change(&chat)
        self[community: community].conversations[peer]?.chat = chat
        noteChat(peer, community)
    }

    /// A community creates a chat.
    mutating func createChat(_ title: String, with people: [Int], of community: Int, at date: Int) -> Int {
        let peer = nextChat(of: community)
        var seen: Set<Int> = []
        let members = ([-community] + people).filter { seen.insert($0).inserted }.map {
            Chat.Member(id: $0, invitedBy: -community, joinDate: date, isAdmin: $0 == -community)
        }
        self[community: community].conversations[peer] = Conversation(
            peerID: peer, chat: Chat(title: title, ownerID: -community, members: members))
        noteChat(peer, community)
        announce(["type": "chat_create", "text": JSONValue(title)], by: -community, in: peer, of: community, at: date)
        return peer
    }

    private func nextChat(of community: Int) -> Int {
        (self[community: community].conversations.keys.filter(Self.isChat).max() ?? Self.firstChat) + 1
    }

    private mutating func noteChat(_ peer: Int, _ community: Int) {
        journal.note("chats") { writer in
            writer.member("community", community)
            writer.member("peer", peer)
        }
    }

    private mutating func changeMember(
        _ member: Int, of peer: Int, in community: Int, _ change: (inout Chat.Member) -> Void
    ) throws(SimulatorError) {
        try changeChat(peer, in: community) { (chat) throws(SimulatorError) in
            guard let index = chat.members.firstIndex(where: { $0.id == member }) else {
                throw SimulatorError(.refused, "\(member) is not in the chat")
            }
            change(&chat.members[index])
        }
    }

    private mutating func changeChat(
        _ peer: Int, in community: Int, _ change: (inout Chat) throws(SimulatorError) -> Void
    ) throws(SimulatorError) {
        guard communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
        guard var chat = self[community: community].conversations[peer]?.chat else { throw SimulatorError(.notFound, "chat \(peer)") }
        try change(&chat)
        self[community: community].conversations[peer]?.chat = chat
        noteChat(peer, community)
    }

    /// A service message.
    private mutating func announce(_ action: JSONObject, by person: Int, in peer: Int, of community: Int, at date: Int) {
        var draft = Draft()
        draft.action = .object(action)
        append(draft, from: person, to: peer, in: community, at: date)
    }
}
