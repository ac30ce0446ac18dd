// Govorun: the methods of VK's section "messages". SPDX-License-Identifier: MIT
public import TapeJSON

extension VKClient {
    /// VK's section `messages`.
    public var messages: Messages { Messages(client: self) }
}

/// VK's section `messages`: parameters as in VK's JSON schema 5.199.
public struct Messages: Sendable {
    let client: VKClient

    /// `messages.send` to one or several peers: up to 100; answers with each peer's outcome, also for a single one.
    public func send(
        peerIDs: [Int], randomID: Int? = nil, message: String? = nil, attachment: String? = nil, replyTo: Int? = nil,
        forward: JSONValue? = nil, stickerID: Int? = nil, keyboard: JSONValue? = nil, template: JSONValue? = nil, payload: String? = nil,
        contentSource: JSONValue? = nil, dontParseLinks: Bool? = nil, disableMentions: Bool? = nil, intent: String? = nil,
        subscribeID: Int? = nil, formatData: JSONValue? = nil
    ) -> Request<VKList<MessagesSendUserIDsResponseItem>> {
        client.request(
            "messages.send",
            [
                "peer_ids": peerIDs, "random_id": randomID, "message": message, "attachment": attachment, "reply_to": replyTo,
                "forward": forward, "sticker_id": stickerID, "keyboard": keyboard, "template": template, "payload": payload,
                "content_source": contentSource, "dont_parse_links": dontParseLinks, "disable_mentions": disableMentions,
                "intent": intent, "subscribe_id": subscribeID, "format_data": formatData,
            ])
    }

    /// `messages.edit`; what is left out is removed.
    public func edit(
        peerID: Int, messageID: Int? = nil, cmid: Int? = nil, message: String? = nil, attachment: String? = nil,
        keepForwardMessages: Bool? = nil, keepSnippets: Bool? = nil, dontParseLinks: Bool? = nil, disableMentions: Bool? = nil,
        keyboard: JSONValue? = nil, template: JSONValue? = nil, formatData: JSONValue? = nil
    ) -> Request<Bool> {
        client.request(
            "messages.edit",
            [
                "peer_id": peerID, "message_id": messageID, "cmid": cmid, "message": message, "attachment": attachment,
                "keep_forward_messages": keepForwardMessages, "keep_snippets": keepSnippets, "dont_parse_links": dontParseLinks,
                "disable_mentions": disableMentions, "keyboard": keyboard, "template": template, "format_data": formatData,
            ])
    }

    /// `messages.sendMessageEventAnswer`; without `eventData` it only ends the button's waiting.
    public func sendMessageEventAnswer(eventID: String, userID: Int, peerID: Int, eventData: JSONValue? = nil) -> Request<Bool> {
        client.request(
            "messages.sendMessageEventAnswer",
            ["event_id": eventID, "user_id": userID, "peer_id": peerID, "event_data": eventData])
    }

    /// `messages.setActivity`: `typing`, `audiomessage`, `photo`, `video` or `file`.
    public func setActivity(peerID: Int, type: String) -> Request<Bool> {
        client.request("messages.setActivity", ["peer_id": peerID, "type": type])
    }

    /// `messages.getConversationMembers`: up to 1000; in chats only for an administrator, else 917.
    public func getConversationMembers(peerID: Int, offset: Int? = nil, count: Int? = nil) -> Request<JSON> {
        client.request("messages.getConversationMembers", ["peer_id": peerID, "offset": offset, "count": count])
    }
}
