// Govorun: what happens to updates over a restart. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Foundation
import Testing
import VKSimulator

@testable import BotRunner

/// Answers every message with how many this conversation, and all together, have written.
private struct CountingPlugin: Plugin {
    struct Count: PluginState { var value = 0 }

    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Fallback { message in
            func next(_ scope: StateScope) async throws -> Int {
                try await message.state(Count.self, of: scope) { count in
                    count.value += 1
                    return count.value
                }
            }
            try await message.send("\(message.text): \(try await next(.personHere)) of \(try await next(.bot))")
        }
    }
}

@Suite("A runner that starts again", .serialized, .timeLimit(.minutes(2)))
struct ResumeTests {
    private let folder = ScratchFolder()
    private let simulator = VKSimulator()

    /// Runs the bot until `body` has returned.
    private func run(_ resume: ResumeSetting = .init(), _ body: (Runner) async throws -> Void) async throws {
        let plugin = PluginInstance(name: "counting", plugin: CountingPlugin(PluginSetup(name: "counting")))
        var bot = BotConfiguration("a", on: simulator, plugin)
        bot.resume = resume
        #expect(try await withRunner([bot], storage: .sqlite(path: folder.database), body) == .drained)
    }

    private func eventually(_ holds: () throws -> Bool) async throws { try await simulator.until("an answer") { try holds() } }

    /// A community and somebody who writes to it; what is said to the person so far.
    private func world() async throws -> (community: Int, write: (String) throws -> Void, answers: () -> [String]) {
        let community = try simulator.addCommunity(name: "a", token: "token-a").id
        let person = try simulator.addPerson("P").id
        try await simulator.start()
        let simulator = simulator
        return (
            community, { text in _ = try simulator.write(.init(text, from: person, in: community)) },
            { simulator.history(of: person, in: community, limit: .max).filter { $0.authorID < 0 }.map(\.text) }
        )
    }

    @Test("answers what was written meanwhile, once, and remembers what its plugins had counted")
    func resumed() async throws {
        let (community, write, answers) = try await world()
        try await run { runner in
            try await simulator.arePolled([community])
            try write("one")
            try await eventually { answers().count == 1 }
        }
        try write("two")
        try write("three")
        try await run { _ in try await eventually { answers().count == 3 } }
        try await run { runner in
            try await simulator.arePolled([community])
            try write("four")
            try await eventually { answers().count == 4 }
        }
        #expect(answers() == ["one: 1 of 1", "two: 2 of 2", "three: 3 of 3", "four: 4 of 4"])
        await simulator.stop()
    }

    @Test("skips what was written meanwhile where the file says so, or where it is too old", arguments: [false, true])
    func skipped(byAge: Bool) async throws {
        let (community, write, answers) = try await world()
        try await run { runner in
            try await simulator.arePolled([community])
            try write("one")
            try await eventually { answers().count == 1 }
        }
        try write("two")
        var resume = ResumeSetting()
        if byAge { resume.maxAge = .seconds(-5) } else { resume.isOn = false }
        try await run(resume) { runner in
            try await simulator.arePolled([community])
            if byAge { return }
            try write("three")
            try await eventually { answers().count == 2 }
        }
        #expect(answers() == (byAge ? ["one: 1 of 1"] : ["one: 1 of 1", "three: 2 of 2"]))
        await simulator.stop()
    }

    @Test("begins with what stands unanswered where the file says so, the very first time")
    func catchUp() async throws {
        let (community, write, answers) = try await world()
        try write("one")
        var resume = ResumeSetting()
        (resume.firstStart, resume.catchesUp) = (.catchUp, true)
        try await run(resume) { _ in try await eventually { answers().count == 1 } }
        try await run(resume) { runner in
            try await simulator.arePolled([community])
            try write("two")
            try await eventually { answers().count == 2 }
        }
        #expect(answers() == ["one: 1 of 1", "two: 2 of 2"])
        await simulator.stop()
    }
}
