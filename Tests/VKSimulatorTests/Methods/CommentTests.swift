// Govorun: comments to photos, videos, topics and goods. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("Comments")
struct CommentTests {
    /// A kind with the names of its events and the method that answers it.
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: CommentThread.Kind
        let family: String
        let method: String
        let names: (owner: String, id: String)
        var testDescription: String { family }

        static let all = [
            Case(kind: .photo, family: "photo_comment", method: "photos.createComment", names: ("owner_id", "photo_id")),
            Case(kind: .video, family: "video_comment", method: "video.createComment", names: ("owner_id", "video_id")),
            Case(kind: .topic, family: "board_post", method: "board.createComment", names: ("group_id", "topic_id")),
            Case(kind: .product, family: "market_comment", method: "market.createComment", names: ("owner_id", "item_id")),
        ]

        func parameters(_ thread: CommentThread, _ more: [String: String]) -> [(key: String, value: String)] {
            let owner = kind == .topic ? thread.community : -thread.community
            return [names.owner: "\(owner)", names.id: "\(thread.id)"].merging(more) { $1 }.map { ($0.key, $0.value) }
        }
    }

    @Test("Coming, changing, going and coming back, each is told as VK tells it", arguments: Case.all)
    func events(kind: Case) async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            let thread = try stage.simulator.openThread(kind.kind, of: stage.community.id)
            let id = try stage.simulator.comment("Отличный кадр!", from: stage.olga.id, on: thread)
            try stage.simulator.editComment(id, text: "Отличный!", on: thread)
            try stage.simulator.deleteComment(id, by: stage.olga.id, on: thread)
            #expect(stage.simulator.comments(on: thread).isEmpty)
            try stage.simulator.deleteComment(id, by: stage.olga.id, on: thread, isDeleted: false)
            #expect(stage.simulator.comments(on: thread).map(\.text) == ["Отличный!"])
            let events = try await stage.events(session)
            #expect(events.map { $0["type"].string } == ["new", "edit", "delete", "restore"].map { "\(kind.family)_\($0)" })
            for (event, name) in zip(events, ["new", "edit", "delete", "restore"]) {
                #expect(differences(event, try fixture("events/\(kind.family)_\(name)")) == [])
            }
            let answer = try stage.simulator.comment("Да", from: stage.olga.id, on: thread, replyingTo: id)
            let last = try #require(try await stage.events(session).last)
            #expect(last["object"]["id"].int == answer && last["object"]["reply_to_comment"].int == id)
        }
    }

    @Test("A person comments, an editor also in the community's name; a guid counts once; a community's token may not", arguments: Case.all)
    func writing(kind: Case) async throws {
        try await Stage.with { stage in
            try stage.simulator.addToken("her", toPerson: stage.olga.id)
            let thread = try stage.simulator.openThread(kind.kind, of: stage.community.id)
            func write(_ more: [String: String]) async throws -> JSON {
                try await stage.call(kind.method, kind.parameters(thread, more), token: "her")
            }
            let session = try await stage.session()
            #expect(try await write(["message": "one", "guid": "g"])["response"].int == 1)
            #expect(try await write(["message": "one", "guid": "g"])["response"].int == 1)
            #expect(try await write(["message": "two", "from_group": "1"])["error"]["error_code"].int == 15)
            try stage.simulator.setOfficer(stage.olga.id, .editor, of: stage.community.id)
            #expect(try await write(["message": "two", "from_group": "1"])["response"].int == 2)
            let events = try await stage.events(session).filter { $0["type"].string == "\(kind.family)_new" }
            #expect(events.map { $0["object"]["from_id"].int } == [stage.olga.id, -stage.community.id])
            #expect(try await write([:])["error"]["error_code"].int == 100)
            #expect(try await write(["message": "x", kind.names.id: "5"])["error"]["error_code"].int == 100)
            if kind.kind != .topic {
                #expect(try await write(["message": "x", "reply_to_comment": "9"])["error"]["error_code"].int == 100)
                #expect(try await write(["message": "x", "reply_to_comment": "1"])["response"].int == 3)
            }
            #expect(try await stage.code(kind.method, kind.parameters(thread, ["message": "x"])) == 27)
        }
    }

    @Test("A community deletes and restores what stands on its board, and so do its moderators, nobody else")
    func board() async throws {
        try await Stage.with { stage in
            try stage.simulator.addToken("her", toPerson: stage.olga.id)
            let thread = try stage.simulator.openThread(.topic, of: stage.community.id, id: 7)
            let id = try stage.simulator.comment("Есть идея", from: stage.olga.id, on: thread)
            let place = ["group_id": "\(stage.community.id)", "topic_id": "7", "comment_id": "\(id)"].map { (key: $0.key, value: $0.value) }
            let session = try await stage.session()
            #expect(try await stage.code("board.deleteComment", place) == 0)
            #expect(stage.simulator.comments(on: thread).isEmpty)
            #expect(try await stage.code("board.restoreComment", place, token: "her") == 15)
            try stage.simulator.setOfficer(stage.olga.id, .moderator, of: stage.community.id)
            #expect(try await stage.code("board.restoreComment", place, token: "her") == 0)
            let types = try await stage.events(session).map { $0["type"].string }
            #expect(types == ["board_post_delete", "group_officers_edit", "board_post_restore"])
            #expect(try await stage.code("board.deleteComment", place.filter { $0.key != "comment_id" }) == 100)
        }
    }

    @Test("Over the control API, too; what is not there is told")
    func control() async throws {
        try await Stage.with { stage in
            func post(_ name: String, _ body: String) async throws -> JSON {
                let answer = try await SocketClient.post("/simulator/\(name)", port: stage.simulator.port, type: "application/json", body)
                return try JSONDocument(answer.body).root
            }
            let place = #""community":198765432,"kind":"photo""#
            let id = try #require(try await post("thread", "{\(place)}")["id"].int)
            let comment = try await post("comment", "{\(place),\"id\":\(id),\"person\":510001001,\"text\":\"ах\"}")
            #expect(comment["id"].int == 1)
            _ = try await post("edit-comment", "{\(place),\"id\":\(id),\"comment\":1,\"text\":\"ох\"}")
            let thread = CommentThread(kind: .photo, community: 198_765_432, id: id)
            #expect(stage.simulator.comments(on: thread).map(\.text) == ["ох"])
            _ = try await post("delete-comment", "{\(place),\"id\":\(id),\"comment\":1,\"person\":510001001}")
            #expect(stage.simulator.comments(on: thread).isEmpty)
            #expect(
                try await post("comment", "{\(place),\"id\":5,\"person\":510001001,\"text\":\"ах\"}")["error"]["code"].string == "not_found"
            )
            #expect(try await post("thread", #"{"community":198765432,"kind":"song"}"#)["error"]["code"].string == "invalid")
        }
    }
}

