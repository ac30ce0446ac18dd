// Govorun: what people do in a conversation. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// Checks that community and person exist and gives the peer of their conversation.
    func place(_ community: Int, _ person: Int, _ peer: Int?) throws(SimulatorError) -> Int {
        guard communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
        guard people[person] != nil else { throw SimulatorError(.notFound, "person \(person)") }
        guard let peer, peer != person else { return person }
        guard let chat = self[community: community].conversations[peer]?.chat else { throw SimulatorError(.notFound, "chat \(peer)") }
        guard chat.contains(person) else { throw SimulatorError(.refused, "person \(person) is not in chat \(peer)") }
        return peer
    }

    func message(_ number: Int, of peer: Int, in community: Int) throws(SimulatorError) -> Message {
        guard let message = self[community: community].conversations[peer]?[number] else {
            throw SimulatorError(.notFound, "message \(number) of conversation \(peer)")
        }
        return message
    }

    mutating func write(_ writing: VKSimulator.Writing, at date: Int) throws(SimulatorError) -> Message {
        let peer = try place(writing.community, writing.person, writing.peer)
        var draft = Draft()
        draft.text = Mention.resolved(writing.text) { resolve($0) }
        draft.payload = writing.payload
        draft.attachments = writing.attachments
        for name in writing.attached {
            do { draft.attachments += try attachments(name, for: writing.person) } catch {
                throw SimulatorError(.invalid, "attachment \(name)")
            }
        }
        draft.geo = writing.geo
        draft.reference = writing.ref.map { ($0, writing.refSource) }
        if let number = writing.replyTo { draft.replyTo = try message(number, of: peer, in: writing.community) }
        for number in writing.forward { draft.forwards.append(try message(number, of: peer, in: writing.community)) }
        let isEmpty = draft.text.isEmpty && draft.attachments.isEmpty && draft.geo == nil && draft.forwards.isEmpty
        guard !isEmpty else { throw SimulatorError(.invalid, "an empty message") }
        // Who writes to a community allows it to answer.
        if peer == writing.person { self[community: writing.community].permissions[peer] = .allowed }
        return append(draft, from: writing.person, to: peer, in: writing.community, at: date)
    }

    /// A person writes in the community's name; no bot has a hand in it.
    mutating func writeAsAdministrator(
        _ administrator: Int?, _ text: String, to peer: Int, in community: Int, at date: Int
    ) throws(SimulatorError) -> Message {
        guard communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
        let administrator = administrator ?? someAdministrator(of: community, to: peer)
        guard people[administrator] != nil else { throw SimulatorError(.notFound, "person \(administrator)") }
        guard self[community: community].conversations[peer] != nil || people[peer] != nil else {
            throw SimulatorError(.notFound, "conversation \(peer)")
        }
        guard !text.isEmpty else { throw SimulatorError(.invalid, "an empty message") }
        var draft = Draft()
        draft.text = text
        draft.administrator = administrator
        return append(draft, from: -community, to: peer, in: community, at: date)
    }

    /// An officer who may write in the community's name; where it has none, the first person who is not the one written to.
    private func someAdministrator(of community: Int, to peer: Int) -> Int {
        let officers = self[community: community].officers.filter { $0.value >= .editor }.keys.sorted()
        return officers.first { $0 != peer } ?? officers.first ?? peopleOrder.first { $0 != peer } ?? peer
    }

    mutating func edit(
        _ number: Int, of peer: Int, in community: Int, by person: Int, text: String, at date: Int
    ) throws(SimulatorError) -> Message {
        let peer = try place(community, person, peer)
        var message = try message(number, of: peer, in: community)
        guard message.authorID == person, message.action == nil else {
            throw SimulatorError(.refused, "message \(number) is not \(person)'s to edit")
        }
        guard !text.isEmpty else { throw SimulatorError(.invalid, "an empty message") }
        message.text = Mention.resolved(text) { resolve($0) }
        replace(&message, in: community, at: date)
        return message
    }

    /// Puts a changed message in the place of the one before and tells whom it concerns.
    mutating func replace(_ message: inout Message, in community: Int, at date: Int) {
        self[community: community].lastVersion += 1
        message.version = self[community: community].lastVersion
        message.updateTime = date
        self[community: community].conversations[message.peerID]?[message.number] = message
        let edited = message
        if message.authorID == -community || reaches(message, community) {
            emit("message_edit", to: community) { edited.write(to: &$0) }
        }
        tellAccounts(5, message, in: community)
        note("edit", message, in: community)
    }

    /// Deletes for all; the community is not told, VK has no event for it.
    mutating func delete(_ number: Int, of peer: Int, in community: Int) {
        guard var message = self[community: community].conversations[peer]?[number] else { return }
        message.isDeleted = true
        self[community: community].conversations[peer]?[number] = message
        tellAccountsOfDeletion(message, in: community)
        journal.note("delete") { writer in
            writer.member("community", community)
            writer.member("peer", peer)
            writer.member("cmid", number)
        }
    }

    mutating func type(_ person: Int, _ peer: Int?, in community: Int, state: String) throws(SimulatorError) {
        guard ["typing", "audiomessage", "photo", "video", "file"].contains(state) else { throw SimulatorError(.invalid, "state \(state)") }
        let peer = try place(community, person, peer)
        if peer == person {
            emit("message_typing_state", to: community) {
                $0.write(["state": JSONValue(state), "from_id": JSONValue(person), "to_id": JSONValue(-community)] as JSONValue)
            }
        }
        noteTyping(from: person, peer, in: community, state: state)
    }

    mutating func noteTyping(from author: Int, _ peer: Int, in community: Int, state: String) {
        tellAccountsOfTyping(author, peer, in: community, state: state)
        journal.note("typing") { writer in
            writer.member("community", community)
            writer.member("peer", peer)
            writer.member("from", author)
            writer.member("state", state)
        }
    }

    /// A person has read a private dialog to its end.
    mutating func read(_ person: Int, in community: Int) throws(SimulatorError) {
        _ = try place(community, person, nil)
        guard let last = self[community: community].conversations[person]?.last else {
            throw SimulatorError(.notFound, "conversation \(person)")
        }
        self[community: community].conversations[person]?.readByPerson = last.number
        let object: JSONValue = [
            "from_id": JSONValue(person), "peer_id": JSONValue(person), "read_message_id": JSONValue(last.id),
            "conversation_message_id": JSONValue(last.number),
        ]
        emit("message_read", to: community) { $0.write(object) }
        tellAccountsOfReading(last.number, of: person, in: community, by: person)
    }
}
