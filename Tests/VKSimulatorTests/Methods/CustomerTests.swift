// Govorun: methods about a community's customers and stories. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Tags, notes, stories and links")
struct CustomerTests {
    private static let group = ["group_id": "198765432"]
    private static func with(_ more: [String: String]) -> [String: String] { group.merging(more) { $1 } }

    private static func tags(_ stage: Stage) async throws -> String {
        try await stage.call("groups.getTagList", group)["response"].rawText
    }

    @Test("A tag is made, renamed, bound to people and deleted, and the list tells how many have it")
    func tags() async throws {
        try await Stage.with { stage in
            let none = try await Self.tags(stage)
            #expect(none == "[]")
            #expect(try await stage.call("groups.tagAdd", Self.with(["tag_name": "Опт", "tag_color": "e64646"]))["response"].int == 1)
            #expect(try await stage.call("groups.tagAdd", Self.with(["tag_name": "Долг"]))["response"].int == 1)
            let bind = Self.with(["tag_id": "1", "user_id": "510001001", "act": "bind"])
            for _ in 1...2 { #expect(try await stage.call("groups.tagBind", bind)["response"].int == 1) }
            #expect(try await stage.call("groups.tagUpdate", Self.with(["tag_id": "1", "tag_name": "Розница"]))["response"].int == 1)
            #expect(
                try await Self.tags(stage)
                    == #"[{"id":1,"name":"Розница","color":"e64646","uses":1},{"id":2,"name":"Долг","color":"454647","uses":0}]"#)
            #expect(try await stage.call("groups.tagBind", bind.merging(["act": "unbind"]) { $1 })["response"].int == 1)
            #expect(try await stage.call("groups.tagDelete", Self.with(["tag_id": "2"]))["response"].int == 1)
            #expect(try await Self.tags(stage) == #"[{"id":1,"name":"Розница","color":"e64646","uses":0}]"#)
        }
    }

    @Test(
        "What the schema does not allow is refused, with the parameter's name",
        arguments: [
            ("groups.tagAdd", [:], "tag_name"), ("groups.tagAdd", ["tag_name": String(repeating: "я", count: 21)], "tag_name"),
            ("groups.tagAdd", ["tag_name": "a", "tag_color": "ffffff"], "tag_color"), ("groups.tagDelete", ["tag_id": "7"], "tag_id"),
            ("groups.tagUpdate", ["tag_id": "1"], "tag_name"), ("groups.tagBind", ["tag_id": "1", "user_id": "510001001"], "act"),
            ("groups.tagBind", ["tag_id": "1", "user_id": "510001001", "act": "tie"], "act"),
            ("groups.tagBind", ["tag_id": "1", "user_id": "2000000001", "act": "bind"], "user_id"),
            ("groups.setUserNote", ["user_id": "510001001", "note": String(repeating: "я", count: 97)], "note"),
            ("groups.setSettings", ["messages": "yes"], "messages"), ("utils.getLinkStats", [:], "key"),
            ("stories.getById", [:], "stories"), ("stories.getById", ["stories": "x"], "stories"), ("stories.delete", [:], "owner_id"),
        ])
    func refusals(method: String, parameters: [String: String], name: String) async throws {
        try await Stage.with { stage in
            _ = try await stage.call("groups.tagAdd", Self.with(["tag_name": "Опт"]))
            let error = try await stage.call(method, Self.with(parameters))["error"]
            #expect(error["error_code"].int == 100 && error["error_msg"].string?.contains(name) == true, "\(error.rawText)")
        }
    }

    @Test("Notes and settings are taken; without bot capabilities keyboards are refused")
    func settings() async throws {
        try await Stage.with { stage in
            #expect(
                try await stage.call("groups.setUserNote", Self.with(["user_id": "510001001", "note": "Зовут Ольга"]))["response"].int == 1)
            #expect(try await stage.code("groups.setUserNote", Self.with(["user_id": "5"])) == 113)
            #expect(try await stage.call("groups.setSettings", Self.with(["bots_capabilities": "0"]))["response"].int == 1)
            _ = try stage.simulator.write(.init("раз", from: stage.olga.id, in: stage.community.id))
            let keyboard = #"{"buttons":[[{"action":{"type":"text","label":"Да"}}]]}"#
            let send = ["peer_id": "510001001", "random_id": "0", "message": "а", "keyboard": keyboard]
            #expect(try await stage.code("messages.send", send) == 912)
            #expect(try await stage.call("groups.setSettings", Self.with(["bots_capabilities": "1"]))["response"].int == 1)
            #expect(try await stage.code("messages.send", send) == 0)
        }
    }