@Suite("More lists of messages")
struct MoreListsTests {
    @Test("Conversations are found by their title, attachments by their kind, the newest first")
    func finding() async throws {
        try await Stage.with { stage in
            let ivan = try stage.simulator.addPerson("Иван", "Петров")
            try stage.write("one")
            _ = try stage.simulator.write(.init("two", from: ivan.id, in: stage.community.id))
            let found = try await stage.call("messages.searchConversations", ["q": "ветр", "extended": "1"])["response"]
            #expect(found["count"].int == 1 && found["items"][0]["peer"]["id"].int == stage.olga.id)
            #expect(found["profiles"].items.map { $0["id"].int } == [stage.olga.id])
            #expect(try await stage.call("messages.searchConversations", ["q": "нет"])["response"]["count"].int == 0)
            for name in ["photo-1_2", "doc-1_3", "photo-1_4"] {
                _ = try await stage.call("messages.send", ["peer_id": "\(stage.olga.id)", "random_id": "0", "attachment": name])
            }
            func attachments(_ more: [String: String]) async throws -> JSON {
                let parameters = ["peer_id": "\(stage.olga.id)"].merging(more) { $1 }.map { (key: $0.key, value: $0.value) }
                return try await stage.call("messages.getHistoryAttachments", parameters)["response"]
            }
            let photos = try await attachments([:])
            #expect(photos["items"].items.map { $0["cmid"].int } == [4, 2] && !photos["next_from"].exists)
            #expect(photos["items"][0]["attachment"]["photo"]["id"].int == 4)
            let first = try await attachments(["attachment_types": "photo,doc", "count": "2"])
            #expect(first["items"].items.map { $0["cmid"].int } == [4, 3])
            let rest = try await attachments(["attachment_types": "photo,doc", "start_from": first["next_from"].string ?? ""])
            #expect(rest["items"].items.map { $0["cmid"].int } == [2])
            #expect(try await stage.code("messages.getHistoryAttachments", ["peer_id": "510001001", "media_type": "song"]) == 100)
        }
    }

    @Test("What nobody can fill is empty, and still read strictly")
    func empty() async throws {
        try await Stage.with { stage in
            let important = try await stage.call("messages.getImportantMessages", ["extended": "1"])["response"]
            #expect(important["messages"]["count"].int == 0 && important["profiles"].kind == .array)
            #expect(try await stage.code("messages.getImportantMessages", ["count": "201"]) == 100)
            #expect(try await stage.call("messages.getIntentUsers", ["intent": "promo_newsletter"])["response"]["count"].int == 0)
            #expect(try await stage.code("messages.getIntentUsers", ["intent": "any"]) == 100)
        }
    }
}
