// Govorun: codes that communities have no event for. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI

@testable import VKUpdates

@Suite("Codes of user long poll with a type of their own")
struct CodeObjectTests {
    private func one(_ array: String) throws -> Update {
        let body = CodeReader(owner: 7, ts: "100").body(of: try JSONDocument("[\(array)]").root)
        return try #require(UpdateBatch.updates(in: body).first)
    }

    @Test(
        "Marks of a message",
        arguments: [("[1,5,3,22]", 22), ("[2,5,131200,2000000017]", 2_000_000_017), ("[3,5,1]", nil)] as [(String, Int?)])
    func marks(array: String, peer: Int?) throws {
        let update = try one(array)
        let change = MessageFlagsChange(update.object)
        #expect(change.messageID == 5 && change.peerID == peer && update.peerID == peer && update.lane == peer ?? 0)
        #expect(change.flags == [1: [.unread, .outgoing], 2: [.deleted, .deletedForAll], 3: [.unread]][change.code])
    }

    @Test("Friends come and go")
    func friends() throws {
        let (came, went) = (try one("[8,-510002002,7,1767270000,5]"), try one("[9,-510002002,1,1767270000]"))
        let (here, gone) = (FriendPresence(came.object), FriendPresence(went.object))
        #expect(here.userID == 510_002_002 && here.isOnline && here.platform == 7 && here.time == 1_767_270_000 && here.appID == 5)
        #expect(gone.userID == 510_002_002 && !gone.isOnline && gone.isTimeout && gone.platform == nil && gone.appID == nil)
        #expect(came.object["user_id"].int == 510_002_002)
    }

    @Test("Marks of a conversation, what was deleted up to a message, and what changed in a chat")
    func conversations() throws {
        let marks = DialogFlagsChange(try one("[12,22,3]").object)
        #expect(marks.peerID == 22 && marks.isImportant && marks.isUnanswered)
        let range = try one("[13,22,99100]")
        #expect(MessagesUpTo(range.object).localID == 99_100 && range.lane == 22)
        let chat = try one("[52,7,2000000017,510002002]")
        let change = ChatInfoChange(chat.object)
        #expect(change.kind == .removed && change.info == 510_002_002 && chat.peerID == 2_000_000_017)
        #expect(ChatInfoChange(try one("[52,99,2000000017,0]").object).kind == nil)
        #expect(try one("[51,17,0]").peerID == 2_000_000_017)
    }

    @Test("Unread conversations and notifications")
    func rest() throws {
        #expect(UnreadDialogs(try one("[80,3,0]").object).count == 3)
        let update = try one(#"[114,{"peer_id":22,"sound":0,"disabled_until":-1}]"#)
        let settings = NotificationSettings(update.object)
        #expect(settings.peerID == 22 && !settings.hasSound && settings.disabledUntil == -1 && update.lane == 22)
    }

    @Test(
        "A layout that nobody documents names no conversation", arguments: ["[10002,1,2,22]", "[10013,22,5]", "[90,22]", "[114,{}]", "[1]"])
    func unknown(array: String) throws { #expect(try one(array).peerID == nil) }
}
