// Govorun: messages whose updates VK has lost. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import Synchronization
import Testing
import VKSimulator

@testable import BotRunner

/// Answers every message with its text.
private struct RepeatingPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { message in try await message.send("answer to \(message.text)") } }
}

@Suite("Messages whose updates VK has lost", .serialized, .timeLimit(.minutes(2)))
struct GapTests {
    private let folder = ScratchFolder()
    private let simulator: VKSimulator
    private let community, person, other, chat: Int
    /// Seconds that the simulator's clock is ahead.
    private let ahead = Clock()

    private final class Clock: Sendable {
        private let seconds = Atomic(0)
        func move(by count: Int) { seconds.wrappingAdd(count, ordering: .relaxed) }
        var now: Int { Int(Date().timeIntervalSince1970) + seconds.load(ordering: .relaxed) }
    }

    init() async throws {
        var settings = VKSimulator.Configuration()
        settings.time.unixSeconds = { [ahead] in ahead.now }
        simulator = VKSimulator(settings)
        community = try simulator.addCommunity(name: "a", token: "token-a").id
        person = try simulator.addPerson("P").id
        other = try simulator.addPerson("O").id
        chat = try simulator.addChat(.init("C", owner: person, members: [other], in: community))
        try await simulator.start()
    }

    private func run(_ body: (Runner) async throws -> Void) async throws {
        var bot = BotConfiguration(
            "a", on: simulator, PluginInstance(name: "repeating", plugin: RepeatingPlugin(PluginSetup(name: "repeating"))))
        bot.resume.catchesUp = true
        #expect(try await withRunner([bot], storage: .sqlite(path: folder.database), body) == .drained)
    }

    private func write(_ text: String, from author: Int, to peer: Int? = nil) throws {
        _ = try simulator.write(.init(text, from: author, in: community, peer: peer))
    }

    private func answers(_ peer: Int) -> [String] {
        simulator.history(of: peer, in: community, limit: .max).filter { $0.authorID < 0 }.map(\.text)
    }

    /// How often a method was called, by itself or in an `execute`.
    private func calls(_ method: String) -> Int {
        simulator.calls().map { call in
            let scripts = call.method == "execute" ? call.parameters.map(\.value) : []
            return (call.method == method ? 1 : 0) + scripts.map { $0.components(separatedBy: method).count - 1 }.reduce(0, +)
        }.reduce(0, +)
    }

    @Test("are read from VK's history and answered once, those that come as updates as well; also when VK loses them while the bot runs")
    func exact() async throws {
        try await run { _ in
            try await simulator.until("a position") { calls("utils.getServerTime") > 0 }
            ahead.move(by: 5)
            try write("one", from: person)
            try await simulator.until("an answer") { answers(person) == ["answer to one"] }
        }
        ahead.move(by: 5)
        try write("two", from: person)
        try write("three", from: other)
        try write("four", from: other, to: chat)
        simulator.loseHistory(of: community)
        try write("five", from: person)
        try await run { _ in
            try await simulator.until("what was lost") {
                answers(person).count == 3 && answers(other).count == 1 && answers(chat).count == 1
            }
            #expect(answers(person) == ["answer to one", "answer to two", "answer to five"])
            #expect(calls("messages.getLongPollHistory") == 1)
            #expect(calls("messages.getConversations") == 0)
            ahead.move(by: 5)
            for _ in 1...3 { simulator.add(Fault(.loseHistory, match: "longpoll")) }
            for number in 6...9 { try write("\(number)", from: other) }
            try await simulator.until("all") { answers(other).count == 5 }
        }
        #expect(answers(other) == ["answer to three"] + (6...9).map { "answer to \($0)" })
        #expect(answers(person).count == 3 && answers(chat) == ["answer to four"])
        await simulator.stop()
    }

    @Test("are read from the conversations where VK does not go back so far, also by the next start")
    func conversations() async throws {
        try await run { _ in
            try await simulator.until("a position") { calls("utils.getServerTime") > 0 }
            ahead.move(by: 5)
            try write("one", from: person)
            try await simulator.until("an answer") { answers(person).count == 1 }
        }
        ahead.move(by: 5)
        try write("two", from: person)
        simulator.loseHistory(of: community)
        simulator.add(Fault(.error(907), match: "messages.getLongPollHistory", count: 1_000))
        // Reading fails until the process ends.
        simulator.add(Fault(.error(15), match: "messages.getConversations", count: 1))
        try await run { _ in try await simulator.until("a try") { calls("messages.getConversations") == 1 } }
        #expect(answers(person) == ["answer to one"])
        try await run { _ in try await simulator.until("what was lost") { answers(person).count == 2 } }
        #expect(answers(person) == ["answer to one", "answer to two"])
        await simulator.stop()
    }
}
