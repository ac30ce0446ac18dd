// Govorun: messages.send and its rules. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("messages.send")
struct SendTests {
    @Test("A community may write to whom wrote to it or allowed it, and to nobody else")
    func permission() async throws {
        try await Stage.with { stage in
            let hello: KeyValuePairs = ["peer_id": "510001001", "random_id": "0", "message": "hi"]
            #expect(try await stage.code("messages.send", hello) == 901)
            try stage.write("hello")
            #expect(try await stage.call("messages.send", hello)["response"].int == 2)
            try stage.simulator.deny(stage.olga.id, stage.community.id)
            #expect(try await stage.code("messages.send", hello) == 901)
            try stage.simulator.allow(stage.olga.id, stage.community.id)
            #expect(try await stage.code("messages.send", hello) == 0)
            try stage.simulator.block(stage.olga.id, stage.community.id)
            #expect(try await stage.code("messages.send", hello) == 900)
        }
    }

    @Test(
        "A message that VK refuses is refused with its code",
        arguments: [
            (["message": "hi", "peer_id": "510001001"], 100), (["message": "hi", "peer_id": "510001001", "random_id": "99999999999"], 100),
            (["message": "hi", "random_id": "0"], 100), (["random_id": "0", "peer_id": "510001001"], 100),
            (["message": "hi", "random_id": "0", "peer_id": "x"], 100),
            (["message": "hi", "random_id": "0", "peer_id": "2000000099"], 917),
            (["message": "hi", "random_id": "0", "peer_id": "-198765432"], 932),
            (["message": "hi", "random_id": "0", "peer_id": "77"], 901),
            (["message": "hi", "random_id": "0", "domain": "nobody"], 113), (["message": "hi", "random_id": "0", "chat_id": "0"], 100),
            (["message": String(repeating: "x", count: 4097), "random_id": "0", "peer_id": "510001001"], 914),
            (["message": "hi", "random_id": "0", "peer_id": "510001001", "attachment": "photo"], 100),
            (["message": "hi", "random_id": "0", "peer_id": "510001001", "attachment": "gift1_2"], 100),
            (
                [
                    "random_id": "0", "peer_id": "510001001",
                    "attachment": "photo1_1,photo1_2,photo1_3,photo1_4,photo1_5,photo1_6,photo1_7,photo1_8,photo1_9,photo1_10,photo1_11",
                ], 910
            ),
            (["message": "hi", "random_id": "0", "peer_id": "510001001", "reply_to": "500"], 100),
            (
                [
                    "message": "hi", "random_id": "0", "peer_id": "510001001",
                    "forward": "{\"peer_id\":510001001,\"conversation_message_ids\":[9]}",
                ], 100
            ),
            (["message": "hi", "random_id": "0", "peer_id": "510001001", "forward": "no json"], 100),
            (["message": "hi", "random_id": "0", "peer_id": "510001001", "payload": String(repeating: "1", count: 1001)], 100),
            (["message": "hi", "random_id": "0", "peer_id": "510001001", "lat": "91", "long": "0"], 100),
            (
                [
                    "message": "hi", "random_id": "0", "peer_id": "510001001",
                    "format_data": "{\"version\":1,\"items\":[{\"type\":\"bold\",\"offset\":0,\"length\":3}]}",
                ], 100
            ),
            (
                [
                    "message": "hi", "random_id": "0", "peer_id": "510001001",
                    "format_data": "{\"version\":1,\"items\":[{\"type\":\"loud\",\"offset\":0,\"length\":1}]}",
                ], 100
            ),
            (["message": "hi", "random_id": "0", "peer_id": "510001001", "keyboard": "no json"], 911),
            (["random_id": "0", "peer_id": "510001001", "keyboard": "{\"buttons\":[]}"], 100),
            (["message": "hi", "random_id": "0", "peer_ids": "1,x"], 100),
            (["message": "hi", "random_id": "0", "peer_ids": (1...101).map(String.init).joined(separator: ",")], 100),
        ] as [([String: String], Int)])
    func refusals(parameters: [String: String], code: Int) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            #expect(try await stage.code("messages.send", pairs(parameters)) == code)
        }
    }

    @Test(
        "What VK takes is taken",
        arguments: [
            ["message": String(repeating: "я", count: 4096)], ["attachment": "photo-1_2_a1b2,doc3_4"], ["sticker_id": "9013"],
            [
                "message": "👍 ok",
                "format_data": "{\"version\":\"1\",\"items\":[{\"type\":\"url\",\"offset\":3,\"length\":2,\"url\":\"https://vk.com\"}]}",
            ],
            ["lat": "55.7", "long": "49.1"], ["message": "hi", "keyboard": "{\"buttons\":[],\"one_time\":true}"],
            ["message": "re", "reply_to": "1"], ["forward_messages": "1"],
            ["message": "re", "forward": "{\"peer_id\":510001001,\"conversation_message_ids\":[1],\"is_reply\":1}"],
            ["forward": "{\"peer_id\":510001001,\"cmids\":[1]}"],
        ] as [[String: String]])
    func accepted(parameters: [String: String]) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let answer = try await stage.call(
                "messages.send", pairs(parameters.merging(["peer_id": "510001001", "random_id": "0"]) { $1 }))
            #expect(answer["response"].int == 2, "\(answer)")
        }
    }

    @Test("random_id is wanted since 5.90")
    func randomIDVersion() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            #expect(try await stage.code("messages.send", ["peer_id": "510001001", "message": "x"], v: "5.89") == 0)
            #expect(try await stage.code("messages.send", ["peer_id": "510001001", "message": "x"], v: "5.90") == 100)
        }
    }

    @Test("A repeated random_id writes nothing and answers as before; 0 never repeats; another peer is another matter")
    func randomID() async throws {
        try await Stage.with { stage in
            let ivan = try stage.simulator.addPerson("Иван")
            try stage.write("hello")
            try stage.simulator.write(.init("hello", from: ivan.id, in: stage.community.id))
            func send(_ text: String, to peer: Int, _ randomID: Int) async throws -> Int? {
                try await stage.call("messages.send", ["peer_id": "\(peer)", "random_id": "\(randomID)", "message": text])["response"].int
            }
            let first = try await send("one", to: stage.olga.id, -7)
            #expect(try await send("two", to: stage.olga.id, -7) == first)
            #expect(try await send("three", to: ivan.id, -7) != first)
            #expect(try await send("four", to: stage.olga.id, 0) != send("four", to: stage.olga.id, 0))
            let texts = stage.simulator.history(of: stage.olga.id, in: stage.community.id).map(\.text)
            #expect(texts == ["hello", "one", "four", "four"])
        }
    }

    @Test("With the scope of a sender, a random_id counts over all peers")
    func senderScope() async throws {
        try await Stage.with {
            $0.randomIDScope = .sender
        } body: { stage in
            let ivan = try stage.simulator.addPerson("Иван")
            try stage.write("hello")
            try stage.simulator.write(.init("hello", from: ivan.id, in: stage.community.id))
            let one = try await stage.call("messages.send", ["peer_id": "510001001", "random_id": "7", "message": "x"])
            let two = try await stage.call("messages.send", ["peer_id": "\(ivan.id)", "random_id": "7", "message": "x"])
            #expect(one["response"].int == two["response"].int)
        }
    }

    @Test("peer_ids answers for each peer, also with its error")
    func peers() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let chat = try stage.simulator.addChat(.init("Чат", owner: stage.olga.id, in: stage.community.id))
            let answer = try await stage.call("messages.send", ["peer_ids": "510001001,\(chat),77", "random_id": "5", "message": "all"])
            let items = Array(answer["response"].items)
            #expect(items.map { $0["peer_id"].int } == [510_001_001, chat, 77])
            #expect(items.map { $0["message_id"].int } == [2, 0, 0])
            #expect(items.map { $0["conversation_message_id"].int } == [2, 2, 0])
            #expect(items[2]["error"]["code"].int == 901)
            #expect(items[2]["error"]["description"].string != nil)
        }
    }

    @Test("A chat is answered with 0 for peer_id, and reached by chat_id and peer_id alike")
    func chat() async throws {
        try await Stage.with { stage in
            let chat = try stage.simulator.addChat(.init("Чат", owner: stage.olga.id, in: stage.community.id))
            #expect(chat == 2_000_000_001)
            #expect(try await stage.call("messages.send", ["peer_id": "\(chat)", "random_id": "1", "message": "a"])["response"].int == 0)
            #expect(try await stage.call("messages.send", ["chat_id": "1", "random_id": "2", "message": "b"])["response"].int == 0)
            #expect(stage.simulator.history(of: chat, in: stage.community.id).map(\.text) == ["", "a", "b"])
            try stage.simulator.kick(-stage.community.id, from: chat, of: stage.community.id, by: stage.olga.id)
            #expect(try await stage.code("messages.send", ["chat_id": "1", "random_id": "3", "message": "c"]) == 917)
        }
    }

    @Test("Bot features switched off refuse keyboards and carousels")
    func botFeatures() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            try stage.simulator.setBotFeatures(false, of: stage.community.id)
            let base = ["peer_id": "510001001", "random_id": "0", "message": "x"]
            let keyboard = base.merging(["keyboard": "{\"buttons\":[]}"]) { $1 }
            #expect(try await stage.code("messages.send", pairs(keyboard)) == 912)
            #expect(try await stage.code("messages.send", pairs(base)) == 0)
        }
    }
}

/// Parameters in a fixed order.
func pairs(_ parameters: [String: String]) -> [(key: String, value: String)] { parameters.sorted { $0.key < $1.key } }
