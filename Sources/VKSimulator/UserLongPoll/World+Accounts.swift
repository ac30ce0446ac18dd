// Govorun: what happens in messages, told as arrays of codes. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// One page of a conversation that is polled for, and what the conversation is to it.
    private struct Viewer {
        let page: Int
        let peerID: Int
    }

    /// Those of a conversation who are polled for: the community, the person or the people of the chat.
    private func viewers(of peer: Int, in community: Int) -> [Viewer] {
        guard !accounts.isEmpty else { return [] }
        let own = Viewer(page: -community, peerID: peer)
        guard Self.isChat(peer) else { return [own, Viewer(page: peer, peerID: -community)].filter { accounts[$0.page] != nil } }
        let members = self[community: community].conversations[peer]?.chat?.members.map(\.id).filter { $0 > 0 } ?? []
        return ([own] + members.map { Viewer(page: $0, peerID: peer) }).filter { accounts[$0.page] != nil }
    }

    /// Tells of a message that is new (code 4) or was edited (code 5).
    mutating func tellAccounts(_ code: Int, _ message: Message, in community: Int) {
        for viewer in viewers(of: message.peerID, in: community) {
            if viewer.page == -community, !reaches(message, community), !message.isOutgoing { continue }
            let id = id(of: message, for: viewer.page, in: community)
            let array = ArrayMessage(message, id: id, isOwn: message.authorID == viewer.page, peerID: viewer.peerID)
            self[account: viewer.page].queue.append(array.written(code))
            self[account: viewer.page].note(.init(community: community, peerID: message.peerID, number: message.number))
        }
    }

    /// Tells that a message was deleted for all (code 2).
    mutating func tellAccountsOfDeletion(_ message: Message, in community: Int) {
        for viewer in viewers(of: message.peerID, in: community) {
            let id = id(of: message, for: viewer.page, in: community)
            tell(viewer.page, [2, JSONValue(id), JSONValue(128 | 131_072), JSONValue(viewer.peerID)])
        }
    }

    /// Tells that `reader` has read a conversation up to a message: codes 6 to itself, 7 to the others.
    mutating func tellAccountsOfReading(_ number: Int, of peer: Int, in community: Int, by reader: Int) {
        guard let message = self[community: community].conversations[peer]?[number] else { return }
        for viewer in viewers(of: peer, in: community) {
            let id = id(of: message, for: viewer.page, in: community)
            tell(viewer.page, [viewer.page == reader ? 6 : 7, JSONValue(viewer.peerID), JSONValue(id)])
        }
    }

    /// Tells all but `author` what it is doing: codes 61 to 67.
    mutating func tellAccountsOfTyping(_ author: Int, _ peer: Int, in community: Int, state: String) {
        let codes = ["audiomessage": 64, "photo": 65, "video": 66, "file": 67]
        for viewer in viewers(of: peer, in: community) where viewer.page != author {
            if let code = codes[state] {
                let date = configuration.time.unixSeconds()
                tell(viewer.page, [JSONValue(code), JSONValue(viewer.peerID), [JSONValue(author)], 1, JSONValue(date)])
            } else if Self.isChat(peer) {
                tell(viewer.page, [62, JSONValue(author), JSONValue(peer - Self.firstChat)])
            } else {
                tell(viewer.page, [61, JSONValue(author), 1])
            }
        }
    }

    private mutating func tell(_ page: Int, _ array: JSONValue) { self[account: page].queue.append(array.bytes) }

    /// What a page calls a message: a community as its methods do, a person by a count of its own.
    private mutating func id(of message: Message, for page: Int, in community: Int) -> Int {
        guard page > 0 else { return message.id }
        return self[account: page].id(of: .init(community: community, peerID: message.peerID, number: message.number))
    }
}
