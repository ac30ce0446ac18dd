import BotTesting
// Govorun: every kind of event has a handler with its type. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit

@Suite("Kinds of events")
struct EventKindTests {
    private static func type<Payload>(_ kind: EventKind<Payload>) -> UpdateType? { kind.type }

    /// Written out, so that a kind that loses its name or its type does not compile.
    private static let named: [UpdateType?] = [
        type(.messageNew as EventKind<MessageNew>), type(.messageReply as EventKind<MessagesMessage>),
        type(.messageEdit as EventKind<MessagesMessage>),
        type(.messageAllow as EventKind<MessagePermission>), type(.messageDeny as EventKind<MessagePermission>),
        type(.messageRead as EventKind<MessageRead>),
        type(.messageTypingState as EventKind<MessageTypingState>), type(.messageEvent as EventKind<MessageEvent>),
        type(.messageReactionEvent as EventKind<MessageReaction>), type(.photoNew as EventKind<MediaNew>),
        type(.audioNew as EventKind<MediaNew>),
        type(.videoNew as EventKind<MediaNew>), type(.photoCommentNew as EventKind<CommentEvent>),
        type(.photoCommentEdit as EventKind<CommentEvent>),
        type(.photoCommentRestore as EventKind<CommentEvent>), type(.photoCommentDelete as EventKind<CommentDeleted>),
        type(.videoCommentNew as EventKind<CommentEvent>), type(.videoCommentEdit as EventKind<CommentEvent>),
        type(.videoCommentRestore as EventKind<CommentEvent>), type(.videoCommentDelete as EventKind<CommentDeleted>),
        type(.wallPostNew as EventKind<WallPost>), type(.wallRepost as EventKind<WallPost>), type(.wallReplyNew as EventKind<CommentEvent>),
        type(.wallReplyEdit as EventKind<CommentEvent>), type(.wallReplyRestore as EventKind<CommentEvent>),
        type(.wallReplyDelete as EventKind<CommentDeleted>), type(.wallSchedulePostNew as EventKind<WallPost>),
        type(.wallSchedulePostDelete as EventKind<WallPostDeleted>), type(.likeAdd as EventKind<LikeEvent>),
        type(.likeRemove as EventKind<LikeEvent>),
        type(.boardPostNew as EventKind<CommentEvent>), type(.boardPostEdit as EventKind<CommentEvent>),
        type(.boardPostRestore as EventKind<CommentEvent>),
        type(.boardPostDelete as EventKind<CommentDeleted>), type(.marketCommentNew as EventKind<CommentEvent>),
        type(.marketCommentEdit as EventKind<CommentEvent>), type(.marketCommentRestore as EventKind<CommentEvent>),
        type(.marketCommentDelete as EventKind<CommentDeleted>), type(.marketOrderNew as EventKind<MarketOrder>),
        type(.marketOrderEdit as EventKind<MarketOrder>), type(.groupJoin as EventKind<GroupJoin>),
        type(.groupLeave as EventKind<GroupLeave>),
        type(.groupChangePhoto as EventKind<GroupChangePhoto>), type(.groupChangeSettings as EventKind<GroupChangeSettings>),
        type(.groupOfficersEdit as EventKind<GroupOfficersEdit>), type(.userBlock as EventKind<UserBlock>),
        type(.userUnblock as EventKind<UserUnblock>),
        type(.pollVoteNew as EventKind<PollVote>), type(.leadFormsNew as EventKind<LeadForm>),
        type(.donutSubscriptionCreate as EventKind<DonutSubscription>), type(.donutSubscriptionProlonged as EventKind<DonutSubscription>),
        type(.donutSubscriptionExpired as EventKind<DonutSubscription>), type(.donutSubscriptionCancelled as EventKind<DonutSubscription>),
        type(.donutSubscriptionPriceChanged as EventKind<DonutPriceChange>), type(.donutMoneyWithdraw as EventKind<DonutWithdrawal>),
        type(.donutMoneyWithdrawError as EventKind<DonutWithdrawal>), type(.vkpayTransaction as EventKind<VKPayTransaction>),
        type(.appPayload as EventKind<AppPayload>),
    ]

    @Test("All 58 that VK documents are named, each with the type of its object")
    func all() {
        #expect(Self.named == UpdateType.documented)
        #expect(UpdateType.documented.count == 58)
    }

    @Test("An object's properties are the event's own")
    func properties() async throws {
        let bot = try await TestBot {
            On(.wallReplyNew) { event in try await event.user?.send("\(event.text) к \(event.subjectOwnerID)_\(event.subjectID)") }
            On(.likeAdd) { event in try await event.user?.send("\(event.objectType) \(event.objectID)") }
            On(.pollVoteNew) { event in try await event.user?.send("за \(event.optionID)") }
        }
        #expect(
            await bot.receive(.wallReplyNew, ["id": 3, "from_id": 5, "text": "да", "post_id": 7, "post_owner_id": -1]).map(\.text) == [
                "да к -1_7"
            ])
        #expect(await bot.receive(.likeAdd, ["liker_id": 5, "object_type": "post", "object_id": 9]).map(\.text) == ["post 9"])
        #expect(await bot.receive(.pollVoteNew, ["user_id": 5, "option_id": 4, "poll_id": 1, "owner_id": -1]).map(\.text) == ["за 4"])
    }
}
