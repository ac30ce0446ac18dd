// Govorun: members, officers, walls, polls, variables, links. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Methods of pages")
struct PageMethodTests {
    @Test("Members are sorted, filtered and cut into pages")
    func members() async throws {
        try await Stage.with { stage in
            let others = try (0..<3).map { try stage.simulator.addPerson("П\($0)") }
            for person in [others[2], stage.olga, others[0]] { try stage.simulator.join(person.id, stage.community.id) }
            try stage.simulator.join(others[1].id, stage.community.id, type: "unsure")
            try stage.simulator.setDon(true, others[2].id, of: stage.community.id)
            try stage.simulator.setOfficer(stage.olga.id, .editor, of: stage.community.id)
            func list(_ parameters: [String: String]) async throws -> String {
                try await stage.call("groups.getMembers", pairs(["group_id": "weather_helper"].merging(parameters) { $1 }))["response"]
                    .rawText
            }
            let (olga, zero, two) = (stage.olga.id, others[0].id, others[2].id)
            #expect(try await list([:]) == "{\"count\":3,\"items\":[\(olga),\(zero),\(two)]}")
            #expect(try await list(["sort": "id_desc", "count": "1"]) == "{\"count\":3,\"items\":[\(two)]}")
            #expect(try await list(["sort": "time_asc"]) == "{\"count\":3,\"items\":[\(two),\(olga),\(zero)]}")
            #expect(try await list(["sort": "time_desc", "offset": "2"]) == "{\"count\":3,\"items\":[\(two)]}")
            #expect(try await list(["filter": "unsure"]) == "{\"count\":1,\"items\":[\(others[1].id)]}")
            #expect(try await list(["filter": "donut"]) == "{\"count\":1,\"items\":[\(two)]}")
            #expect(try await list(["filter": "friends"]) == "{\"count\":0,\"items\":[]}")
            #expect(try await list(["filter": "managers"]) == "{\"count\":1,\"items\":[{\"id\":\(olga),\"role\":\"editor\"}]}")
            for wrong in [["sort": "x"], ["filter": "x"], ["count": "1001"]] {
                #expect(try await stage.code("groups.getMembers", pairs(wrong)) == 100)
            }
            #expect(try await stage.code("groups.getMembers", ["group_id": "nobody"]) == 125)
        }
    }

