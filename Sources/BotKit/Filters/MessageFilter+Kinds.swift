// Govorun: the usual questions about a message. SPDX-License-Identifier: MIT

extension MessageFilter where Value == Void {
    /// Written in a group chat.
    public static var isChat: Self { Self(where: { $0.peer.isChat }) }
    /// Written in private.
    public static var isPrivate: Self { Self(where: { $0.peer.isPrivate }) }
    /// With a text that shows something.
    public static var hasText: Self { Self(where: { !$0.text.isBlank }) }
    /// With attachments of any kind.
    public static var hasAttachments: Self { Self(where: { $0.raw.attachments.first?.exists == true }) }
    /// By one of these people.
    public static func isFrom(_ people: Int...) -> Self { Self(where: { people.contains($0.user.id) }) }
    /// In one of these conversations.
    public static func isIn(_ peers: Int...) -> Self { Self(where: { peers.contains($0.peer.id) }) }
    /// By one of the bot's administrators.
    public static var isFromAdmin: Self { Self(where: { $0.bot.admins.contains($0.user.id) }) }
    /// Which mentions this bot anywhere.
    public static var mentionsBot: Self {
        Self(where: { message in Mention.all(in: message.text).contains { $0.mention.pageID == -message.bot.communityID } })
    }
    /// With a text of more than `count` characters.
    public static func longer(than count: Int) -> Self { Self(where: { $0.text.count > count }) }
    /// With a text of less than `count` characters, none at all included.
    public static func shorter(than count: Int) -> Self { Self(where: { $0.text.count < count }) }
}

extension MessageFilter where Value == String {
    /// With a text that shows something: the text.
    public static var text: Self { Self { $0.text.isBlank ? nil : $0.text } }
}

extension MessageFilter where Value == MessagesMessage {
    /// In answer to another message: that message.
    public static var reply: Self { Self { $0.raw.replyMessage } }
    /// In answer to a message of this bot: that message.
    public static var replyToBot: Self {
        Self { message in message.raw.replyMessage.flatMap { $0.fromID == -message.bot.communityID ? $0 : nil } }
    }
}

extension MessageFilter where Value == VKList<MessagesMessage> {
    /// With forwarded messages: these.
    public static var forwarded: Self { Self { $0.raw.fwdMessages.isEmpty ? nil : $0.raw.fwdMessages } }
}

extension MessageFilter where Value == [Mention] {
    /// Which mentions anybody: whom, in order.
    public static var mentions: Self {
        Self { message in
            let mentions = Mention.all(in: message.text).map(\.mention)
            return mentions.isEmpty ? nil : mentions
        }
    }
}

extension MessageFilter where Value == BaseGeo {
    /// With a place on the map: the place.
    public static var geo: Self { Self { $0.raw.geo.exists ? $0.raw.geo : nil } }
}

extension MessageFilter where Value == JSON {
    /// That a button wrote: what it carries.
    public static var payload: Self { Self { $0.payload.exists ? $0.payload : nil } }
    /// With an attachment that VK calls `type`: the first such, as JSON.
    public static func attachment(_ type: MessagesMessageAttachmentType) -> Self {
        Self { message in message.raw.attachments.first { $0.type == type }?.object }
    }
}

// MARK: What happens in a chat

extension MessageFilter where Value == MessagesMessageAction {
    /// That VK wrote because something was done to the chat: what. Such messages reach `On(message:)` alone.
    public static var chatAction: Self { Self { $0.raw.action } }
    /// That VK wrote because of `type`, by its word.
    public static func chatAction(_ type: MessagesMessageActionStatus) -> Self {
        Self { message in message.raw.action.flatMap { $0.type == type ? $0 : nil } }
    }
}

extension MessageFilter where Value == Int {
    /// That tells who came to the chat, invited or by a link: their id, negative for a community.
    public static var chatJoin: Self {
        Self { message in
            switch message.raw.action?.type.rawValue {
            case "chat_invite_user", "chat_invite_user_by_message_request": message.raw.action?.memberID
            case "chat_invite_user_by_link": message.raw.fromID
            default: nil
            }
        }
    }

    /// That tells who left the chat or was removed: their id, negative for a community.
    public static var chatLeave: Self { chatAction("chat_kick_user").map { $0.memberID } }

    private static func chatAction(_ type: String) -> MessageFilter<MessagesMessageAction> {
        .chatAction(MessagesMessageActionStatus(rawValue: type))
    }
}

extension MessageFilter where Value == Void {
    /// That tells that this bot was taken into the chat.
    public static var botInvited: Self {
        Self(where: { MessageFilter<Int>.chatJoin.find($0) == -$0.bot.communityID })
    }
}
