// Govorun: who and where, for every kind of update. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI

private let ann = 510_001_001
private let bob = 510_002_002
private let admin = 510_009_009
private let community = 198_765_432
private let chat = 2_000_000_017

/// Who did what a sample tells, and where; a sample that is not listed is one of the groups below.
private let expected: [String: (peer: Int?, user: Int?)] = [
    "app_payload": (nil, ann), "audio_new": (nil, nil), "donut_money_withdraw": (nil, nil), "donut_money_withdraw_error": (nil, nil),
    "donut_subscription_cancelled": (nil, ann), "donut_subscription_create": (nil, ann), "donut_subscription_expired": (nil, ann),
    "donut_subscription_price_changed": (nil, ann), "donut_subscription_prolonged": (nil, ann), "group_change_photo": (nil, admin),
    "group_change_settings": (nil, admin), "group_join": (nil, ann), "group_join--request": (nil, bob), "group_leave": (nil, ann),
    "group_leave--removed": (nil, bob), "group_officers_edit": (nil, admin), "lead_forms_new": (nil, ann), "like_add": (nil, ann),
    "like_add--comment": (nil, ann), "like_remove": (nil, ann), "market_order_new": (nil, ann), "market_order_edit": (nil, nil),
    "message_allow": (nil, ann), "message_deny": (nil, ann), "message_edit": (ann, ann), "message_event": (ann, ann),
    "message_event--keyboard-string-payload": (chat, bob), "message_reaction_event": (chat, ann),
    "message_reaction_event--removed": (chat, ann),
    "message_read": (ann, ann), "message_reply": (ann, nil), "message_reply--from-admin": (ann, admin), "message_typing_state": (ann, ann),
    "message_new--reply": (chat, ann), "message_new--chat-joined-by-link": (chat, bob), "photo_new": (nil, nil),
    "poll_vote_new": (nil, ann),
    "user_block": (nil, admin), "user_block--forever": (nil, admin), "user_unblock": (nil, admin), "video_new": (nil, nil),
    "vkpay_transaction": (nil, ann), "wall_post_new": (nil, admin), "wall_post_new--suggested": (nil, ann), "wall_repost": (nil, ann),
    "wall_reply_new--thread": (nil, nil), "wall_schedule_post_new": (nil, admin), "wall_schedule_post_delete": (nil, nil),
    "board_post_delete": (nil, nil),
]

private func whoAndWhere(_ sample: String) -> (peer: Int?, user: Int?) {
    if let known = expected[sample] { return known }
    if sample.hasPrefix("message_new--chat") { return (chat, ann) }
    if sample.hasPrefix("message_new") { return (ann, ann) }
    // Comments: the author wrote or edited, an administrator deleted; who restored is not told.
    if sample.hasSuffix("_delete") { return (nil, admin) }
    return (nil, sample.hasSuffix("_restore") ? nil : ann)
}

@Suite("Update")
struct UpdateTests {
    @Test("There is a sample of every documented kind")
    func samples() throws {
        let types = try Set(Fixture.names(in: "events").map { Update(try Fixture.json("events/\($0).json")).type })
        #expect(types.count == 58)
        #expect(types.isSubset(of: UpdateType.documented))
    }

    @Test("It names the right conversation and the right person, or none", arguments: Fixture.names(in: "events"))
    func whoAndWhereIs(name: String) throws {
        let update = Update(try Fixture.json("events/\(name).json"))
        let (peer, user) = whoAndWhere(name)
        #expect(update.peerID == peer)
        #expect(update.userID == user)
        #expect(update.lane == peer ?? user ?? -community)
        #expect(update.groupID == community)
        #expect(update.version == "5.199")
        #expect(!update.eventID.isEmpty)
    }

