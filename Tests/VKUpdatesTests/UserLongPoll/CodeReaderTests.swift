// Govorun: arrays of user long poll as updates, code by code. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI

@testable import VKUpdates

/// The updates that `arrays`, JSON, become for `owner`.
private func read(_ arrays: String, owner: Int = 7, ts: String = "100") throws -> [Update] {
    let body = CodeReader(owner: owner, ts: ts).body(of: try JSONDocument("[\(arrays)]").root)
    return UpdateBatch.updates(in: body)
}

private func one(_ array: String, owner: Int = 7, ts: String = "100") throws -> Update {
    let updates = try read(array, owner: owner, ts: ts)
    try #require(updates.count == 1)
    return updates[0]
}

@Suite("Codes of user long poll: messages")
struct CodeMessageTests {
    @Test("An incoming message is message_new, from the peer")
    func incoming() throws {
        let update = try one(#"[4,99101,1,510002002,1767270000,"привет",{"title":" ... "},{},0]"#)
        #expect(update.type == .messageNew && update.eventID == "ulp-4-99101" && update.version == "5.199")
        #expect(update.json["user_id"].int == 7 && update.groupID == 0)
        #expect(update.object["client_info"].kind == .object)
        let message = try #require(update.message)
        #expect(message.id == 99_101 && message.fromID == 510_002_002 && message.peerID == 510_002_002)
        #expect(message.date == 1_767_270_000 && message.text == "привет")
        #expect(message.json["out"].int == 0 && message.isCropped == true && message.conversationMessageID == 0)
        #expect(update.lane == 510_002_002 && update.userID == 510_002_002)
    }

    @Test("What the page itself wrote is message_reply, from its own id", arguments: [(7, 7, 0), (-5, -5, 5)])
    func outgoing(owner: Int, author: Int, group: Int) throws {
        let update = try one(#"[4,10,3,510002002,1767270000,"да",{},{},77]"#, owner: owner)
        #expect(update.type == .messageReply && update.groupID == group)
        let message = try #require(update.message)
        #expect(message.fromID == author && message.out && message.json["random_id"].int == 77 && message.peerID == 510_002_002)
    }

    @Test("In a chat the author stands apart", arguments: [(#"{"from":"510002002"}"#, 510_002_002), (#"{"from":"-5"}"#, -5), ("{}", 0)])
    func chat(additional: String, author: Int) throws {
        let update = try one("[4,11,532497,2000000017,1767270003,\"всем\",\(additional),{},0]")
        #expect(update.type == .messageNew && update.message?.fromID == author && update.lane == 2_000_000_017)
    }

    @Test("A peer beyond the chats is a dialog", arguments: [200_000_000_001, 2_100_000_001, 2_000_000_000])
    func dialog(peer: Int) throws {
        #expect(try one("[4,11,1,\(peer),1767270003,\"x\",{\"from\":\"22\"},{},0]").message?.fromID == peer)
    }

    @Test(
        "Entities of the text are put back, once",
        arguments: [
            ("a &lt;b&gt; &amp; &quot;c&quot;<br>d", "a <b> & \"c\"\nd"), ("&amp;lt;", "&lt;"), ("&", "&"), ("<b>", "<b>"),
            ("&copy;", "&copy;"),
            ("<br><br>", "\n\n"), ("", ""), ("&l", "&l"), ("👍 &amp; 👍", "👍 & 👍"),
        ])
    func text(written: String, meant: String) throws {
        #expect(HTMLText.decoded(written) == meant)
        let array = JSONValue.array([4, 1, 1, 2, 3, JSONValue(written), [:], [:], 0]).serialized
        #expect(try one(array).message?.text == meant)
    }

    @Test("Short arrays are messages too", arguments: ["[4,10,1,22]", "[4,10,1,22,1767270000]", "[4,10,1,22,1767270000,\"x\"]"])
    func short(array: String) throws {
        let update = try one(array)
        #expect(update.type == .messageNew && update.message?.peerID == 22)
    }

    @Test("random_id stands last, with or without attachments before it", arguments: [",{},{},9]", ",{},9]"])
    func randomID(end: String) throws {
        #expect(try one("[4,10,3,22,1767270000,\"x\"" + end).message?.json["random_id"].int == 9)
    }

    @Test("Marks of a message are kept")
    func marks() throws {
        let message = try #require(try one(#"[4,10,137,22,1767270000,"x",{"from_admin":"510009009"},{},0]"#).message)
        #expect(message.important == true && message.deleted == true && message.adminAuthorID == 510_009_009)
    }

    @Test("What happened in a chat is the message's action")
    func action() throws {
        let additional =
            #"{"from":"22","source_act":"chat_title_update","source_mid":"33","source_text":"A &amp; B","source_old_text":"A"}"#
        let action = try #require(try one("[4,10,1,2000000001,1767270000,\"\",\(additional),{},0]").message).json["action"]
        #expect(action["type"].string == "chat_title_update" && action["member_id"].int == 33)
        #expect(action["text"].string == "A & B" && action["old_text"].string == "A")
    }

    @Test("A pinned message is named by its number")
    func pin() throws {
        let additional =
            #"{"from":"22","source_act":"chat_pin_message","source_mid":"22","source_message":"hi","source_chat_local_id":"5"}"#
        let action = try #require(try one("[4,10,1,2000000001,1767270000,\"\",\(additional),{},0]").message).json["action"]
        #expect(action["conversation_message_id"].int == 5 && action["message"].string == "hi")
    }

    @Test(
        "Attachments become objects, as far as VK says",
        arguments: [
            (
                #"{"attach1_type":"photo","attach1":"510002002_457239101"}"#,
                #"[{"type":"photo","photo":{"owner_id":510002002,"id":457239101}}]"#
            ),
            (#"{"attach1_type":"video","attach1":"-5_7_key"}"#, #"[{"type":"video","video":{"owner_id":-5,"id":7,"access_key":"key"}}]"#),
            (#"{"attach1_type":"doc","attach1":"1_2"}"#, #"[{"type":"doc","doc":{"owner_id":1,"id":2}}]"#),
            (
                #"{"attach1_type":"doc","attach1":"1_2","attach1_kind":"audiomsg"}"#,
                #"[{"type":"audio_message","audio_message":{"owner_id":1,"id":2}}]"#
            ),
            (
                #"{"attach1_type":"doc","attach1":"1_2","attach1_kind":"graffiti"}"#,
                #"[{"type":"graffiti","graffiti":{"owner_id":1,"id":2}}]"#
            ),
            (
                #"{"attach1_type":"sticker","attach1":"9008","attach1_product_id":"2"}"#,
                #"[{"type":"sticker","sticker":{"sticker_id":9008,"product_id":2}}]"#
            ),
            (
                #"{"attach1_type":"link","attach1_url":"https://a.example/","attach1_title":"A &amp; B","attach1_desc":"d","attach1_photo":"1_2"}"#,
                #"[{"type":"link","link":{"url":"https://a.example/","title":"A & B","description":"d","photo":{"owner_id":1,"id":2}}}]"#
            ),
            (#"{"attach1_type":"gift","attach1":"12"}"#, #"[{"type":"gift","gift":{"id":12}}]"#),
            (#"{"attach1_type":"call","attach1":""}"#, #"[{"type":"call","call":{}}]"#),
            (
                #"{"attach2_type":"doc","attach2":"1_3","attach1_type":"photo","attach1":"1_2"}"#,
                #"[{"type":"photo","photo":{"owner_id":1,"id":2}},{"type":"doc","doc":{"owner_id":1,"id":3}}]"#
            ),
            (#"{"fwd":"1_2","geo":"x"}"#, "[]"), ("[]", "[]"), ("null", "[]"),
        ])
    func attachments(array: String, objects: String) throws {
        let message = try #require(try one("[4,10,1,22,1767270000,\"\",{},\(array),0]").message)
        #expect(message.json["attachments"].rawText == objects)
    }

    @Test("An edited message is message_edit", arguments: [5, 18])
    func edit(code: Int) throws {
        let update = try one("[\(code),99101,1,510002002,1767270000,\"привет!\",{\"title\":\" ... \"},{}]")
        #expect(update.type == .messageEdit && update.message?.text == "привет!" && update.message?.id == 99_101)
        #expect(update.eventID.hasPrefix("ulp-\(code)-99101-1767270000-"))
    }

    @Test("Newer codes name messages by their number, where the array fits the old layout")
    func numbered() throws {
        let update = try one(#"[10004,12,1,2000000017,1767270000,"x",{"from":"22"},{},0]"#)
        #expect(update.type == .messageNew && update.eventID == "ulp-10004-2000000017-12")
        #expect(update.message?.id == 0 && update.message?.conversationMessageID == 12)
    }

    @Test(
        "What does not fit comes as it is",
        arguments: [
            #"[10004,12,1,5,2000000017,1767270000,"x",{},{},0]"#, #"[10004,12,1,22]"#, #"[4,"10",1,22,1767270000,"x"]"#, "[4]", "[4,10]",
            #"[4,10,1,22,"soon","x"]"#, "[4,10,1,22,1767270000,5]", "[5,10,1]",
        ])
    func unfit(array: String) throws {
        let update = try one(array)
        let code = try #require(try JSONDocument(array).root[0].int)
        #expect(update.type.rawValue == "user_lp_\(code)" && update.object["code"].int == code)
        #expect("[\(code)" + update.object["values"].items.map { ",\($0.rawText)" }.joined() + "]" == array)
    }
}

@Suite("Codes of user long poll: everything else")
struct CodeSignTests {
    @Test(
        "Reading is message_read, by whom VK means",
        arguments: [
            ("[6,22,99101]", 7, 22, 99_101, 0), ("[7,22,99100]", 22, 22, 99_100, 0), ("[7,2000000017,99100]", 0, 2_000_000_017, 99_100, 0),
            ("[10007,22,15]", 22, 22, 0, 15),
        ])
    func reading(array: String, reader: Int, peer: Int, id: Int, number: Int) throws {
        let update = try one(array)
        let object = MessageRead(update.object)
        #expect(update.type == .messageRead && update.lane == peer)
        #expect(object.fromID == reader && object.peerID == peer && object.readMessageID == id && object.conversationMessageID == number)
    }

    @Test(
        "Typing is message_typing_state, one for each who types",
        arguments: [
            ("[61,22,1]", [22], "typing", [22]), ("[62,22,17]", [22], "typing", [2_000_000_017]),
            ("[63,[22,33],2000000017,2,1767270000]", [22, 33], "typing", [2_000_000_017, 2_000_000_017]),
            ("[63,2000000017,[22],1,1767270000]", [22], "typing", [2_000_000_017]),
            ("[63,22,[22],1,1767270000]", [22], "typing", [22]),
            ("[64,2000000017,[22],1,1767270000]", [22], "audiomessage", [2_000_000_017]), ("[65,22,[22],1,1]", [22], "photo", [22]),
            ("[66,22,[22],1,1]", [22], "video", [22]), ("[67,22,[22]]", [22], "file", [22]),
        ] as [(String, [Int], String, [Int])])
    func typing(array: String, people: [Int], state: String, lanes: [Int]) throws {
        for owner in [7, -5] {
            let updates = try read(array, owner: owner)
            #expect(updates.allSatisfy { $0.type == .messageTypingState && MessageTypingState($0.object).state == state })
            #expect(updates.map { MessageTypingState($0.object).fromID } == people && updates.compactMap(\.userID) == people)
            #expect(updates.map(\.lane) == lanes)
            #expect(Set(updates.map(\.eventID)).count == people.count)
        }
    }

    @Test(
        "All other codes come as they are",
        arguments: [
            "[1,5,6]", "[2,99101,128,510002002]", "[3,99102,1,2000000017]", "[8,-510002002,7,1767270000,0]", "[9,-510002002,0,1767270000]",
            "[10,22,1]", "[11,22,1]", "[12,22,1]", "[13,22,99100]", "[14,22,99100]", "[19,5]", "[20,22,1]", "[21,22,1]", "[51,17,0]",
            "[52,7,2000000017,510002002]", "[70,22,\"call\"]", "[80,3,0]", "[81]", "[90,{\"a\":[null]}]",
            "[114,{\"peer_id\":22,\"sound\":0,\"disabled_until\":-1}]", "[115,{}]", "[119,1,2]", "[501,1]", "[507]", "[12345]",
            "[10002,1,2]",
            "[6]", "[7,\"22\",1]", "[61]", "[62,22,0]", "[62,22,100000001]", "[63,22,[]]", "[64,22]", "[0]",
        ])
    func raw(array: String) throws {
        let update = try one(array)
        let source = try JSONDocument(array).root
        let code = try #require(source[0].int)
        #expect(update.type.rawValue == "user_lp_\(code)" && update.object["code"].int == code)
        #expect(update.object["values"].items.map(\.rawText) == source.items.dropFirst().map(\.rawText))
        #expect(update.eventID.hasPrefix("ulp-\(code)-"))
    }

    @Test("What is no array with a code is left out, the others stay")
    func broken() throws {
        let updates = try read(#"null,5,"x",{},[],["4"],[-1],[80,3,0]"#)
        #expect(updates.map(\.type.rawValue) == ["user_lp_80"])
    }

    @Test("A message's identity is its own; of everything else, its place: asked again at the same place it is the same")
    func identity() throws {
        let arrays = #"[4,10,1,22,1,"x"],[5,10,1,22,1,"y"],[5,10,1,22,1,"z"],[5,10,1,22,1,"y"],[80,1,0],[80,1,0]"#
        let first = try read(arrays, ts: "100").map(\.eventID)
        #expect(Set(first).count == 6)
        #expect(try read(arrays + ",[80,2,0]", ts: "100").map(\.eventID).prefix(6) == first[...])
        let later = try read(arrays, ts: "106").map(\.eventID)
        #expect(first[0] == later[0] && Set(first.dropFirst()).isDisjoint(with: later))
    }

    @Test("A message that has no name is known by its place")
    func nameless() throws {
        let ids = try read(#"[4,0,1,2000000017,1,"a",{"from":"1"}],[4,0,1,2000000017,1,"a",{"from":"1"}]"#, owner: -5).map(\.eventID)
        #expect(Set(ids).count == 2)
    }
}
