// Govorun: whatever VK does, every message is answered once. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import Testing
import VKSimulator

@testable import BotRunner

/// What VK does for a while.
struct Mischief: Sendable, CustomTestStringConvertible {
    let name: String
    let faults: [Fault]
    /// Requests that may be made beyond one for each message: what a fault costs is bounded.
    var extra = 120

    /// Whether VK says that updates are gone: then the conversations tell what was in them.
    var losesHistory: Bool { faults.contains { if case .failed(let code) = $0.kind { code == 1 || code == 3 } else { false } } }

    var testDescription: String { name }

    init(_ name: String, extra: Int = 120, _ faults: Fault...) { (self.name, self.faults, self.extra) = (name, faults, extra) }

    /// On the calls that answer, on the polls, and on everything.
    static let all: [Mischief] =
        each("is cut off before it arrives", .resetBefore) + each("is cut off in the middle of the answer", .resetDuring)
        + each("is performed and its answer lost", .resetAfter) + each("hangs", .hang, count: 2)
        + each("is performed and then hangs", .hangAfter, count: 2) + each("is slow", .delay(.milliseconds(700)))
        + each("meets a page with 500", .status(500)) + each("meets a page with 502", .status(502))
        + each("meets a page with 504", .status(504)) + each("is answered with garbage", .garbage)
        + each("is answered with half a JSON", .cutJSON) + each("is answered with nothing", .empty)
        + each("is refused for half a second", .refuse(.milliseconds(500)), count: 1)
        + [
            Mischief("polls fail with 1", Fault(.failed(1), match: "longpoll", count: 3)),
            Mischief("polls fail with 3", Fault(.failed(3), match: "longpoll", count: 2)),
            Mischief("polls fail with 2", Fault(.failed(2), match: "longpoll", count: 3)),
            Mischief("keys lapse again and again", Fault(.expireKeys, match: "longpoll", count: 4)),
            Mischief("error 6 in a burst", Fault(.error(6), match: "messages.send", count: 20)),
            Mischief("error 10 in a burst", Fault(.error(10), match: "messages.send", count: 3)),
            Mischief("error 1 in a burst", Fault(.error(1), match: "messages.send", count: 3)),
            Mischief("execute fails with 6", Fault(.error(6), match: "execute", count: 5)),
            Mischief("execute fails with 10", Fault(.error(10), match: "execute", count: 2)),
            Mischief("execute is too large for VK", Fault(.error(13), match: "execute", count: 4)),
            Mischief("execute is forbidden", Fault(.error(15), match: "execute", count: 2)),
            Mischief(
                "sessions are refused with 29 once, and 10", Fault(.error(10), match: "groups.getLongPollServer", count: 2)),
            Mischief(
                "what answers is out of order for longer than a call is repeated", extra: 300,
                Fault(.status(502), match: "execute", count: 12), Fault(.status(502), match: "messages.send", count: 12)),
            Mischief(
                "all of it at once", extra: 300, Fault(.resetAfter, match: "*", count: 4), Fault(.status(502), match: "*", count: 4),
                Fault(.garbage, match: "*", count: 4), Fault(.expireKeys, match: "longpoll", count: 2),
                Fault(.error(6), match: "messages.*", count: 10), Fault(.empty, match: "*", count: 3)),
        ]

    private static func each(_ name: String, _ kind: Fault.Kind, count: Int = 4) -> [Mischief] {
        [("what answers", "execute"), ("a poll", "longpoll"), ("everything", "*")].map { target, match in
            Mischief("\(target) \(name)", Fault(kind, match: match, count: count))
        }
    }
}

/// Answers every message with its text.
private struct AnsweringPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { message in try await message.send("answer to \(message.text)") } }
}

@Suite("Whatever VK does", .serialized, .timeLimit(.minutes(5)))
struct FaultGauntletTests {
    private static let conversations = 6
    private static let messages = 5

    /// Most of the time is spent waiting, so several worlds go side by side; not all, since each has threads of its own.
    private static let sideBySide = 7

    @Test(
        "Every message is answered once and in order, with few requests more",
        arguments: stride(from: 0, to: Mischief.all.count, by: sideBySide).map { Array(Mischief.all.dropFirst($0).prefix(sideBySide)) })
    func gauntlet(mischiefs: [Mischief]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for mischief in mischiefs {
                group.addTask { try await self.run(mischief, beforeStart: false) }
                group.addTask { try await self.run(mischief, beforeStart: true) }
            }
            try await group.waitForAll()
        }
    }

    private func run(_ mischief: Mischief, beforeStart: Bool) async throws {
        let simulator = VKSimulator()
        let community = try simulator.addCommunity(name: "a", token: "token-a").id
        let people = try (0..<Self.conversations).map { try simulator.addPerson("P\($0)").id }
        try await simulator.start()
        if beforeStart { for fault in mischief.faults { simulator.add(fault) } }
        let runner = Self.runner(simulator, catchesUp: mischief.losesHistory)
        let drain = Drain()
        let running = Task { try await runner.run(until: drain) }
        // What is written before the first session is nobody's: the bot begins then.
        try await simulator.arePolled([community])
        if !beforeStart { for fault in mischief.faults { simulator.add(fault) } }
        for number in 0..<Self.messages {
            for person in people { _ = try simulator.write(.init("\(number)", from: person, in: community)) }
        }
        let expected = (0..<Self.messages).map { "answer to \($0)" }
        try await simulator.until("answers") {
            people.allSatisfy { Self.answers(to: $0, in: community, simulator).count >= expected.count }
        }
        for person in people { #expect(Self.answers(to: person, in: community, simulator) == expected, "\(mischief.name)") }
        let calls = simulator.arrivals().map(\.total).reduce(0, +)
        #expect(calls <= Self.conversations * Self.messages + mischief.extra, "\(mischief.name)")
        drain.begin()
        #expect(try await running.value == .drained)
        await simulator.stop()
    }

    private static func answers(to person: Int, in community: Int, _ simulator: VKSimulator) -> [String] {
        simulator.history(of: person, in: community, limit: .max).filter { $0.authorID < 0 }.map(\.text)
    }

    private static func runner(_ simulator: VKSimulator, catchesUp: Bool) -> Runner {
        var bot = BotConfiguration(name: "a", token: .known(Secret("token-a")))
        bot.plugins = [PluginConfiguration(PluginInstance(name: "answering", plugin: AnsweringPlugin(PluginSetup(name: "answering"))))]
        bot.vk.api = simulator.baseURL
        bot.vk.timeout = .seconds(2)
        bot.wait = .seconds(1)
        bot.resume.catchesUp = catchesUp
        var configuration = RunnerConfiguration()
        configuration.logLevel = .error
        configuration.bots = [bot]
        return Runner(configuration, sink: LogSink(descriptor: open("/dev/null", O_WRONLY)))
    }
}
