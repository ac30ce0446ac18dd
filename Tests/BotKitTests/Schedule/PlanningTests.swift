// Govorun: jobs that are planned outside of handlers. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A job planned outside of a handler")
struct PlanningTests {
    struct Tea: PluginJob { var text: String }
    struct Coffee: PluginJob {}

    /// Does something in `start`, and can do `Tea`.
    struct StartingPlugin: Plugin {
        let work: @Sendable (Bot) async throws -> Void

        init(_ setup: PluginSetup<NoOptions>) { work = { _ in } }
        init(_ work: @escaping @Sendable (Bot) async throws -> Void) { self.work = work }

        var handlers: [Handler] {
            After(Tea.self) { bot, tea in try await bot.send(.escaped(tea.text), to: bot.peer ?? Peer(id: 1)) }
            Command("again") { message in
                let wasThere = try await message.bot.cancel(Tea.self, key: "first")
                let isNew = try await message.bot.after(.minutes(1), Tea(text: "again"), key: "first", in: message.peer)
                let answer = try await message.ask("A?")
                try await message.send("\(wasThere) \(isNew) \(answer)")
            }
            Command("wrong") { message in try await message.after(.minutes(1), Coffee()) }
        }

        func start(_ bot: Bot) async throws { try await work(bot) }
    }

    private func bot(_ work: @escaping @Sendable (Bot) async throws -> Void) async throws -> TestBot {
        try await TestBot([PluginInstance(name: "shop", plugin: StartingPlugin(work))])
    }

    @Test("is done once, when it was first planned for, however often the bot starts")
    func once() async throws {
        let bot = try await bot { try await $0.after(.minutes(10), Tea(text: "tea"), key: "first", in: Peer(id: 5)) }
        #expect(await bot.advance(by: .minutes(5)).isEmpty)
        try await bot.restart()
        let done = await bot.advance(by: .minutes(6))
        #expect(done.map(\.text) == ["tea"])
        #expect(done.map(\.peerID) == [5])
        try await bot.restart()
        #expect(await bot.advance(by: .days(30)).isEmpty)
        #expect(bot.problems == [])
    }

    @Test("is another one under another key, and one that was taken back can be planned again")
    func keys() async throws {
        let bot = try await bot { (bot: Bot) async throws -> Void in
            #expect(try await bot.after(.minutes(10), Tea(text: "one"), key: "1"))
            #expect(try await !bot.after(.minutes(10), Tea(text: "other"), key: "1"))
            #expect(try await bot.after(.minutes(20), Tea(text: "two"), key: "2"))
            #expect(try await bot.cancel(Tea.self, key: "1"))
            #expect(try await !bot.cancel(Tea.self, key: "1"))
            #expect(try await bot.after(.minutes(30), Tea(text: "three"), key: "1"))
        }
        #expect(await bot.advance(by: .hours(1)).map(\.text) == ["two", "three"])
    }

    @Test("in a dialogue happens once, and its later steps are told what came of it")
    func dialogue() async throws {
        let bot = try await bot { try await $0.after(.minutes(10), Tea(text: "tea"), key: "first", in: Peer(id: 5)) }
        let alice = bot.person("Alice")
        await alice.says("/again")
        #expect(await alice.says("x").map(\.text) == ["true true x"])
        #expect(await bot.advance(by: .hours(1)).map(\.text) == ["again"])
        #expect(bot.problems == [])
    }

    @Test("that nobody could do names what is missing")
    func mistakes() async throws {
        let plain = try await bot { _ in }
        await #expect(throws: PlanningError.self) { try await plain.bot.after(.minutes(1), Tea(text: ""), key: "a") }
        #expect(try await plain.bot.after(.minutes(1), Tea(text: ""), key: "a", of: "shop"))
        func code(_ work: (Bot) async throws -> Void) async -> PlanningError.Code? {
            await #expect(throws: PlanningError.self) { try await work(plain.bot) }?.code
        }
        #expect(await code { try await $0.after(.minutes(1), Tea(text: ""), key: "a") } == .whose)
        #expect(await code { try await $0.after(.minutes(1), Tea(text: ""), key: " ", of: "shop") } == .noKey)
        #expect(await code { try await $0.after(.minutes(1), Coffee(), key: "a", of: "shop") } == .nobodyDoesIt("shop"))
        #expect(
            await code { try await $0.after(.minutes(1), Tea(text: ""), key: "a", of: "sohp") } == .unknownPlugin("sohp", known: ["shop"]))
        await plain.person("Alice").says("/wrong")
        #expect(plain.problems.contains { $0.contains("add After(Coffee.self) { bot, job in … } to its handlers") })
    }
}
