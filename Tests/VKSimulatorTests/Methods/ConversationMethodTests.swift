// Govorun: lists of conversations. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Lists of conversations")
struct ConversationMethodTests {
    @Test("The one written to last comes first; filters, offset, count and authors")
    func list() async throws {
        try await Stage.with { stage in
            let ivan = try stage.simulator.addPerson("Иван")
            try stage.write("a")
            try stage.simulator.write(.init("b", from: ivan.id, in: stage.community.id))
            let peer = try stage.simulator.addChat(.init("Чат", owner: ivan.id, in: stage.community.id))
            func list(_ parameters: [String: String] = [:]) async throws -> [Int?] {
                try await stage.call("messages.getConversations", pairs(parameters))["response"]["items"].items.map {
                    $0["conversation"]["peer"]["id"].int
                }
            }
            #expect(try await list() == [peer, ivan.id, stage.olga.id])
            #expect(try await list(["offset": "1", "count": "1"]) == [ivan.id])
            #expect(try await list(["filter": "unread"]) == [peer, ivan.id, stage.olga.id])
            #expect(try await stage.code("messages.markAsRead", ["peer_id": "\(ivan.id)"]) == 0)
            #expect(try await list(["filter": "unread"]) == [peer, stage.olga.id])
            _ = try await stage.call("messages.send", ["peer_id": "\(ivan.id)", "random_id": "0", "message": "x"])
            #expect(try await list(["filter": "unanswered"]) == [peer, stage.olga.id])
            #expect(try await stage.code("messages.markAsAnsweredConversation", ["peer_id": "510001001"]) == 0)
            #expect(try await list(["filter": "unanswered"]) == [peer])
            #expect(try await stage.code("messages.markAsImportantConversation", ["peer_id": "510001001"]) == 0)
            #expect(try await list(["filter": "important"]) == [stage.olga.id])
            #expect(try await list(["filter": "sorted_chats"]) == [peer])
            #expect(try await list(["filter": "archive"]) == [])
            #expect(try await stage.code("messages.getConversations", ["filter": "x"]) == 100)
            #expect(try await stage.code("messages.getConversations", ["count": "201"]) == 100)
            let whole = try await stage.call("messages.getConversations", ["extended": "1", "fields": "sex"])["response"]
            #expect(whole["count"].int == 3)
            #expect(whole["unread_count"].int == 2)
            #expect(whole["items"][1]["conversation"]["unread_count"].int == 1)
            #expect(whole["items"][2]["last_message"]["text"].string == "a")
            #expect(whole["profiles"].items.map { $0["id"].int } == [stage.olga.id, ivan.id])
            #expect(whole["profiles"][0]["sex"].int == 1)
        }
    }

    @Test("Reading goes to a number, a message or the end, and never back")
    func reading() async throws {
        try await Stage.with { stage in
            for text in ["a", "b", "c"] { try stage.write(text) }
            func read(_ parameters: [String: String]) async throws -> Int? {
                let code = try await stage.code("messages.markAsRead", pairs(parameters))
                guard code == 0 else { return -code }
                return try await stage.call("messages.getConversationsById", ["peer_ids": "510001001"])["response"]["items"][0][
                    "in_read_cmid"
                ]
                .int
            }
            #expect(try await read(["peer_id": "510001001", "up_to_cmid": "1"]) == 1)
            #expect(try await read(["message_ids": "2"]) == 2)
            #expect(try await read(["peer_id": "510001001", "start_message_id": "1"]) == 2)
            #expect(try await read(["peer_id": "510001001", "start_message_id": "99"]) == -100)
            #expect(try await read(["peer_id": "510001001"]) == 3)
            #expect(try await read([:]) == -100)
        }
    }

    @Test("Messages are found by words")
    func search() async throws {
        try await Stage.with { stage in
            for text in ["Погода", "нет", "погода завтра"] { try stage.write(text) }
            let found = try await stage.call("messages.search", ["q": "погода"])["response"]
            #expect(found["items"].items.map { $0["text"].string } == ["погода завтра", "Погода"])
            #expect(found["count"].int == 2)
            #expect(try await stage.code("messages.search") == 100)
        }
    }
}
