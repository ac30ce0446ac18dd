// Govorun: what people do. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// A community and a person that exist, and the peer of their conversation.
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
        draft.geo = writing.geo
        if let number = writing.replyTo { draft.replyTo = try message(number, of: peer, in: writing.community) }
        for number in writing.forward { draft.forwards.append(try message(number, of: peer, in: writing.community)) }
        let isEmpty = draft.text.isEmpty && draft.attachments.isEmpty && draft.geo == nil && draft.forwards.isEmpty
        guard !isEmpty else { throw SimulatorError(.invalid, "an empty message") }
        if peer == writing.person { self[community: writing.community].permissions[peer] = .allowed }
        return append(draft, from: writing.person, to: peer, in: writing.community, at: date)
    }
}
