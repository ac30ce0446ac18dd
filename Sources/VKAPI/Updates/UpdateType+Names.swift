// Govorun: the kinds of update that VK documents (source: the reference, "Event types"). SPDX-License-Identifier: MIT

extension UpdateType {
    /// VK's `message_new`.
    public static let messageNew: UpdateType = "message_new"
    /// VK's `message_reply`.
    public static let messageReply: UpdateType = "message_reply"
    /// VK's `message_edit`.
    public static let messageEdit: UpdateType = "message_edit"
    /// VK's `message_allow`.
    public static let messageAllow: UpdateType = "message_allow"
    /// VK's `message_deny`.
    public static let messageDeny: UpdateType = "message_deny"
    /// VK's `message_read`.
    public static let messageRead: UpdateType = "message_read"
    /// VK's `message_typing_state`.
    public static let messageTypingState: UpdateType = "message_typing_state"
    /// VK's `message_event`.
    public static let messageEvent: UpdateType = "message_event"
    /// VK's `message_reaction_event`.
    public static let messageReactionEvent: UpdateType = "message_reaction_event"
    /// VK's `photo_new`.
    public static let photoNew: UpdateType = "photo_new"
    /// VK's `audio_new`.
    public static let audioNew: UpdateType = "audio_new"
    /// VK's `video_new`.
    public static let videoNew: UpdateType = "video_new"
    /// VK's `photo_comment_new`.
    public static let photoCommentNew: UpdateType = "photo_comment_new"
    /// VK's `photo_comment_edit`.
    public static let photoCommentEdit: UpdateType = "photo_comment_edit"
    /// VK's `photo_comment_restore`.
    public static let photoCommentRestore: UpdateType = "photo_comment_restore"
    /// VK's `photo_comment_delete`.
    public static let photoCommentDelete: UpdateType = "photo_comment_delete"
    /// VK's `video_comment_new`.
    public static let videoCommentNew: UpdateType = "video_comment_new"
    /// VK's `video_comment_edit`.
    public static let videoCommentEdit: UpdateType = "video_comment_edit"
    /// VK's `video_comment_restore`.
    public static let videoCommentRestore: UpdateType = "video_comment_restore"
    /// VK's `video_comment_delete`.
    public static let videoCommentDelete: UpdateType = "video_comment_delete"
    /// VK's `wall_post_new`.
    public static let wallPostNew: UpdateType = "wall_post_new"
    /// VK's `wall_repost`.
    public static let wallRepost: UpdateType = "wall_repost"
    /// VK's `wall_reply_new`.
    public static let wallReplyNew: UpdateType = "wall_reply_new"
    /// VK's `wall_reply_edit`.
    public static let wallReplyEdit: UpdateType = "wall_reply_edit"
    /// VK's `wall_reply_restore`.
    public static let wallReplyRestore: UpdateType = "wall_reply_restore"
    /// VK's `wall_reply_delete`.
    public static let wallReplyDelete: UpdateType = "wall_reply_delete"
    /// VK's `wall_schedule_post_new`.
    public static let wallSchedulePostNew: UpdateType = "wall_schedule_post_new"
    /// VK's `wall_schedule_post_delete`.
    public static let wallSchedulePostDelete: UpdateType = "wall_schedule_post_delete"
    /// VK's `like_add`.
    public static let likeAdd: UpdateType = "like_add"
    /// VK's `like_remove`.
    public static let likeRemove: UpdateType = "like_remove"
    /// VK's `board_post_new`.
    public static let boardPostNew: UpdateType = "board_post_new"
    /// VK's `board_post_edit`.
    public static let boardPostEdit: UpdateType = "board_post_edit"
    /// VK's `board_post_restore`.
    public static let boardPostRestore: UpdateType = "board_post_restore"
    /// VK's `board_post_delete`.
    public static let boardPostDelete: UpdateType = "board_post_delete"
    /// VK's `market_comment_new`.
    public static let marketCommentNew: UpdateType = "market_comment_new"
    /// VK's `market_comment_edit`.
    public static let marketCommentEdit: UpdateType = "market_comment_edit"
    /// VK's `market_comment_restore`.
    public static let marketCommentRestore: UpdateType = "market_comment_restore"
    /// VK's `market_comment_delete`.
    public static let marketCommentDelete: UpdateType = "market_comment_delete"
    /// VK's `market_order_new`.
    public static let marketOrderNew: UpdateType = "market_order_new"
    /// VK's `market_order_edit`.
    public static let marketOrderEdit: UpdateType = "market_order_edit"
    /// VK's `group_join`.
    public static let groupJoin: UpdateType = "group_join"
    /// VK's `group_leave`.
    public static let groupLeave: UpdateType = "group_leave"
    /// VK's `group_change_photo`.
    public static let groupChangePhoto: UpdateType = "group_change_photo"
    /// VK's `group_change_settings`.
    public static let groupChangeSettings: UpdateType = "group_change_settings"
    /// VK's `group_officers_edit`.
    public static let groupOfficersEdit: UpdateType = "group_officers_edit"
    /// VK's `user_block`.
    public static let userBlock: UpdateType = "user_block"
    /// VK's `user_unblock`.
    public static let userUnblock: UpdateType = "user_unblock"
    /// VK's `poll_vote_new`.
    public static let pollVoteNew: UpdateType = "poll_vote_new"
    /// VK's `lead_forms_new`.
    public static let leadFormsNew: UpdateType = "lead_forms_new"
    /// VK's `donut_subscription_create`.
    public static let donutSubscriptionCreate: UpdateType = "donut_subscription_create"
    /// VK's `donut_subscription_prolonged`.
    public static let donutSubscriptionProlonged: UpdateType = "donut_subscription_prolonged"
    /// VK's `donut_subscription_expired`.
    public static let donutSubscriptionExpired: UpdateType = "donut_subscription_expired"
    /// VK's `donut_subscription_cancelled`.
    public static let donutSubscriptionCancelled: UpdateType = "donut_subscription_cancelled"
    /// VK's `donut_subscription_price_changed`.
    public static let donutSubscriptionPriceChanged: UpdateType = "donut_subscription_price_changed"
    /// VK's `donut_money_withdraw`.
    public static let donutMoneyWithdraw: UpdateType = "donut_money_withdraw"
    /// VK's `donut_money_withdraw_error`.
    public static let donutMoneyWithdrawError: UpdateType = "donut_money_withdraw_error"
    /// VK's `vkpay_transaction`.
    public static let vkpayTransaction: UpdateType = "vkpay_transaction"
    /// VK's `app_payload`.
    public static let appPayload: UpdateType = "app_payload"

