// Govorun: reading and typing in user long poll. SPDX-License-Identifier: MIT
import TapeJSON

/// `peer_id, local_id`: messages were read, by us (6) or by them (7).
struct CodeReading: JSONWritable {
    private let peerID: Int
    private let readerID: Int?
    private let messageID: Int
    private let isNumbered: Bool

    /// `nil` when the array does not fit.
    init?(_ array: CodeArray, owner: Int) {
        guard let peer = array.int(1), let message = array.int(2) else { return nil }
        peerID = peer
        messageID = message
        isNumbered = array.isNumbered
        // Who of a chat has read, VK does not say.
        readerID = array.code == 6 ? owner : CodeMessage.isChat(peer) ? nil : peer
    }

    /// The object of `message_read`.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if let readerID { writer.member("from_id", readerID) }
            writer.member("peer_id", peerID)
            writer.member("read_message_id", isNumbered ? 0 : messageID)
            writer.member("conversation_message_id", isNumbered ? messageID : 0)
        }
    }
}

/// People are writing, or doing something that takes as long.
struct CodeTyping {
    private static let states = [61: "typing", 62: "typing", 63: "typing", 64: "audiomessage", 65: "photo", 66: "video", 67: "file"]

    /// Who.
    let people: [Int]
    private let chat: Int?
    private let state: String

    /// `nil` when the array does not fit.
    init?(_ array: CodeArray) {
        guard let state = Self.states[array.code], !array.isNumbered else { return nil }
        self.state = state
        switch array.code {
        case 61:
            guard let person = array.int(1) else { return nil }
            (people, chat) = ([person], nil)
        case 62:
            guard let person = array.int(1), let chat = array.int(2).flatMap(CodeMessage.chat) else { return nil }
            (people, self.chat) = ([person], chat)
        default:
            // The peer and the people stand in one order or the other, by version.
            guard let people = array.ints(1) ?? array.ints(2), let peer = array.int(2) ?? array.int(1), !people.isEmpty else { return nil }
            (self.people, chat) = (people, CodeMessage.isChat(peer) ? peer : nil)
        }
    }

    /// The object of `message_typing_state` for one of them.
    ///
    /// `to_id` is what the community's event has there: the chat, or the community; of a person's own dialogs it is left out, since a person
    /// there would be taken for the one who is written to.
    func write(_ person: Int, to owner: Int, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("state", state)
            writer.member("from_id", person)
            if let chat { writer.member("to_id", chat) } else if owner < 0 { writer.member("to_id", owner) }
            writer.member("peer_id", chat ?? person)
        }
    }
}
