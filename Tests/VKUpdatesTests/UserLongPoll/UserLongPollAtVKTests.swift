// Govorun: both kinds of long poll at a simulated VK, over sockets. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI
import VKSimulator
import VKUpdates

@Suite("Long poll at the simulator")
struct UserLongPollAtVKTests {
    /// The first `count` updates after `act`, which is done once the first session is there.
    private static func updates<Source: AsyncSequence & Sendable>(
        _ count: Int, of make: (PollConfiguration) -> Source, after act: @escaping @Sendable () throws -> Void
    ) async throws -> [Update] where Source.Element == UpdateBatch {
        var configuration = PollConfiguration()
        configuration.margin = .seconds(60)
        let (sessions, session) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        configuration.onSession = { _ in session.yield() }
        let source = make(configuration)
        @Sendable func perform() async throws { for await _ in sessions.prefix(1) { try act() } }
        async let acted: Void = perform()
        var updates: [Update] = []
        for try await batch in source {
            updates += batch.updates
            if updates.count >= count { break }
        }
        try await acted
        return updates
    }

    @Test("A person reads what happens in the dialog with a community")
    func person() async throws {
        try await SimulatedScene.with { scene in
            try scene.write("before", from: scene.olga)
            let (group, olga) = (scene.community.id, scene.olga.id)
            let updates = try await Self.updates(5, of: { UserLongPoll(scene.olgas, configuration: $0) }) {
                try scene.write("<b> & \"c\"\nd", from: scene.olga)
                try scene.simulator.edit(2, text: "edited", by: olga, in: group)
                try scene.simulator.writeAsAdministrator(scene.ivan.id, "answer", to: olga, in: group)
                try scene.simulator.read(olga, in: group)
                try scene.write("last", from: scene.olga)
            }
            #expect(updates.map(\.type) == [.messageReply, .messageEdit, .messageNew, .messageRead, .messageReply])
            #expect(updates[0].message?.text == "<b> & \"c\"\nd" && updates[0].message?.fromID == olga)
            #expect(updates[1].message?.text == "edited" && updates[1].message?.id == updates[0].message?.id)
            #expect(updates[2].message?.text == "answer" && updates[2].message?.fromID == -group)
            #expect(updates[3].object["from_id"].int == olga)
            #expect(updates.allSatisfy { $0.lane == -group && $0.json["user_id"].int == olga })
        }
    }

    @Test("A community reads its messages so, chats among them")
    func community() async throws {
        try await SimulatedScene.with { scene in
            let chat = try scene.simulator.addChat(.init("Чат", owner: scene.olga.id, members: [scene.ivan.id], in: scene.community.id))
            let updates = try await Self.updates(4, of: { UserLongPoll(scene.vk, configuration: $0) }) {
                let message = try scene.write("hello", from: scene.olga)
                try scene.simulator.type(scene.ivan.id, in: scene.community.id, peer: chat)
                try scene.simulator.rename(chat, of: scene.community.id, to: "Новый", by: scene.ivan.id)
                try scene.simulator.edit(message.number, text: "bye", by: scene.olga.id, in: scene.community.id)
            }
            #expect(updates.map(\.type) == [.messageNew, .messageTypingState, .messageNew, .messageEdit])
            #expect(updates.map(\.lane) == [scene.olga.id, chat, chat, scene.olga.id])
            #expect(updates.allSatisfy { $0.groupID == scene.community.id })
            #expect(updates[2].message?.json["action"]["type"].string == "chat_title_update")
            #expect(updates[2].message?.fromID == scene.ivan.id)
            #expect(Set(updates.map(\.eventID)).count == 4)
            let id = try #require(updates[0].message?.id)
            #expect(try await scene.vk.messages.getByID(messageIDs: [id]).send().items[0].text == "bye")
        }
    }

    @Test("Whatever VK answers in between, every message comes once and in order", arguments: [false, true])
    func faults(isPerson: Bool) async throws {
        try await SimulatedScene.with { scene in
            let faults: [Fault.Kind] = [
                .resetBefore, .expireKeys, .resetAfter, .cutJSON, .status(502), .failed(2), .empty, .resetDuring, .garbage,
            ]
            let client = isPerson ? scene.olgas : scene.vk
            let updates = try await Self.updates(40, of: { UserLongPoll(client, configuration: $0) }) {
                for fault in faults { scene.simulator.add(Fault(fault, match: "longpoll")) }
                for number in 1...40 { try scene.write("\(number)", from: scene.olga) }
            }
            #expect(updates.compactMap(\.message?.text) == (1...40).map(String.init))
            #expect(Set(updates.map(\.eventID)).count == 40)
        }
    }

    @Test("A stored position is gone on from after a restart")
    func restart() async throws {
        try await SimulatedScene.with { scene in
            let session = try await scene.vk.messages.getLongPollServer(groupID: scene.community.id).send()
            try scene.write("1", from: scene.olga)
            let beginning = PollCursor(stored: Array("\(session.ts)".utf8))
            var first = UserLongPoll(scene.vk, resumingAt: beginning, mode: [.usual, .pts]).makeAsyncIterator()
            let stored = try #require(try await first.next()).cursor.stored
            #expect(PollCursor(stored: stored).pts == PollCursor(stored: stored).ts)
            try scene.write("2", from: scene.olga)
            var second = UserLongPoll(scene.vk, resumingAt: PollCursor(stored: stored)).makeAsyncIterator()
            #expect(try await second.next()?.updates.compactMap(\.message?.text) == ["2"])
        }
    }

    @Test("Bots long poll goes through the same storm")
    func botsFaults() async throws {
        try await SimulatedScene.with { scene in
            let faults: [Fault.Kind] = [.resetBefore, .expireKeys, .resetAfter, .cutJSON, .status(502), .failed(2), .empty, .garbage]
            let updates = try await Self.updates(40, of: { LongPoll(scene.vk, configuration: $0) }) {
                for fault in faults { scene.simulator.add(Fault(fault, match: "longpoll")) }
                for number in 1...40 { try scene.write("\(number)", from: scene.olga) }
            }
            #expect(updates.compactMap(\.message?.text) == (1...40).map(String.init))
        }
    }
}
