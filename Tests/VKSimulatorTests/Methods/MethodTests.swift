// Govorun: the other methods. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Methods")
struct MethodTests {
    @Test("A community learns itself, its rights and the time")
    func itself() async throws {
        try await Stage.with { stage in
            let group = try await stage.call("groups.getById")["response"]["groups"][0]
            let bare = try await stage.call("groups.getById", v: "5.131")["response"]
            #expect(bare[0].rawText == group.rawText, "older versions answer the list alone")
            #expect(group["id"].int == 198_765_432)
            #expect(group["screen_name"].string == "weather_helper")
            let rights = try await stage.call("groups.getTokenPermissions")["response"]
            #expect(rights["mask"].int == 397_381)
            #expect(rights["permissions"].items.contains { $0["name"].string == "manage" && $0["setting"].int == 262_144 })
            #expect(try await stage.call("utils.getServerTime")["response"].int != nil)
        }
    }

    @Test(
        "Short names resolve",
        arguments: [
            ("weather_helper", 198_765_432, "group"), ("club198765432", 198_765_432, "group"), ("id510001001", 510_001_001, "user"),
            ("Weather_Helper", 198_765_432, "group"),
        ])
    func resolve(name: String, id: Int, type: String) async throws {
        try await Stage.with { stage in
            let answer = try await stage.call("utils.resolveScreenName", ["screen_name": name])["response"]
            #expect(answer["object_id"].int == id)
            #expect(answer["type"].string == type)
            #expect(try await stage.call("utils.resolveScreenName", ["screen_name": "nobody"]).rawText == "{\"response\":[]}")
        }
    }

    @Test("users.get finds by id and name, leaves out whom it does not know, adds fields asked for")
    func users() async throws {
        try await Stage.with { stage in
            let users = try await stage.call("users.get", ["user_ids": "id510001001, 7,510001001", "fields": "sex,screen_name"])["response"]
            #expect(users.items.map { $0["id"].int } == [510_001_001, 510_001_001])
            #expect(users[0]["sex"].int == 1)
            #expect(try await stage.call("users.get", ["user_ids": "510001001"])["response"][0]["sex"].exists == false)
            #expect(try await stage.code("users.get", ["user_ids": "nobody"]) == 113)
        }
    }