    @Test("A story is found while it lasts, by its owner later too, and never once it is deleted")
    func stories() async throws {
        let time = HandMovedTime()
        try await Stage.with({ $0.time = time.source }) { stage in
            let address = try await stage.address("stories.getVideoUploadServer", ["add_to_news": "1"])
            let moved = try await stage.uploaded(address, FileField("video_file", "v.mp4", [1, 2, 3]))
            let saved = try await stage.call("stories.save", ["upload_results": moved["response"]["upload_result"].string ?? ""])
            let story = saved["response"]["items"][0]
            _ = try stage.simulator.addPerson("Пётр", id: 510_001_002, token: "his")
            let name = "\(story["owner_id"].int ?? 0)_\(story["id"].int ?? 0)"
            #expect(try await stage.call("stories.getById", ["stories": name])["response"]["items"].items.count == 1)
            let feed = try await stage.call("stories.get", ["extended": "1"])["response"]
            #expect(feed["count"].int == 1 && feed["items"][0]["stories"][0]["id"].int == story["id"].int)
            #expect(feed["groups"][0]["id"].int == stage.community.id)
            #expect(try await stage.code("stories.delete", ["stories": "510001001_1"]) == 15)
            let key = ["stories": "\(name)_\(story["access_key"].string ?? "")"]
            #expect(try await stage.call("stories.getById", key, token: "his")["response"]["count"].int == 1)
            #expect(try await stage.call("stories.getById", ["stories": name], token: "his")["response"]["count"].int == 0)
            time.advance(by: .seconds(86_400))
            #expect(try await stage.code("stories.getById", key, token: "his") == 1600)
            #expect(try await stage.call("stories.getById", ["stories": name])["response"]["count"].int == 1)
            #expect(try await stage.call("stories.get")["response"]["count"].int == 0)
            #expect(try await stage.call("stories.delete", ["stories": name])["response"].int == 1)
            #expect(try await stage.call("stories.getById", ["stories": name])["response"]["count"].int == 0)
            #expect(try await stage.call("stories.get")["response"]["count"].int == 0)
        }
    }

    @Test("A short link has figures by interval, for those who know its key")
    func links() async throws {
        try await Stage.with { stage in
            let link = try await stage.call("utils.getShortLink", ["url": "https://vk.com/", "private": "1"])["response"]
            let key = link["key"].string ?? ""
            let stats = try await stage.call("utils.getLinkStats", ["key": key, "interval": "week", "intervals_count": "3"])["response"]
            #expect(stats["key"].string == key && stats["stats"].items.count == 3 && stats["stats"][0]["views"].int == 0)
            let dates = stats["stats"].items.compactMap { $0["timestamp"].int }
            #expect(dates.count == 3 && dates[0] - dates[1] == 604_800)
            let own = ["key": key, "access_key": link["access_key"].string ?? "", "extended": "1"]
            #expect(try await stage.call("utils.getLinkStats", own)["response"]["stats"][0]["cities"].rawText == "[]")
            #expect(try await stage.code("utils.getLinkStats", ["key": "nobody"]) == 104)
        }
    }

    @Test("A conversation is emptied and a message restored for the community alone, which sees what everybody sees")
    func conversations() async throws {
        try await Stage.with { stage in
            #expect(try await stage.code("messages.deleteConversation", ["peer_id": "510001001"]) == 936)
            let said = try stage.simulator.write(.init("раз", from: stage.olga.id, in: stage.community.id))
            #expect(
                try await stage.call("messages.deleteConversation", ["user_id": "510001001"])["response"]["last_deleted_id"].int == said.id)
            #expect(try await stage.call("messages.restore", ["message_id": "\(said.id)"])["response"].int == 1)
            #expect(try await stage.call("messages.restore", ["peer_id": "510001001", "cmid": "1"])["response"].int == 1)
            #expect(try await stage.code("messages.restore", ["message_id": "77"]) == 100)
            #expect(try await stage.code("messages.restore") == 100)
        }
    }
}
