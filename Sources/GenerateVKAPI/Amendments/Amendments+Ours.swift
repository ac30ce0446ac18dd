// Govorun: what VK's schema gets wrong, and what this project writes by hand. SPDX-License-Identifier: MIT

extension Amendments {
    /// For VK's schema 5.199 (source of the corrections: the reference, "Schema quirks" and the sections it names).
    static let ours = Amendments(
        writtenByHand: [
            // Fall back on other fields, or are `nil` where absence is the question.
            "messages_message.action", "messages_message.conversation_message_id", "messages_message.payload", "messages_message.peer_id",
            "messages_message.reply_message", "messages_send_user_ids_response_item.error", "base_message_error.code",
            // The key is a secret, `ts` a number or a text.
            "groups_long_poll_server.key", "groups_long_poll_server.server", "groups_long_poll_server.ts",
            // Before 5.142 the list came bare.
            "groups_getById_object_response.groups",
        ],
        alwaysSent: [
            "users_user_min.first_name", "users_user_min.last_name", "groups_group.name", "groups_group.screen_name",
            "base_message_error.description", "messages_base_message.is_cropped", "market_order.display_order_id", "market_order.comment",
        ],
        secrets: [
            "account_changePassword_response.secret", "account_changePassword_response.token", "callback_base.secret",
            "calls_short_credentials.password", "groups_callback_server.secret_key", "messages_longpoll_params.key",
            "streaming_getServerUrl_response.key", "video_stream_input_params.key",
        ],
        properties: [
            "messages_message": [
                Node("reply_message", reference: "messages_message"), Node("fwd_messages", listOf: "messages_message"),
                Node("format_data", "object"), Node("template", "object"),
            ],
            "messages_foreign_message": [Node("format_data", "object")],
            "messages_conversation": [Node("in_read_cmid", "integer"), Node("out_read_cmid", "integer")],
            "groups_long_poll_events": [
                Node("message_event", reference: "base_bool_int"), Node("like_add", reference: "base_bool_int"),
                Node("like_remove", reference: "base_bool_int"),
            ],
            "messages_message_attachment": [
                Node("link", reference: "base_link"), Node("video", reference: "video_video_full"),
                Node("wall", reference: "wall_wallpost_full"), Node("market_album", reference: "market_market_album"),
            ],
            "callback_message_event": [Node("payload", "object")],
            "callback_message_typing_state": [Node("state", "string")],
        ],
        redefined: ["callback_video_new": "video_video_full"],
        parameters: [
            "execute": [Node("code", "string", isRequired: true), Node("func_v", "integer")],
            "messages.send": [
                Node("template", "object"), Node("content_source", "object"), Node("format_data", "object"),
            ],
            "messages.edit": [Node("keyboard", "object"), Node("template", "object"), Node("format_data", "object")],
            "messages.sendMessageEventAnswer": [Node("event_data", "object")],
        ],
        leading: [
            "messages.edit": ["peer_id", "message_id", "cmid"], "messages.setActivity": ["peer_id"],
            "messages.send": ["peer_id", "peer_ids", "user_id", "domain", "chat_id", "random_id"],
        ],
        words: ["messages_message_attachment_type": ["market_album", "podcast", "story"]],
        renamed: ["2fa_required": "requiresSecondFactor"],
        answers: [
            "ads.getSuggestions.regionsResponse": Choice(suffix: "_regions", fixed: ["section": "\"regions\""]),
            "ads.getSuggestions.citiesResponse": Choice(suffix: "_cities", fixed: ["section": "\"cities\""]),
            "ads.getSuggestions.schoolsResponse": Choice(suffix: "_schools", fixed: ["section": "\"schools\""]),
            "friends.getMutual.totalCountResponse": Choice(suffix: "_total_count", fixed: ["need_common_count": "true"]),
            "friends.getOnline.onlineMobileResponse": Choice(suffix: "_mobile", fixed: ["online_mobile": "true"]),
            "friends.getOnline.onlineMobileExtendedResponse": Choice(
                suffix: "_mobile_extended", fixed: ["online_mobile": "true", "extended": "true"]),
            "groups.invite.userIdsResponse": Choice(required: ["user_ids_list"]),
            "messages.send.userIdsResponse": Choice(required: ["peer_ids"], dropped: ["user_id", "domain", "chat_id"]),
            "secure.setCounter.responseArray": Choice(required: ["counters"]),
            "video.addToAlbum.multiResponse": Choice(required: ["album_ids"]),
            "video.removeFromAlbum.multiResponse": Choice(required: ["album_ids"]),
        ])
}