    @Test("Members come and go, with events, and are listed")
    func members() async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            try stage.simulator.join(stage.olga.id, stage.community.id)
            let group: KeyValuePairs = ["group_id": "198765432", "user_id": "510001001"]
            #expect(try await stage.call("groups.isMember", group)["response"].int == 1)
            let listed = try await stage.call("groups.getMembers", ["group_id": "198765432"])["response"]
            #expect(listed.rawText == "{\"count\":1,\"items\":[510001001]}")
            let named = try await stage.call("groups.getMembers", ["group_id": "198765432", "fields": "sex"])["response"]
            #expect(named["items"][0]["sex"].int == 1)
            try stage.simulator.leave(stage.olga.id, stage.community.id)
            #expect(try await stage.call("groups.isMember", group)["response"].int == 0)
            let several = try await stage.call("groups.isMember", ["group_id": "198765432", "user_ids": "510001001,5"])["response"]
            #expect(several[0].rawText == "{\"user_id\":510001001,\"member\":0}")
            #expect(try await stage.events(session).map { $0["type"].string } == ["group_join", "group_leave"])
            #expect(try await stage.code("groups.isMember", ["group_id": "5", "user_id": "1"]) == 125)
        }
    }

    @Test("Permission is told, and a person's own token changes it")
    func permission() async throws {
        try await Stage.with { stage in
            let ivan = try stage.simulator.addPerson("Иван", token: "his")
            let question: KeyValuePairs = ["group_id": "198765432", "user_id": "\(ivan.id)"]
            let session = try await stage.session()
            #expect(try await stage.call("messages.isMessagesFromGroupAllowed", question)["response"]["is_allowed"].int == 0)
            #expect(try await stage.code("messages.allowMessagesFromGroup", ["group_id": "198765432", "key": "k"], token: "his") == 0)
            #expect(try await stage.call("messages.isMessagesFromGroupAllowed", question)["response"]["is_allowed"].int == 1)
            #expect(try await stage.code("messages.denyMessagesFromGroup", ["group_id": "198765432"], token: "his") == 0)
            let events = try await stage.events(session)
            #expect(events.map { $0["type"].string } == ["message_allow", "message_deny"])
            #expect(events[0]["object"]["key"].string == "k")
        }
    }

    /// Parameters of an edit of message 2 in the dialog with Olga.
    private func edit(_ rest: [String: String]) -> [(key: String, value: String)] {
        pairs(["peer_id": "510001001", "message": "new"].merging(rest) { $1 })
    }

    @Test("An own message of the last day is edited; what is left out is removed")
    func edit() async throws {
        let time = HandMovedTime()
        try await Stage.with {
            $0.time = time.source
        } body: { stage in
            try stage.write("hello")
            let keyboard = "{\"inline\":true,\"buttons\":[[{\"action\":{\"type\":\"text\",\"label\":\"x\"}}]]}"
            _ = try await stage.call(
                "messages.send",
                ["peer_id": "510001001", "random_id": "0", "message": "old", "attachment": "photo1_2", "keyboard": keyboard])
            let session = try await stage.session()
            #expect(try await stage.code("messages.edit", edit(["cmid": "2"])) == 0)
            let message = try #require(stage.simulator.history(of: 510_001_001, in: 198_765_432).last)
            #expect(message.text == "new")
            #expect(message.attachments.isEmpty)
            #expect(message.keyboard == nil)
            #expect(message.updateTime != nil)
            #expect(try await stage.events(session).map { $0["type"].string } == ["message_edit"])
            #expect(try await stage.code("messages.edit", edit(["message_id": "2"])) == 0)
            #expect(try await stage.code("messages.edit", edit(["conversation_message_id": "1"])) == 920)
            #expect(try await stage.code("messages.edit", edit(["cmid": "9"])) == 100)
            #expect(try await stage.code("messages.edit", edit(["cmid": "2", "message": ""])) == 100)
            time.advance(by: .seconds(86_401))
            #expect(try await stage.code("messages.edit", edit(["cmid": "2"])) == 909)
        }
    }

    @Test("Deleting answers for each message; for all only own ones, or as the chat's administrator")
    func delete() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            _ = try await stage.call("messages.send", ["peer_id": "510001001", "random_id": "0", "message": "own"])
            let answer = try await stage.call("messages.delete", ["message_ids": "1,2,9", "delete_for_all": "1"])["response"]
            #expect(answer[0]["error"]["code"].int == 924)
            #expect(answer[1].rawText == "{\"message_id\":2,\"response\":1}")
            #expect(answer[2]["error"]["code"].int == 104)
            #expect(stage.simulator.history(of: 510_001_001, in: 198_765_432).map(\.text) == ["hello"])
            let peer = try stage.simulator.addChat(.init("Чат", owner: stage.olga.id, in: stage.community.id))
            try stage.write("чужое", peer: peer)
            let request: KeyValuePairs = ["peer_id": "\(peer)", "cmids": "2", "delete_for_all": "1"]
            #expect(try await stage.call("messages.delete", request)["response"][0]["error"]["code"].int == 924)
            try stage.simulator.setAdmin(-stage.community.id, of: peer, in: stage.community.id)
            #expect(try await stage.call("messages.delete", request)["response"][0]["response"].int == 1)
        }
    }

    @Test("Messages are found by id, by number, and in the history")
    func finding() async throws {
        try await Stage.with { stage in
            for text in ["a", "b", "c"] { try stage.write(text) }
            func texts(_ method: String, _ parameters: [String: String]) async throws -> [String?] {
                try await stage.call(method, pairs(parameters))["response"]["items"].items.map { $0["text"].string }
            }
            #expect(try await texts("messages.getById", ["message_ids": "1,3,77"]) == ["a", "c"])
            #expect(try await texts("messages.getById", ["peer_id": "510001001", "cmids": "2"]) == ["b"])
            #expect(
                try await texts("messages.getByConversationMessageId", ["peer_id": "510001001", "conversation_message_ids": "3,1"]) == [
                    "c", "a",
                ])
            #expect(try await texts("messages.getHistory", ["peer_id": "510001001", "count": "2"]) == ["c", "b"])
            #expect(try await texts("messages.getHistory", ["user_id": "510001001", "rev": "1", "offset": "1"]) == ["b", "c"])
            #expect(try await texts("messages.getHistory", ["peer_id": "510001001", "start_message_id": "2"]) == ["b", "a"])
            #expect(try await texts("messages.getHistory", ["peer_id": "7"]) == [])
            #expect(try await stage.code("messages.getHistory", ["peer_id": "2000000009"]) == 917)
            #expect(try await stage.code("messages.getHistory", ["peer_id": "510001001", "count": "201"]) == 100)
            let extended = try await stage.call("messages.getHistory", ["peer_id": "510001001", "extended": "1"])["response"]
            #expect(extended["count"].int == 3)
            #expect(extended["profiles"][0]["id"].int == 510_001_001)
        }
    }

    @Test("A conversation is described, with who may write and what is read")
    func conversations() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let peer = try stage.simulator.addChat(.init("Чат", owner: stage.olga.id, in: stage.community.id))
            #expect(try await stage.code("messages.markAsRead", ["peer_id": "510001001"]) == 0)
            let answer = try await stage.call("messages.getConversationsById", ["peer_ids": "510001001,\(peer),7"])["response"]
            #expect(answer["count"].int == 2)
            let (dialog, chat) = (answer["items"][0], answer["items"][1])
            #expect(dialog["peer"]["type"].string == "user")
            #expect(dialog["in_read"].int == 1)
            #expect(dialog["can_write"]["allowed"].bool == true)
            #expect(chat["peer"].rawText == "{\"id\":2000000001,\"type\":\"chat\",\"local_id\":1}")
            #expect(chat["chat_settings"]["title"].string == "Чат")
            #expect(chat["chat_settings"]["members_count"].int == 2)
        }
    }

    @Test(
        "Typing needs a peer that may be written to",
        arguments: [
            (["peer_id": "510001001", "type": "typing"], 0), (["user_id": "510001001"], 0),
            (["peer_id": "510001001", "type": "dance"], 100),
            (["peer_id": "77", "type": "typing"], 901), ([:], 100),
        ])
    func activity(parameters: [String: String], code: Int) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            #expect(try await stage.code("messages.setActivity", pairs(parameters)) == code)
        }
    }
}
