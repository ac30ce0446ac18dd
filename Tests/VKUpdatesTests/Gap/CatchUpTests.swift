// Govorun: reading what was missed, over sockets. SPDX-License-Identifier: MIT
import ScriptedVK
import TapeJSON
import Testing
import VKAPI
import VKSimulator
import VKUpdates

@Suite("CatchUp")
struct CatchUpTests {
    private static func updates(_ finding: CatchUp.Finding) -> [Update] { UpdateBatch.updates(in: finding.body) }
    private static func texts(_ finding: CatchUp.Finding) -> [String] { updates(finding).compactMap(\.message?.text) }

    @Test("What people wrote after the moment comes oldest first, whatever conversation it is in")
    func order() async throws {
        try await SimulatedScene.with { scene in
            let chat = try scene.simulator.addChat(.init("Чат", owner: scene.olga.id, members: [scene.ivan.id], in: scene.community.id))
            try scene.write("before", from: scene.olga)
            let moment = scene.calendar.now
            for (text, person, peer) in [("1", scene.olga, nil), ("2", scene.ivan, chat), ("3", scene.olga, nil), ("4", scene.olga, chat)] {
                scene.calendar.now += 1
                try scene.write(text, from: person, peer: peer)
            }
            let finding = try await CatchUp(scene.vk, communityID: scene.community.id, after: moment).read()
            #expect(Self.texts(finding) == ["1", "2", "3", "4"])
            #expect(finding.count == 4 && finding.isComplete)
        }
    }

    @Test("In one second, a conversation's order is kept")
    func sameSecond() async throws {
        try await SimulatedScene.with { scene in
            for number in 1...12 { try scene.write("\(number)", from: scene.olga) }
            let finding = try await CatchUp(scene.vk, communityID: scene.community.id, after: scene.calendar.now - 1).read()
            #expect(Self.texts(finding) == (1...12).map(String.init))
        }
    }

    @Test("Each is a message_new with an identity of its own, and can be handled as any other")
    func envelope() async throws {
        try await SimulatedScene.with { scene in
            let message = try scene.write("привет", from: scene.olga)
            let finding = try await CatchUp(scene.vk, communityID: scene.community.id, after: 0).read()
            let update = try #require(Self.updates(finding).first)
            #expect(update.type == .messageNew && update.groupID == scene.community.id && update.version == "5.199")
            #expect(update.eventID == "catch-up-\(scene.olga.id)-\(message.number)")
            #expect(update.message?.id == message.id && update.lane == scene.olga.id && update.userID == scene.olga.id)
            #expect(update.object["client_info"].kind == .object)
            let again = try await CatchUp(scene.vk, after: 0).read()
            #expect(Self.updates(again).map(\.eventID) == [update.eventID])
        }
    }

    @Test("What the community itself wrote is no news")
    func ownMessages() async throws {
        try await SimulatedScene.with { scene in
            try scene.write("question", from: scene.olga)
            _ = try await scene.vk.messages.send(peerID: scene.olga.id, message: "answer").send()
            try scene.simulator.writeAsAdministrator(scene.ivan.id, "more", to: scene.olga.id, in: scene.community.id)
            #expect(Self.texts(try await CatchUp(scene.vk, communityID: scene.community.id, after: 0).read()) == ["question"])
        }
    }

    @Test("Nothing new: two lists, no update", arguments: [0, 1])
    func nothing(messages: Int) async throws {
        try await SimulatedScene.with { scene in
            if messages > 0 { try scene.write("old", from: scene.olga) }
            let finding = try await CatchUp(scene.vk, communityID: scene.community.id, after: scene.calendar.now).read()
            #expect(finding.count == 0 && finding.isComplete)
            #expect(String(decoding: finding.body, as: UTF8.self) == #"{"updates":[]}"#)
            #expect(scene.simulator.calls().map(\.method) == ["messages.getConversations"])
        }
    }

    @Test("More than one page of messages, and of conversations")
    func pages() async throws {
        try await SimulatedScene.with { scene in
            for number in 1...250 { try scene.write("\(number)", from: scene.olga) }
            for number in 1...230 {
                let person = try scene.simulator.addPerson("Гость \(number)")
                try scene.write("hi", from: person)
            }
            let finding = try await CatchUp(scene.vk, communityID: scene.community.id, after: 0).read()
            #expect(finding.count == 480 && finding.isComplete)
            let updates = Self.updates(finding)
            #expect(Set(updates.map(\.eventID)).count == 480)
            #expect(updates.filter { $0.lane == scene.olga.id }.compactMap(\.message?.text) == (1...250).map(String.init))
        }
    }

    @Test("Limits are kept and told; the newest is what is read")
    func limits() async throws {
        try await SimulatedScene.with { scene in
            for text in ["1", "2", "3"] {
                scene.calendar.now += 1
                try scene.write(text, from: scene.olga)
            }
            scene.calendar.now += 1
            try scene.write("later", from: scene.ivan)
            let cases: [(WritableKeyPath<CatchUp.Limits, Int>, Int, [String])] = [
                (\.messagesOfOne, 2, ["2", "3", "later"]), (\.conversations, 1, ["later"]), (\.messages, 1, ["later"]),
                (\.messages, 4, ["1", "2", "3", "later"]),
            ]
            for (limit, value, texts) in cases {
                var limits = CatchUp.Limits()
                limits[keyPath: limit] = value
                let finding = try await CatchUp(scene.vk, communityID: scene.community.id, after: 0, limits: limits).read()
                #expect(Self.texts(finding) == texts)
                #expect(finding.isComplete == (texts.count == 4))
            }
        }
    }

    @Test("A conversation that VK refuses is left out, the others are read")
    func refused() async throws {
        try await SimulatedScene.with { scene in
            let chat = try scene.simulator.addChat(.init("Прошлый", owner: scene.olga.id, in: scene.community.id))
            try scene.simulator.kick(-scene.community.id, from: chat, of: scene.community.id, by: scene.olga.id)
            try scene.write("here", from: scene.ivan)
            let finding = try await CatchUp(scene.vk, communityID: scene.community.id, after: 0).read()
            #expect(Self.texts(finding) == ["here"] && !finding.isComplete)
        }
    }

    @Test("A person's token reads the person's own messages, without group_id and without a community's mark")
    func person() async throws {
        let vk = ScriptedVK { exchange in
            guard exchange.name == "messages.getHistory" else {
                return .response(["items": [["conversation": ["peer": ["id": 22]], "last_message": ["date": 5]]]])
            }
            return .response(["items": [["id": 9, "from_id": 22, "peer_id": 22, "date": 5, "conversation_message_id": 3, "text": "x"]]])
        }
        var configuration = VKClient.Configuration()
        configuration.kind = .user
        let client = VKClient(token: Secret("t"), configuration: configuration, transport: vk)
        let finding = try await CatchUp(client, communityID: 7, after: 4).read()
        let update = try #require(Self.updates(finding).first)
        #expect(finding.count == 1 && update.eventID == "catch-up-22-3" && update.groupID == 0)
        #expect(vk.exchanges.allSatisfy { $0.fields["group_id"] == nil })
    }

    @Test("A token that may read no messages is an error")
    func noRight() async throws {
        try await SimulatedScene.with { scene in
            try scene.write("x", from: scene.olga)
            try scene.simulator.addToken("token-without-messages", to: scene.community.id, rights: 262_144)
            let error = await #expect(throws: VKError.self) {
                try await CatchUp(scene.client("token-without-messages", .community), after: 0).read()
            }
            #expect(error?.method == "messages.getConversations")
        }
    }
}