    /// Every kind of this list, in its order.
    public static let documented: [UpdateType] = [
        .messageNew, .messageReply, .messageEdit, .messageAllow, .messageDeny, .messageRead, .messageTypingState, .messageEvent,
        .messageReactionEvent, .photoNew, .audioNew, .videoNew, .photoCommentNew, .photoCommentEdit, .photoCommentRestore,
        .photoCommentDelete, .videoCommentNew, .videoCommentEdit, .videoCommentRestore, .videoCommentDelete, .wallPostNew, .wallRepost,
        .wallReplyNew, .wallReplyEdit, .wallReplyRestore, .wallReplyDelete, .wallSchedulePostNew, .wallSchedulePostDelete, .likeAdd,
        .likeRemove, .boardPostNew, .boardPostEdit, .boardPostRestore, .boardPostDelete, .marketCommentNew, .marketCommentEdit,
        .marketCommentRestore, .marketCommentDelete, .marketOrderNew, .marketOrderEdit, .groupJoin, .groupLeave, .groupChangePhoto,
        .groupChangeSettings, .groupOfficersEdit, .userBlock, .userUnblock, .pollVoteNew, .leadFormsNew, .donutSubscriptionCreate,
        .donutSubscriptionProlonged, .donutSubscriptionExpired, .donutSubscriptionCancelled, .donutSubscriptionPriceChanged,
        .donutMoneyWithdraw, .donutMoneyWithdrawError, .vkpayTransaction, .appPayload,
    ]
}
