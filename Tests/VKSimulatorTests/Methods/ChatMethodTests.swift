// Govorun: chats by method. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Methods of chats")
struct ChatMethodTests {
    /// A chat with Olga as its owner, Ivan in it, and the community as its administrator, or not.
    private func withChat(isAdmin: Bool = true, _ body: (Stage, Int, Person) async throws -> Void) async throws {
        try await Stage.with { stage in
            let ivan = try stage.simulator.addPerson("Иван")
            var opening = VKSimulator.Opening("Чат", owner: stage.olga.id, members: [ivan.id], in: stage.community.id)
            opening.isCommunityAdmin = isAdmin
            let peer = try stage.simulator.addChat(opening)
            try stage.write("погода Казань", peer: peer)
            try await body(stage, peer, ivan)
        }
    }

    @Test("An administrator pins, with a service message, and the answer is the message")
    func pin() async throws {
        try await withChat { stage, peer, _ in
            let pinned = try await stage.call("messages.pin", ["peer_id": "\(peer)", "cmid": "2"])
            #expect(differences(pinned, try fixture("responses/messages.pin")) == [])
            #expect(pinned["response"]["text"].string == "погода Казань")
            let history = stage.simulator.history(of: peer, in: stage.community.id)
            #expect(history.last?.action?["type"] == "chat_pin_message")
            #expect(try await stage.code("messages.pin", ["peer_id": "\(peer)", "cmid": "99"]) == 100)
            #expect(try await stage.code("messages.pin", ["peer_id": "\(peer)", "cmid": "1"]) == 100)
            #expect(try await stage.code("messages.pin", ["peer_id": "2000000777", "cmid": "1"]) == 927)
            #expect(try await stage.code("messages.pin", ["peer_id": "510001001", "cmid": "1"]) == 100)
            #expect(try await stage.code("messages.unpin", ["peer_id": "\(peer)"]) == 0)
            #expect(stage.simulator.history(of: peer, in: stage.community.id).last?.action?["type"] == "chat_unpin_message")
            #expect(try await stage.code("messages.unpin", ["peer_id": "\(peer)"]) == 0)
        }
    }

    @Test(
        "What only administrators may do is refused to others",
        arguments: [
            ("messages.pin", ["cmid": "2"], 925), ("messages.unpin", [:], 925), ("messages.editChat", ["title": "x"], 925),
            ("messages.removeChatUser", ["member_id": "510001001"], 925), ("messages.getInviteLink", [:], 919),
            ("messages.getInviteLink", ["reset": "1"], 931), ("messages.getConversationMembers", [:], 917),
            ("messages.deleteChatPhoto", [:], 925),
        ] as [(String, [String: String], Int)])
    func administrators(method: String, parameters: [String: String], code: Int) async throws {
        try await withChat(isAdmin: false) { stage, peer, _ in
            let place = ["peer_id": "\(peer)", "chat_id": "\(peer - 2_000_000_000)"]
            #expect(try await stage.code(method, pairs(parameters.merging(place) { $1 })) == code)
            try stage.simulator.setAdmin(-stage.community.id, of: peer, in: stage.community.id)
            let asAdministrator = try await stage.code(method, pairs(parameters.merging(place) { $1 }))
            #expect(asAdministrator == 0 || asAdministrator == 15)
            try stage.simulator.kick(-stage.community.id, from: peer, of: stage.community.id, by: stage.olga.id)
            #expect(try await stage.code(method, pairs(parameters.merging(place) { $1 })) == 917)
        }
    }

    @Test("A member is removed, once; the owner is not, a stranger is no contact, the community itself may leave")
    func remove() async throws {
        try await withChat { stage, peer, ivan in
            func expel(_ member: Int, by name: String = "member_id") async throws -> Int {
                try await stage.code("messages.removeChatUser", pairs(["chat_id": "\(peer - 2_000_000_000)", name: "\(member)"]))
            }
            let removed = try await expel(ivan.id, by: "user_id")
            #expect(removed == 0)
            #expect(try await expel(ivan.id) == 935)
            #expect(try await expel(77) == 936)
            #expect(try await expel(stage.olga.id) == 15)
            #expect(stage.simulator.history(of: peer, in: stage.community.id).last?.action?["member_id"] == JSONValue(ivan.id))
            #expect(try await expel(-stage.community.id) == 0)
            #expect(try await expel(ivan.id) == 917)
            #expect(try await stage.code("messages.removeChatUser", ["chat_id": "1"]) == 100)
        }
    }

    @Test("A chat is renamed; its link stays until it is reset")
    func title() async throws {
        try await withChat { stage, peer, _ in
            #expect(try await stage.code("messages.editChat", ["chat_id": "\(peer - 2_000_000_000)", "title": "Планы"]) == 0)
            let described = try await stage.call("messages.getConversationsById", ["peer_ids": "\(peer)"])["response"]["items"][0]
            #expect(described["chat_settings"]["title"].string == "Планы")
            func link(_ parameters: [String: String] = [:]) async throws -> String? {
                try await stage.call("messages.getInviteLink", pairs(["peer_id": "\(peer)"].merging(parameters) { $1 }))["response"]["link"]
                    .string
            }
            let first = try await link()
            #expect(first?.hasPrefix("https://vk.me/join/") == true)
            #expect(try await link() == first)
            #expect(try await link(["reset": "1"]) != first)
        }
    }

    @Test("A community creates a chat with those who allow it to write")
    func create() async throws {
        try await withChat { stage, peer, ivan in
            try stage.simulator.allow(ivan.id, stage.community.id)
            let made = try await stage.call("messages.createChat", ["title": "Новый", "user_ids": "\(ivan.id),510001001"])["response"]
            #expect(made.rawText == "{\"chat_id\":\(peer - 2_000_000_000 + 1),\"peer_ids\":[\(ivan.id)]}")
            #expect(try await stage.code("messages.getConversationMembers", ["peer_id": "\(peer + 1)"]) == 0)
            #expect(try await stage.code("messages.createChat", ["title": "x", "user_ids": "5"]) == 936)
        }
    }
}