    @Test(
        "Its envelope is read whatever stands in it",
        arguments: ["{}", "[]", "null", "5", #"{"type":null,"object":[],"group_id":null}"#, #"{"type":7,"object":"x"}"#])
    func emptyEnvelope(text: String) throws {
        let update = Update(try JSONDocument(text).root)
        #expect(update.type.rawValue.isEmpty)
        #expect(update.eventID.isEmpty)
        #expect(update.message == nil && update.peerID == nil && update.userID == nil && update.lane == 0)
    }

    @Test(
        "null and [] in place of an object read as absent", arguments: UpdateType.documented.map(\.rawValue).sorted(),
        ["null", "[]", "\"\"", "0"])
    func absentObject(type: String, object: String) throws {
        let update = Update(try JSONDocument("{\"type\":\"\(type)\",\"group_id\":5,\"object\":\(object)}").root)
        #expect(update.peerID == nil && update.userID == nil)
        #expect(update.lane == -5)
    }

    @Test(
        "Numbers at the edge of what fits trap nobody", arguments: ["-9223372036854775808", "9223372036854775807", "99999999999999999999"])
    func edges(number: String) throws {
        let json = #"{"type":"message_typing_state","group_id":N,"object":{"from_id":N,"to_id":N,"peer_id":N}}"#.replacing(
            "N", with: number)
        let update = Update(try JSONDocument(json).root)
        #expect(update.groupID >= 0)
        _ = (update.peerID, update.userID, update.lane)
    }

    @Test(
        "Typing belongs to the dialog with the person, whoever types, and in a chat to the chat",
        arguments: [(ann, -community, ann), (-community, ann, ann), (ann, chat, chat)])
    func typing(from: Int, to: Int, peer: Int) throws {
        let json = #"{"type":"message_typing_state","object":{"state":"typing","from_id":\#(from),"to_id":\#(to)}}"#
        let update = Update(try JSONDocument(json).root)
        #expect(update.peerID == peer)
        #expect(update.userID == (from > 0 ? from : nil))
    }

    @Test("A block whose time was over was ended by nobody")
    func unblockByTime() throws {
        let json = #"{"type":"user_unblock","object":{"admin_id":5,"user_id":6,"by_end_date":1}}"#
        #expect(Update(try JSONDocument(json).root).userID == nil)
    }

    @Test("A kind nobody knows names no person, and its conversation if it has one")
    func unknownKind() throws {
        let json = #"{"type":"future","group_id":3,"object":{"peer_id":2000000001,"user_id":5,"owner_id":6}}"#
        let update = Update(try JSONDocument(json).root)
        #expect(update.type == "future")
        #expect(update.peerID == 2_000_000_001)
        #expect(update.userID == nil)
    }

    @Test("Before version 5.103 the object of message_new was the message")
    func oldMessageNew() throws {
        let update = Update(try JSONDocument(#"{"type":"message_new","object":{"from_id":1,"peer_id":1,"text":"hi"}}"#).root)
        #expect(update.message?.text == "hi")
        #expect(update.userID == 1)
    }
}

@Suite("A message")
struct MessageTests {
    @Test(
        "Whatever is missing or null has a sensible default",
        arguments: [
            "{}", "null", "[]",
            #"{"text":null,"attachments":null,"fwd_messages":null,"payload":null,"date":null,"action":null,"reply_message":[]}"#,
        ])
    func defaults(text: String) throws {
        let message = MessagesMessage(try JSONDocument(text).root)
        #expect(message.text.isEmpty && message.attachments.isEmpty && message.fwdMessages.isEmpty)
        #expect(message.payload == nil && message.date == 0 && message.action == nil && message.replyMessage == nil)
        #expect(!message.out && !message.isCropped)
    }

    @Test("A cropped message says so")
    func cropped() throws {
        #expect(Update(try Fixture.json("events/message_new--cropped.json")).message?.isCropped == true)
        #expect(Update(try Fixture.json("events/message_new.json")).message?.isCropped == false)
    }

    @Test(
        "A payload is JSON text, whether VK sends text or the value itself",
        arguments: [(#""{\"a\":1}""#, #"{"a":1}"#), (#"{"a":1}"#, #"{"a":1}"#)])
    func payload(sent: String, read: String) throws {
        #expect(MessagesMessage(try JSONDocument("{\"payload\":\(sent)}").root).payload == read)
    }

    @Test("Half an emoji costs no more than itself")
    func halfEmoji() throws {
        #expect(MessagesMessage(try JSONDocument(#"{"text":"a\ud83db"}"#).root).text == "a\u{FFFD}b")
    }
}
