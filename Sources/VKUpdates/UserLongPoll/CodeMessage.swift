// Govorun: a message of user long poll. SPDX-License-Identifier: MIT
import TapeJSON

/// `message_id, flags, peer_id, time, text, {additional}, {attachments}, random_id` of codes 4, 5 and 18, written as a message object.
struct CodeMessage: JSONWritable {
    /// The peer ids of chats: what is added to a chat's number, and the numbers there are (source: the reference, "Ids and peers").
    private static let chats = 2_000_000_001...2_100_000_000

    static func isChat(_ peer: Int) -> Bool { chats.contains(peer) }

    /// The peer id of the chat with that number; `nil` for what is no chat's number.
    static func chat(_ number: Int) -> Int? {
        (1...chats.count).contains(number) ? chats.lowerBound - 1 + number : nil
    }

    private enum Flag {
        static let outgoing = 2
        static let important = 8
        static let deleted = 128 | 131_072
    }

    /// 0 where only the number is known.
    let id: Int
    /// Within the conversation; 0 where only the id is known.
    let number: Int
    let peerID: Int
    /// Unix seconds; 0 when VK left it out.
    let date: Int
    private let flags: Int
    private let text: String
    private let owner: Int
    private let additional: JSON
    private let attachments: JSON
    private let randomID: Int

    /// `nil` when the array does not fit: newer versions may put other things there.
    init?(_ array: CodeArray, owner: Int) {
        guard let name = array.int(1), let flags = array.int(2), let peer = array.int(3), Self.fits(array) else { return nil }
        (id, number) = array.isNumbered ? (0, name) : (name, 0)
        self.flags = flags
        peerID = peer
        self.owner = owner
        date = array.int(4) ?? 0
        text = HTMLText.decoded(array[5].string ?? "")
        additional = array[6]
        attachments = array[7].kind == .number ? .absent : array[7]
        // Without attachments in the mode, it stands in their place.
        randomID = array.int(8) ?? array.int(7) ?? 0
    }

    private static func fits(_ array: CodeArray) -> Bool {
        let isShort = array.count < 6 && !array.isNumbered
        guard isShort || array[5].kind == .string else { return false }
        return array.count < 5 || array.int(4) != nil
    }

    var isOutgoing: Bool { flags & Flag.outgoing != 0 }

    private var authorID: Int {
        if isOutgoing { return owner }
        return Self.isChat(peerID) ? additional["from"].int ?? 0 : peerID
    }

    /// The message object, as much of it as VK's array says.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("date", date)
            writer.member("from_id", authorID)
            writer.member("id", id)
            writer.member("out", isOutgoing ? 1 : 0)
            writer.member("important", flags & Flag.important != 0)
            writer.member("is_cropped", true)
            writer.member("attachments", CodeAttachments(attachments))
            writer.member("conversation_message_id", number)
            writer.member("text", text)
            writer.member("peer_id", peerID)
            writer.member("random_id", randomID)
            if flags & Flag.deleted != 0 { writer.member("deleted", 1) }
            if let administrator = additional["from_admin"].int { writer.member("admin_author_id", administrator) }
            if let action = additional["source_act"].string { write(action, to: &writer) }
        }
    }

    private func write(_ action: String, to writer: inout JSONWriter) {
        writer.key("action")
        writer.object { writer in
            writer.member("type", action)
            if let member = additional["source_mid"].int { writer.member("member_id", member) }
            if let text = additional["source_text"].string { writer.member("text", HTMLText.decoded(text)) }
            if let old = additional["source_old_text"].string { writer.member("old_text", HTMLText.decoded(old)) }
            if let message = additional["source_message"].string { writer.member("message", HTMLText.decoded(message)) }
            if let number = additional["source_chat_local_id"].int { writer.member("conversation_message_id", number) }
        }
    }
}
