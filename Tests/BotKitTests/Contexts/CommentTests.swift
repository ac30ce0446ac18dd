// Govorun: comments are answered. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("Comments")
struct CommentTests {
    @Test(
        "of every kind are answered where they stand, in the community's name",
        arguments: [
            (UpdateType.wallReplyNew, "wall", "post_id", "owner_id", "200000001"),
            (.photoCommentNew, "photos", "photo_id", "owner_id", "1"),
            (.videoCommentNew, "video", "video_id", "owner_id", "1"), (.boardPostNew, "board", "topic_id", "group_id", "1"),
            (.marketCommentNew, "market", "item_id", "owner_id", "1"),
        ])
    func kinds(type: UpdateType, section: String, id: String, owner: String, fromGroup: String) async throws {
        let subject = try #require(
            CommentSubject(
                type, CommentEvent(Self.comment(type, id: 5, subject: 77)), community: 200_000_001))
        let call = subject.call("Спасибо", attachments: ["photo1_2", "doc3_4"], answering: 5, guid: "9", community: 200_000_001)
        #expect(call.method == "\(section).createComment")
        #expect(call.parameters[id] == "77")
        #expect(call.parameters[owner] == (type == .boardPostNew ? "200000001" : "-200000001"))
        #expect(call.parameters["from_group"] == fromGroup)
        #expect(call.parameters["reply_to_comment"] == (type == .boardPostNew ? nil : "5"))
        #expect(call.parameters["message"] == "Спасибо")
        #expect(call.parameters["attachments"] == "photo1_2,doc3_4")
        #expect(call.parameters["guid"] == "9")
    }

    private static func comment(_ type: UpdateType, id: Int, subject: Int) -> JSON {
        let names: [UpdateType: (String, String)] = [
            .wallReplyNew: ("post_id", "post_owner_id"), .photoCommentNew: ("photo_id", "photo_owner_id"),
            .videoCommentNew: ("video_id", "video_owner_id"), .boardPostNew: ("topic_id", "topic_owner_id"),
            .marketCommentNew: ("item_id", "market_owner_id"),
        ]
        var object: JSONObject = ["id": .integer(id), "from_id": 1]
        if let (name, owner) = names[type] { (object[name], object[owner]) = (.integer(subject), -200_000_001) }
        return JSONValue.object(object).view
    }

    @Test("are answered by a plugin in one line; equal answers to different comments are two")
    func replies() async throws {
        let bot = try await TestBot {
            On(.wallReplyNew) { event in try await event.reply("Спасибо за «\(event.text)»", attachments: ["photo1_2"]) }
        }
        let alice = bot.person("Алиса")
        let first = await alice.comments("класс", subject: 7)
        #expect(first.map(\.text) == ["Спасибо за «класс»"])
        #expect(first.map(\.attachments) == [["photo1_2"]])
        #expect(first.map { $0.parameters["post_id"] } == ["7"])
        #expect(first.allSatisfy { $0.answers != nil })
        #expect(await alice.comments("класс", subject: 7).count == 1)
        #expect(bot.problems == [])
    }

    @Test("of the community itself are not answered, or it would answer itself")
    func own() async throws {
        let bot = try await TestBot {
            On(.wallReplyNew) { event in
                let reply = try await event.reply("Спасибо")
                #expect(reply == nil)
            }
        }
        await bot.receive(.wallReplyNew, ["id": 1, "from_id": -200_000_001, "post_id": 1, "post_owner_id": -200_000_001])
        #expect(bot.comments.isEmpty)
        #expect(bot.problems == [])
    }

    @Test("Kinds that VK opens to people only need a person's token, and the error says so")
    func peopleOnly() async throws {
        let bot = try await TestBot { On(.photoCommentNew) { event in try await event.reply("Спасибо") } }
        #expect(await bot.person("Алиса").comments("ого", kind: .photoCommentNew).isEmpty)
        #expect(bot.problems.count == 1)
        #expect(bot.problems.first?.contains("user_token") == true)
    }

    @Test("A comment with nothing in it is refused unwritten")
    func blank() async throws {
        let bot = try await TestBot {
            On(.wallReplyNew) { event in await #expect(throws: TextError.self) { try await event.reply(" ") } }
        }
        #expect(await bot.person("Алиса").comments("?").isEmpty)
        #expect(bot.problems == [])
    }

    @Test("A like leads to who likes, who may not be written to")
    func likes() async throws {
        let bot = try await TestBot { On(.likeAdd) { event in try await event.user?.sendIfAllowed("Спасибо") } }
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        boris.closesMessages()
        for person in [alice, boris] {
            await bot.receive(
                .likeAdd, ["liker_id": .integer(person.id), "object_type": "post", "object_owner_id": -200_000_001, "object_id": 1])
        }
        #expect(bot.replies.map(\.peerID) == [alice.id])
        #expect(bot.problems == [])
    }
}
