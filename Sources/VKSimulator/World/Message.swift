// Govorun: one message of a conversation. SPDX-License-Identifier: MIT
public import TapeJSON

/// A message as it stands in a conversation's history.
public struct Message: Sendable {
    /// The id within the community; 0 in chats, as VK shows it to a community.
    public let id: Int
    /// The number within the conversation, from 1 (`conversation_message_id`).
    public let number: Int
    /// The conversation, as the community sees it.
    public let peerID: Int
    /// Who wrote: positive a person, negative a community.
    public let authorID: Int
    /// Unix seconds.
    public let date: Int
    /// The text; empty for a service message.
    public internal(set) var text: String
    /// Attachment objects, `{"type": …}`.
    public internal(set) var attachments: [JSONValue] = []
    /// What a pressed text button carried, JSON as text.
    public internal(set) var payload: String?
    /// The inline keyboard under the message.
    public internal(set) var keyboard: Keyboard?
    /// The carousel.
    public internal(set) var template: JSONValue?
    /// Bold, italic, underlined and linked ranges.
    public internal(set) var formatData: JSONValue?
    /// The place.
    public internal(set) var geo: JSONValue?
    /// What happened, when this is a service message: `{"type": "chat_invite_user", …}`.
    public internal(set) var action: JSONValue?
    /// What the `vk.me` link carried by which the person came, and where the link stood.
    public internal(set) var reference: (ref: String, source: String?)?
    /// The number of the message this one answers.
    public internal(set) var replyTo: Int?
    /// Unix seconds of the last edit.
    public internal(set) var updateTime: Int?
    /// Whether it was deleted for all.
    public internal(set) var isDeleted = false
    /// The sender's `random_id`, 0 for none.
    public internal(set) var randomID = 0
    /// The person who wrote in the community's name; nil for the bot.
    public internal(set) var administratorID: Int?
    /// Grows with every message and edit of the community.
    var version = 0
    var reactions = Reactions()
    var reply: JSONFragment?
    var forwards: [JSONFragment] = []

    /// Whether the community wrote it.
    public var isOutgoing: Bool { authorID < 0 }

    init(id: Int, number: Int, peerID: Int, authorID: Int, date: Int, text: String) {
        self.id = id
        self.number = number
        self.peerID = peerID
        self.authorID = authorID
        self.date = date
        self.text = text
    }
}

/// JSON that is written already.
struct JSONFragment: Sendable, JSONWritable {
    let bytes: [UInt8]

    init(_ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        body(&writer)
        bytes = writer.bytes
    }

    func write(to writer: inout JSONWriter) { writer.raw(bytes[...]) }
}
