// Govorun: chats as a community sees them. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Chats")
struct ChatTests {
    private func chat(_ stage: Stage, hasFullAccess: Bool = true, isAdmin: Bool = false) throws -> Int {
        var opening = VKSimulator.Opening("Погода", owner: stage.olga.id, in: stage.community.id)
        opening.hasFullAccess = hasFullAccess
        opening.isCommunityAdmin = isAdmin
        return try stage.simulator.addChat(opening)
    }

    @Test("The first thing a community sees of a chat is its invitation")
    func invitation() async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            let peer = try chat(stage)
            let message = try #require(try await stage.events(session).first)["object"]["message"]
            #expect(message["action"]["type"].string == "chat_invite_user")
            #expect(message["action"]["member_id"].int == -198_765_432)
            #expect(message["peer_id"].int == peer)
            #expect(message["id"].int == 0)
            #expect(message["conversation_message_id"].int == 1)
        }
    }

    @Test(
        "Without full access only what is meant for the community comes",
        arguments: [
            ("просто текст", false), ("/help", true), ("[club198765432|@weather_helper] погода", true), ("@weather_helper погода", true),
            ("@weather_helper (бот), погода", true), ("@club198765432 погода", true), ("mail a@weather_helper", false),
            ("[id510001001|я]", false),
        ])
    func limitedAccess(text: String, arrives: Bool) async throws {
        try await Stage.with { stage in
            let peer = try chat(stage, hasFullAccess: false)
            let session = try await stage.session()
            try stage.write(text, peer: peer)
            #expect(try await stage.events(session).count == (arrives ? 1 : 0))
            try stage.simulator.setFullAccess(true, to: peer, of: stage.community.id)
            try stage.write(text, peer: peer)
            #expect(try await stage.events(session).count == (arrives ? 2 : 1))
        }
    }

    @Test("Without full access a reply to the community comes, one to somebody else does not")
    func replies() async throws {
        try await Stage.with { stage in
            let peer = try chat(stage, hasFullAccess: false)
            try stage.write("людям", peer: peer)
            _ = try await stage.call("messages.send", ["peer_id": "\(peer)", "random_id": "0", "message": "бот"])
            let session = try await stage.session()
            for number in [2, 3] {
                var writing = VKSimulator.Writing("ответ на \(number)", from: stage.olga.id, in: stage.community.id, peer: peer)
                writing.replyTo = number
                try stage.simulator.write(writing)
            }
            let events = try await stage.events(session)
            #expect(events.map { $0["object"]["message"]["text"].string } == ["ответ на 3"])
            #expect(events[0]["object"]["message"]["reply_message"]["from_id"].int == -198_765_432)
        }
    }

    @Test("Comings, goings, the title and pins are service messages")
    func serviceMessages() async throws {
        try await Stage.with { stage in
            let simulator = stage.simulator
            let (community, olga) = (stage.community.id, stage.olga.id)
            let peer = try chat(stage)
            let ivan = try simulator.addPerson("Иван").id
            let anna = try simulator.addPerson("Анна").id
            let session = try await stage.session()
            try simulator.invite(ivan, to: peer, of: community, by: olga)
            try simulator.joinByLink(anna, peer, of: community)
            try simulator.rename(peer, of: community, to: "Планы", by: ivan)
            try simulator.pin(1, in: peer, of: community, by: olga)
            try simulator.pin(nil, in: peer, of: community, by: olga)
            try simulator.kick(anna, from: peer, of: community, by: olga)
            try simulator.kick(ivan, from: peer, of: community, by: ivan)
            try simulator.kick(-community, from: peer, of: community, by: olga)
            let actions = try await stage.events(session).map { $0["object"]["message"]["action"] }
            #expect(
                actions.map { $0["type"].string } == [
                    "chat_invite_user", "chat_invite_user_by_link", "chat_title_update", "chat_pin_message", "chat_unpin_message",
                    "chat_kick_user", "chat_kick_user", "chat_kick_user",
                ])
            #expect(actions[5]["member_id"].int == anna)
            #expect(actions[7]["member_id"].int == -community)
            try stage.write("никто не слышит", peer: peer)
            #expect(try await stage.events(session).count == 8)
        }
    }

    @Test("What the chat forbids is refused")
    func refusals() async throws {
        try await Stage.with { stage in
            let simulator = stage.simulator
            let peer = try chat(stage)
            let ivan = try simulator.addPerson("Иван").id
            let id = stage.community.id
            func code(_ body: () throws -> Void) -> SimulatorError.Code? {
                do { try body() } catch { return (error as? SimulatorError)?.code }
                return nil
            }
            #expect(code { try simulator.write(.init("hi", from: ivan, in: id, peer: peer)) } == .refused)
            #expect(code { try simulator.write(.init("hi", from: ivan, in: id, peer: peer + 1)) } == .notFound)
            #expect(code { try simulator.invite(stage.olga.id, to: peer, of: id, by: stage.olga.id) } == .refused)
            try simulator.invite(ivan, to: peer, of: id, by: stage.olga.id)
            #expect(code { try simulator.kick(stage.olga.id, from: peer, of: id, by: ivan) } == .refused)
            #expect(code { try simulator.pin(99, in: peer, of: id, by: ivan) } == .notFound)
            #expect(code { try simulator.addChat(.init("x", owner: ivan, in: id, peer: peer)) } == .taken)
            #expect(code { try simulator.addChat(.init("x", owner: ivan, in: id, peer: 7)) } == .invalid)
        }
    }

    @Test("Members are listed to an administrator alone")
    func members() async throws {
        try await Stage.with { stage in
            let peer = try chat(stage)
            #expect(try await stage.code("messages.getConversationMembers", ["peer_id": "\(peer)"]) == 917)
            try stage.simulator.setAdmin(-stage.community.id, of: peer, in: stage.community.id)
            let answer = try await stage.call("messages.getConversationMembers", ["peer_id": "\(peer)"])["response"]
            #expect(answer["items"].items.map { $0["member_id"].int } == [stage.olga.id, -stage.community.id])
            #expect(answer["items"][0]["is_owner"].bool == true)
            #expect(answer["profiles"][0]["first_name"].string == "Ольга")
            #expect(answer["groups"][0]["name"].string == "Погода рядом")
        }
    }

    @Test("An id above the chats' is a person's")
    func highIDs() async throws {
        try await Stage.with { stage in
            let far = try stage.simulator.addPerson("Далёкий", id: 200_000_000_001)
            try stage.simulator.write(.init("привет", from: far.id, in: stage.community.id))
            let answer = try await stage.call("messages.send", ["peer_id": "\(far.id)", "random_id": "0", "message": "x"])
            #expect(answer["response"].int == 2)
        }
    }
}