    @Test("Membership is told for one person or many, short or extended")
    func isMember() async throws {
        try await Stage.with { stage in
            try stage.simulator.join(stage.olga.id, stage.community.id, type: "request")
            func ask(_ parameters: [String: String]) async throws -> String {
                try await stage.call("groups.isMember", pairs(["group_id": "198765432"].merging(parameters) { $1 }))["response"].rawText
            }
            #expect(try await ask(["user_id": "510001001"]) == "0")
            #expect(try await ask(["user_id": "510001001", "extended": "1"]) == "{\"member\":0,\"request\":1,\"can_invite\":0}")
            try stage.simulator.join(stage.olga.id, stage.community.id, type: "approved")
            #expect(try await ask(["user_ids": "510001001,5"]) == "[{\"user_id\":510001001,\"member\":1},{\"user_id\":5,\"member\":0}]")
            #expect(
                try await ask(["user_ids": "510001001", "extended": "1"]) == "[{\"user_id\":510001001,\"member\":1,\"can_invite\":0}]")
        }
    }

    @Test("An officer's level changes with an event")
    func officer() async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            try stage.simulator.setOfficer(stage.olga.id, .editor, of: stage.community.id)
            #expect(differences(try await stage.events(session)[0], try fixture("events/group_officers_edit")) == [])
        }
    }

    @Test("An editor posts in the community's name, which is an event; comments follow, the community's too")
    func wall() async throws {
        try await Stage.with { stage in
            try stage.simulator.addToken("her", toPerson: stage.olga.id)
            let post: KeyValuePairs = ["owner_id": "-198765432", "from_group": "1", "message": "Завтра дождь"]
            #expect(try await stage.code("wall.post", post) == 27)
            #expect(try await stage.code("wall.post", post, token: "her") == 214)
            try stage.simulator.setOfficer(stage.olga.id, .editor, of: stage.community.id)
            let session = try await stage.session()
            let id = try #require(try await stage.call("wall.post", post, token: "her")["response"]["post_id"].int)
            #expect(differences(try await stage.events(session)[0], try fixture("events/wall_post_new")) == [])
            let comment = ["owner_id": "-198765432", "post_id": "\(id)", "message": "А вечером?"]
            let first = try #require(try await stage.call("wall.createComment", pairs(comment), token: "her")["response"]["comment_id"].int)
            let answer = comment.merging(["reply_to_comment": "\(first)", "message": "Тоже"]) { $1 }
            #expect(try await stage.call("wall.createComment", pairs(answer))["response"]["parents_stack"][0].int == first)
            let events = try await stage.events(session)
            #expect(differences(events[1], try fixture("events/wall_reply_new")) == [])
            #expect(events[2]["object"]["from_id"].int == -198_765_432)
            let named = comment.merging(["guid": "g1"]) { $1 }
            let once = try #require(try await stage.call("wall.createComment", pairs(named))["response"]["comment_id"].int)
            #expect(try await stage.call("wall.createComment", pairs(named))["response"]["comment_id"].int == once)
            #expect(try await stage.code("wall.closeComments", ["owner_id": "-198765432", "post_id": "\(id)"]) == 0)
            #expect(try await stage.code("wall.createComment", pairs(comment)) == 213)
            #expect(try await stage.code("wall.openComments", ["owner_id": "-198765432", "post_id": "\(id)"]) == 0)
            #expect(try await stage.code("wall.createComment", ["post_id": "9", "message": "x"]) == 100)
            #expect(try await stage.code("wall.post", ["owner_id": "-198765432"], token: "her") == 100)
        }
    }

    @Test("A poll is made by a person and attached by its name")
    func poll() async throws {
        try await Stage.with { stage in
            try stage.simulator.addToken("her", toPerson: stage.olga.id)
            let poll: KeyValuePairs = ["question": "Чай?", "add_answers": "[\"да\",\"нет\"]", "is_anonymous": "1"]
            #expect(try await stage.code("polls.create", poll) == 27)
            let made = try await stage.call("polls.create", poll, token: "her")["response"]
            #expect(made["answers"].items.map { $0["text"].string } == ["да", "нет"])
            try stage.write("hello")
            let name = "poll510001001_\(made["id"].int ?? 0)"
            #expect(try await stage.code("messages.send", ["peer_id": "510001001", "random_id": "0", "attachment": name]) == 0)
            let shown = stage.simulator.history(of: stage.olga.id, in: stage.community.id).last?.attachments.first?["poll"]?["question"]
            #expect(shown == "Чай?")
            for wrong in ["[]", "[1]", "x"] {
                #expect(try await stage.code("polls.create", ["question": "?", "add_answers": wrong], token: "her") == 100)
            }
        }
    }

    @Test("Variables are kept for the caller and for each person, within limits")
    func storage() async throws {
        try await Stage.with { stage in
            let set = try await stage.code("storage.set", ["key": "step", "value": "2", "user_id": "510001001"])
            #expect(set == 0)
            #expect(try await stage.code("storage.set", ["key": "all", "value": "x"]) == 0)
            func get(_ parameters: [String: String]) async throws -> String {
                try await stage.call("storage.get", pairs(parameters))["response"].rawText
            }
            #expect(try await get(["key": "step", "user_id": "510001001"]) == "[{\"key\":\"step\",\"value\":\"2\"}]")
            #expect(try await get(["keys": "step,all"]) == "[{\"key\":\"step\",\"value\":\"\"},{\"key\":\"all\",\"value\":\"x\"}]")
            #expect(try await stage.call("storage.getKeys", ["user_id": "510001001"])["response"].rawText == "[\"step\"]")
            #expect(try await stage.code("storage.set", ["key": "step", "user_id": "510001001"]) == 0)
            #expect(try await stage.call("storage.getKeys", ["user_id": "510001001"])["response"].rawText == "[]")
            for wrong in [["key": "a b", "value": "x"], ["key": String(repeating: "x", count: 101), "value": "x"], ["value": "x"]] {
                #expect(try await stage.code("storage.set", pairs(wrong)) == 100)
            }
            #expect(try await stage.code("storage.set", ["key": "a", "value": String(repeating: "x", count: 4097)]) == 100)
        }
    }

    @Test("Links are shortened and checked")
    func links() async throws {
        try await Stage.with { stage in
            let short = try await stage.call("utils.getShortLink", ["url": "https://example.org/a?b=1"])["response"]
            #expect(short["short_url"].string?.hasPrefix("https://vk.cc/") == true)
            #expect(short["url"].string == "https://example.org/a?b=1")
            #expect(!short["access_key"].exists)
            #expect(try await stage.call("utils.getShortLink", ["url": "example.org", "private": "1"])["response"]["access_key"].exists)
            #expect(try await stage.call("utils.checkLink", ["url": "https://example.org"])["response"]["status"].string == "not_banned")
            for wrong in ["", "no link", "ftp://example.org", "https://x"] {
                #expect(try await stage.code("utils.checkLink", ["url": wrong]) == 100)
            }
        }
    }

    @Test("A page that is gone shows so and cannot be written to; privacy forbids writing, too")
    func gone() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let send: KeyValuePairs = ["peer_id": "510001001", "random_id": "0", "message": "x"]
            try stage.simulator.setPrivate(true, of: stage.olga.id)
            #expect(try await stage.code("messages.send", send) == 902)
            try stage.simulator.setDeactivation("deleted", of: stage.olga.id)
            #expect(try await stage.code("messages.send", send) == 18)
            let shown = try await stage.call("users.get", ["user_ids": "510001001"])["response"][0]
            #expect(shown.rawText == "{\"id\":510001001,\"first_name\":\"DELETED\",\"last_name\":\"\",\"deactivated\":\"deleted\"}")
            #expect(throws: SimulatorError.self) { try stage.simulator.setDeactivation("gone", of: stage.olga.id) }
        }
    }
}
