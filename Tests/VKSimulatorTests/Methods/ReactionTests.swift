// Govorun: reactions. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Reactions")
struct ReactionTests {
    private func react(_ stage: Stage, _ reaction: Int, cmid: Int = 1) async throws -> Int {
        try await stage.code("messages.sendReaction", ["peer_id": "510001001", "cmid": "\(cmid)", "reaction_id": "\(reaction)"])
    }

    @Test("A community has one reaction under a message, and takes it back")
    func own() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            #expect(try await react(stage, 3) == 0)
            #expect(try await react(stage, 4) == 0)
            let message = try await stage.call("messages.getHistory", ["peer_id": "510001001"])["response"]["items"][0]
            #expect(message["reactions"].rawText == "[{\"reaction_id\":4,\"count\":1,\"user_ids\":[-198765432]}]")
            #expect(try await stage.code("messages.deleteReaction", ["peer_id": "510001001", "cmid": "1"]) == 0)
            let after = try await stage.call("messages.getHistory", ["peer_id": "510001001"])["response"]["items"][0]
            #expect(!after["reactions"].exists)
        }
    }

    @Test("A reaction that is none is 1009, a forbidden one 1010, too many kinds 1011, an unknown message 100")
    func refusals() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            for none in [0, 65] { #expect(try await react(stage, none) == 1009) }
            #expect(try await react(stage, 1, cmid: 9) == 100)
            try stage.simulator.allowReactions([1, 2], in: stage.olga.id, of: stage.community.id)
            #expect(try await react(stage, 3) == 1010)
            #expect(try await react(stage, 2) == 0)
            try stage.simulator.allowReactions(nil, in: stage.olga.id, of: stage.community.id)
            let peer = try stage.simulator.addChat(.init("Чат", owner: stage.olga.id, in: stage.community.id))
            for kind in 1...16 {
                let person = try stage.simulator.addPerson("П\(kind)")
                try stage.simulator.joinByLink(person.id, peer, of: stage.community.id)
                try stage.simulator.react(kind, to: 1, by: person.id, in: stage.community.id, peer: peer)
            }
            let place: KeyValuePairs = ["peer_id": "\(peer)", "cmid": "1", "reaction_id": "17"]
            #expect(try await stage.code("messages.sendReaction", place) == 1011)
        }
    }

    @Test(
        "A person's reaction is an event, and so is taking it back",
        arguments: ["message_reaction_event", "message_reaction_event--removed"])
    func event(sample: String) async throws {
        try await Stage.with { stage in
            let peer = try stage.simulator.addChat(.init("Чат", owner: stage.olga.id, in: stage.community.id))
            let session = try await stage.session()
            try stage.simulator.react(4, to: 1, by: stage.olga.id, in: stage.community.id, peer: peer)
            if sample.hasSuffix("removed") { try stage.simulator.react(nil, to: 1, by: stage.olga.id, in: stage.community.id, peer: peer) }
            #expect(differences(try #require(try await stage.events(session).last), try fixture("events/\(sample)")) == [])
        }
    }

    @Test("Who reacted is listed, with counters")
    func listed() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            try stage.simulator.react(4, to: 1, by: stage.olga.id, in: stage.community.id)
            #expect(try await react(stage, 5) == 0)
            let place: KeyValuePairs = ["peer_id": "510001001", "cmid": "1"]
            let peers = try await stage.call("messages.getReactedPeers", place)["response"]
            #expect(peers["reactions"].rawText == "[{\"user_id\":510001001,\"reaction_id\":4},{\"user_id\":-198765432,\"reaction_id\":5}]")
            let some = try await stage.call(
                "messages.getReactedPeers", ["peer_id": "510001001", "cmid": "1", "reaction_id": "5"])["response"]
            #expect(some["count"].int == 1)
            let counters = try await stage.call("messages.getMessagesReactions", ["peer_id": "510001001", "cmids": "1,9"])["response"]
            #expect(counters["items"].items.map { $0["counters"].count } == [2])
        }
    }
}
