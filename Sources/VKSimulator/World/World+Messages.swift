// Govorun: messages coming into being. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// What a new message holds; number, id and date are given by the conversation.
    struct Draft: Sendable {
        var text = ""
        var attachments: [JSONValue] = []
        var payload: String?
        var keyboard: Keyboard?
        var template: JSONValue?
        var formatData: JSONValue?
        var geo: JSONValue?
        var reference: (ref: String, source: String?)?
        var action: JSONValue?
        var replyTo: Message?
        var forwards: [Message] = []
        var randomID = 0
        /// The person who writes for the community.
        var administrator: Int?
    }

    /// What is added to a chat's number to make its peer id (protocol reference, section 18).
    static let firstChat = 2_000_000_000

    static func isChat(_ peer: Int) -> Bool { peer > firstChat && peer <= firstChat + 100_000_000 }

    /// Appends a message and tells everybody whom it concerns.
    @discardableResult
    mutating func append(_ draft: Draft, from author: Int, to peer: Int, in community: Int, at date: Int) -> Message {
        let message = self[community: community].append(draft, from: author, to: peer, at: date, limit: configuration.historyLimit)
        announce(message, in: community)
        if draft.keyboard?.isInline == false { noteKeyboard(of: peer, in: community) }
        return message
    }

    private mutating func announce(_ message: Message, in community: Int) {
        if message.authorID == -community {
            emit("message_reply", to: community) { message.write(to: &$0) }
        } else if reaches(message, community) {
            let isBare = self[community: community].switches.hasBareMessages
            let info = ClientInfo(languageID: people[message.authorID]?.languageID ?? 0)
            emit("message_new", to: community) { writer in
                guard !isBare else { return message.write(to: &writer) }
                writer.object { writer in
                    writer.member("client_info", info)
                    writer.member("message", message)
                }
            }
        }
        tellAccounts(4, message, in: community)
        note("message", message, in: community)
    }

    /// Sends an event to a community's pollers and callback servers, and shows it to the watchers.
    mutating func emit(_ type: String, to community: Int, _ object: (inout JSONWriter) -> Void) {
        guard let event = self[community: community].emit(type, object) else { return }
        if communities[community]?.callbacks.servers.isEmpty == false { bell.ring() }
        journal.note("update") { writer in
            writer.member("community", community)
            writer.key("update")
            writer.raw(event[...])
        }
    }

    mutating func note(_ type: StaticString, _ message: Message, in community: Int) {
        journal.note(type) { writer in
            writer.member("community", community)
            writer.member("peer", message.peerID)
            writer.member("message", message)
        }
    }

    /// Tells the watchers which keyboard stands under the input field now.
    mutating func noteKeyboard(of peer: Int, in community: Int) {
        let keyboard = self[community: community].conversations[peer]?.keyboard
        journal.note("keyboard") { writer in
            writer.member("community", community)
            writer.member("peer", peer)
            writer.key("keyboard")
            if let keyboard { keyboard.write(to: &writer, author: -community) } else { writer.writeNull() }
        }
    }

    /// Whether a chat message comes to the community: all of them with full access, else what is meant for it.
    func reaches(_ message: Message, _ community: Int) -> Bool {
        guard let chat = self[community: community].conversations[message.peerID]?.chat else { return true }
        let isAboutUs = message.action?["member_id"] == JSONValue(-community)
        guard chat.contains(-community) || isAboutUs else { return false }
        if chat.hasFullAccess || isAboutUs || message.payload != nil || message.text.hasPrefix("/") { return true }
        if let number = message.replyTo, self[community: community].conversations[message.peerID]?[number]?.authorID == -community {
            return true
        }
        return Mention.all(in: message.text).contains(-community)
    }
}

extension CommunityState {
    fileprivate mutating func append(_ draft: World.Draft, from author: Int, to peer: Int, at date: Int, limit: Int) -> Message {
        lastVersion += 1
        if !World.isChat(peer) { lastMessageID += 1 }
        // Taken out while it grows, so that its messages have one owner.
        var conversation = conversations.removeValue(forKey: peer) ?? Conversation(peerID: peer)
        var message = Message(
            id: World.isChat(peer) ? 0 : lastMessageID, number: conversation.lastNumber + 1, peerID: peer, authorID: author, date: date,
            text: draft.text)
        message.fill(with: draft, version: lastVersion)
        conversation.place(draft.keyboard)
        conversation.append(message, limit: limit)
        conversations[peer] = conversation
        return message
    }
}

extension Message {
    fileprivate mutating func fill(with draft: World.Draft, version: Int) {
        attachments = draft.attachments
        payload = draft.payload
        keyboard = draft.keyboard.flatMap { $0.isInline ? $0 : nil }
        template = draft.template
        formatData = draft.formatData
        geo = draft.geo
        reference = draft.reference
        action = draft.action
        replyTo = draft.replyTo?.number
        reply = draft.replyTo?.foreign
        forwards = draft.forwards.map(\.foreign)
        randomID = draft.randomID
        administratorID = draft.administrator
        self.version = version
    }
}

extension Conversation {
    /// A keyboard that is not inline takes the place of the one before; one without buttons takes it away.
    mutating func place(_ keyboard: Keyboard?) {
        guard let keyboard, !keyboard.isInline else { return }
        self.keyboard = keyboard.rows.isEmpty ? nil : keyboard
    }
}

/// What the web page can show, as `message_new` tells it.
struct ClientInfo: JSONWritable {
    /// The language of who wrote, as VK counts them.
    let languageID: Int

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("button_actions", Self.actions)
            writer.member("keyboard", true)
            writer.member("inline_keyboard", true)
            writer.member("carousel", true)
            writer.member("lang_id", languageID)
        }
    }

    private static let actions = [
        "text", "vkpay", "open_app", "location", "open_link", "open_photo", "callback", "intent_subscribe", "intent_unsubscribe",
    ]
}
