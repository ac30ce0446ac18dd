// Govorun: the long poll settings of a community. SPDX-License-Identifier: MIT
import TapeJSON

/// Whether long poll is on, the version that shapes its events, and which types come.
struct EventSwitches: Sendable {
    /// Every type that `groups.setLongPollSettings` has a switch for (protocol reference, section 7).
    static let names = (single + families.flatMap { family in ["new", "edit", "restore", "delete"].map { "\(family)_\($0)" } }).sorted()

    private static let families = ["photo_comment", "video_comment", "wall_reply", "board_post", "market_comment"]

    private static let single = [
        "message_new", "message_reply", "message_edit", "message_allow", "message_deny", "message_read", "message_typing_state",
        "message_event", "message_reaction_event", "photo_new", "audio_new", "video_new", "wall_post_new", "wall_repost", "like_add",
        "like_remove", "group_join", "group_leave", "group_change_photo", "group_change_settings", "group_officers_edit", "user_block",
        "user_unblock", "poll_vote_new", "donut_subscription_create", "donut_subscription_prolonged", "donut_subscription_expired",
        "donut_subscription_cancelled", "donut_subscription_price_changed", "donut_money_withdraw", "donut_money_withdraw_error",
    ]

    /// What the Callback API alone delivers. VK lists it here as well, though nothing can switch it on (source: the sample `longpoll/settings`).
    static let callbackOnly = [
        "lead_forms_new", "market_order_edit", "market_order_new", "wall_schedule_post_delete", "wall_schedule_post_new",
    ]

    var isEnabled = true
    var apiVersion = "5.199"
    var on = Set(EventSwitches.names)

    /// Before 5.103 the object of `message_new` was the message itself.
    var hasBareMessages: Bool { APIVersion(apiVersion).map { $0 < APIVersion(major: 5, minor: 103) } ?? false }

    var json: JSONValue {
        var events = JSONObject()
        for name in (EventSwitches.names + EventSwitches.callbackOnly).sorted() { events[name] = on.contains(name) ? 1 : 0 }
        return ["is_enabled": JSONValue(isEnabled), "api_version": JSONValue(apiVersion), "events": .object(events)]
    }
}
