// Govorun: reading by VK's history what was missed, over sockets. SPDX-License-Identifier: MIT
import Testing
import VKAPI
import VKSimulator

@testable import VKUpdates

@Suite("MessageHistory")
struct MessageHistoryTests {
    private static func texts(_ finding: CatchUp.Finding) -> [String] { UpdateBatch.updates(in: finding.body).compactMap(\.message?.text) }

    @Test("What people wrote since a position comes in its order, from dialogs and chats, and goes on from there")
    func order() async throws {
        try await SimulatedScene.with { scene in
            let chat = try scene.simulator.addChat(.init("Чат", owner: scene.olga.id, members: [scene.ivan.id], in: scene.community.id))
            let history = MessageHistory(scene.vk, communityID: scene.community.id)
            let position = try #require(try await history.position())
            #expect(position.time == scene.calendar.now)
            for (text, person, peer) in [("1", scene.olga, nil), ("2", scene.ivan, chat), ("3", scene.olga, nil)] {
                scene.calendar.now += 1
                try scene.write(text, from: person, peer: peer)
            }
            _ = try await scene.vk.messages.send(peerID: scene.olga.id, message: "our own").send()
            let (finding, next) = try #require(try await history.read(from: position.pts, after: 0))
            #expect(Self.texts(finding) == ["1", "2", "3"] && finding.isComplete)
            try scene.write("4", from: scene.ivan)
            let rest = try #require(try await history.read(from: next, after: 0))
            #expect(Self.texts(rest.finding) == ["4"])
            #expect(scene.simulator.calls().filter { $0.method == "messages.getLongPollHistory" }.count == 2)
        }
    }

    @Test("A message has the identity that the conversations give it, whichever way it is read")
    func identity() async throws {
        try await SimulatedScene.with { scene in
            let history = MessageHistory(scene.vk, communityID: scene.community.id)
            let position = try #require(try await history.position())
            try scene.write("привет", from: scene.olga)
            let read = try #require(try await history.read(from: position.pts, after: 0)).finding
            let other = try await CatchUp(scene.vk, communityID: scene.community.id, after: 0).read()
            #expect(UpdateBatch.updates(in: read.body).map(\.eventID) == UpdateBatch.updates(in: other.body).map(\.eventID))
            #expect(read.body == other.body)
        }
    }

    @Test("Pages are read to the end, edits bring no message twice, what is older than wanted is left out, a limit is told")
    func pages() async throws {
        try await SimulatedScene.with { scene in
            var history = MessageHistory(scene.vk, communityID: scene.community.id)
            let position = try #require(try await history.position())
            try scene.write("old", from: scene.olga)
            let moment = scene.calendar.now
            scene.calendar.now += 1
            for number in 1...450 { try scene.write("\(number)", from: scene.olga) }
            try scene.simulator.edit(2, text: "edited", by: scene.olga.id, in: scene.community.id)
            let finding = try #require(try await history.read(from: position.pts, after: moment)).finding
            #expect(Self.texts(finding) == ["edited"] + (2...450).map(String.init) && finding.isComplete)
            var limits = MessageHistory.Limits()
            limits.messages = 10
            history = MessageHistory(scene.vk, communityID: scene.community.id, limits: limits)
            let part = try #require(try await history.read(from: position.pts, after: moment)).finding
            #expect(part.count == 10 && !part.isComplete)
        }
    }

    @Test("A position that VK does not go back to is none; other trouble is told", arguments: [907, 908, 927, 990, 10, 15])
    func lost(code: Int) async throws {
        try await SimulatedScene.with { scene in
            for _ in 1...20 { scene.simulator.add(Fault(.error(code), match: "messages.getLongPollHistory")) }
            let history = MessageHistory(scene.vk, communityID: scene.community.id)
            if code >= 900 {
                let read = try await history.read(from: 0, after: 0)
                #expect(read == nil)
            } else {
                await #expect(throws: VKError.self) { _ = try await history.read(from: 0, after: 0) }
            }
        }
    }
}

@Suite("HistoryMark")
struct HistoryMarkTests {
    private let position = MessageHistory.Position(pts: 40, time: 100)

    @Test(
        "A position counts once a message of a later second has come",
        arguments: [(nil, nil), (99, nil), (100, nil), (101, 40)] as [(Int?, Int?)])
    func confirming(date: Int?, expected: Int?) {
        var mark = HistoryMark()
        #expect(mark.received(newest: date) == nil)
        mark.told(position)
        #expect(mark.received(newest: date) == expected)
        #expect(mark.received(newest: 200) == (expected == nil ? 40 : nil))
    }

    @Test("A later position takes the place of one that waits; a gap ends it")
    func replacing() {
        var mark = HistoryMark()
        mark.told(position)
        mark.told(.init(pts: 50, time: 150))
        #expect(mark.received(newest: 120) == nil)
        #expect(mark.received(newest: 151) == 50)
        mark.told(position)
        mark.lost()
        #expect(mark.received(newest: 200) == nil)
    }
}
