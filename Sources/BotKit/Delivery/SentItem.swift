// Govorun: one message to one conversation, and what VK says of it. SPDX-License-Identifier: MIT

/// What `messages.send` says of one message.
package struct SentItem: VKResponse {
    /// The message's id; 0 in chats.
    let messageID: Int
    /// Its number within the conversation; 0 where VK does not tell.
    let conversationMessageID: Int
    /// The conversation; 0 where VK does not tell.
    let peerID: Int
    /// Why it was not sent.
    let error: VKError?

    /// Reads a list of one, as `peer_ids` is answered, or the message's bare id, as `peer_id` is.
    package init?(response json: JSON) {
        let item: MessagesSendUserIDsResponseItem
        switch json.kind {
        case .array: item = MessagesSendUserIDsResponseItem(json[0])
        case .object, .null: item = MessagesSendUserIDsResponseItem(json)
        default:
            guard json.int != nil else { return nil }
            item = MessagesSendUserIDsResponseItem(.absent)
        }
        messageID = json.int ?? item.messageID
        (conversationMessageID, peerID) = (item.conversationMessageID, item.peerID)
        error = item.error.map { VKError(item: $0, method: "messages.send") }
    }
}

extension Bot {
    /// `messages.send` to one conversation.
    ///
    /// With `peer_ids` VK tells the number within the conversation, which editing in chats needs; a person's token has `peer_id` alone
    /// (source: the reference, "messages.send").
    package func sending(
        to peer: Int, randomID: Int, message: String?, attachment: String? = nil, forward: JSONValue? = nil, keyboard: JSONValue? = nil,
        template: JSONValue? = nil, disableMentions: Bool? = nil, formatData: JSONValue? = nil
    ) -> Request<SentItem> {
        let isPerson = vk.configuration.kind == .user
        return vk.request(
            "messages.send",
            [
                "peer_ids": isPerson ? nil : [peer], "peer_id": isPerson ? peer : nil, "random_id": randomID, "message": message,
                "attachment": attachment, "forward": forward, "keyboard": keyboard, "template": template,
                "disable_mentions": disableMentions, "format_data": formatData,
            ])
    }
}
