// Govorun: who did what an update tells, kind by kind (source: the reference, "Event types"). SPDX-License-Identifier: MIT
import TapeJSON

/// Where each kind of update names the person who did it.
///
/// VK has no rule for it: `user_id` is who was blocked in `user_block`, the deleted comment's author in `photo_comment_delete`, and 100
/// for a photo that the community itself uploaded. So every kind has its line; a kind that is not listed names nobody.
enum UpdateActors {
    /// The first field that names a person counts.
    private static let fields: [UpdateType: [StaticString]] = {
        var table: [UpdateType: [StaticString]] = [:]
        for (keys, types) in rows { for type in types { table[type] = keys } }
        return table
    }()

    private static let rows: [([StaticString], [UpdateType])] = [
        (["from_id"], [.messageNew, .messageEdit, .messageRead, .messageTypingState, .vkpayTransaction]),
        // The community writes; of the people behind it VK names the administrator, and nobody where a program wrote.
        (["admin_author_id"], [.messageReply]),
        (["user_id"], [.messageAllow, .messageDeny, .messageEvent, .appPayload, .pollVoteNew, .leadFormsNew]),
        (["reacted_id"], [.messageReactionEvent]),
        (["user_id"], [.photoNew, .videoNew, .groupJoin, .groupLeave, .groupChangePhoto, .groupChangeSettings]),
        (["from_id", "created_by"], [.wallPostNew, .wallRepost, .wallSchedulePostNew]),
        (["from_id"], [.photoCommentNew, .photoCommentEdit, .videoCommentNew, .videoCommentEdit, .wallReplyNew, .wallReplyEdit]),
        (["from_id"], [.boardPostNew, .boardPostEdit, .marketCommentNew, .marketCommentEdit]),
        (["deleter_id"], [.photoCommentDelete, .videoCommentDelete, .wallReplyDelete, .boardPostDelete, .marketCommentDelete]),
        (["liker_id"], [.likeAdd, .likeRemove]),
        (["user_id"], [.marketOrderNew]),
        (["admin_id"], [.groupOfficersEdit, .userBlock, .userUnblock]),
        (["user_id"], [.donutSubscriptionCreate, .donutSubscriptionProlonged, .donutSubscriptionExpired, .donutSubscriptionCancelled]),
        (["user_id"], [.donutSubscriptionPriceChanged]),
        (["user_id"], [.errand]),
    ]

    /// The person who did what `update` tells.
    static func person(of update: Update) -> Int? {
        let type = update.type
        let object = update.message?.json ?? update.object
        // A block that ended by itself was ended by nobody.
        if type == .userUnblock, object["by_end_date"].bool == true { return nil }
        for key in fields[type] ?? [] {
            if let id = object[key].int, id > 0, type != .photoNew || id != uploadedByCommunity { return id }
        }
        return nil
    }

    /// VK's `user_id` of a photo that the community uploaded (source: the reference, "Ids and peers").
    private static let uploadedByCommunity = 100
}
