// Govorun: what keeps plugins from working together. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Problems of routing")
struct RoutingProblemTests {
    private func ping(_ name: String, commands: [String: [String]] = [:], _ command: String = "ping", aliases: [String] = [])
        -> PluginInstance
    {
        .trial(name, commands: commands) {
            Command(command, aliases: aliases) { message in try await message.send("\(name)") }
        }
    }

    @Test("Two plugins that claim one command, in any letter case, are both named", arguments: ["ping", "PING"])
    func clash(command: String) throws {
        let problem = try #require(Router.problems(of: [ping("first"), ping("second", "pong", aliases: [command])]).first)
        #expect(problem.code == .commandClaimedTwice)
        #expect(problem.plugins == ["first", "second"])
        #expect(problem.message == "the command 'ping' is claimed by 'first' and by 'second'; rename one of them with 'commands:'")
    }

    @Test("A router is not made of plugins with a problem")
    func thrown() async {
        await #expect(throws: RoutingProblem.self) { _ = try await TestBot([ping("first"), ping("second")]) }
    }

    @Test("Renaming ends the quarrel, and the old name is gone")
    func renamed() async throws {
        let bot = try await TestBot([ping("first"), ping("second", commands: ["Ping": ["Пинг", "p"]])])
        let alice = bot.person("Алиса")
        #expect(await alice.says("/ping").map(\.text) == ["first"])
        #expect(await alice.says("/пинг").map(\.text) == ["second"])
        #expect(await alice.says("/P").map(\.text) == ["second"])
    }

    @Test("A rename of an unknown command names what there is")
    func unknown() {
        let problems = Router.problems(of: [ping("first", commands: ["pnig": ["x"]])])
        #expect(problems.map(\.code) == [.unknownCommand])
        #expect(problems.map(\.message) == ["'first' has no command 'pnig'; it has ping"])
        #expect(problems.map(\.plugins) == [["first"]])
    }

    @Test("One plugin that claims a command twice is shown both lines")
    func twice() throws {
        let plugin = PluginInstance.trial("one") {
            Command("a") { _ in }
            Command("b", aliases: ["A"]) { _ in }
        }
        let message = try #require(Router.problems(of: [plugin]).first).message
        #expect(message.contains("two handlers of 'one'"))
        #expect(message.contains("RoutingProblemTests.swift:\(#line - 5) and "))
    }

    @Test("An alias that repeats the name is no problem")
    func repeated() { #expect(Router.problems(of: [ping("one", aliases: ["PING", "ping"])]).isEmpty) }

    @Test("A name nobody could call is refused with its line", arguments: ["", "two words", "/ping", "!ping", " "])
    func unusable(name: String) {
        let problems = Router.problems(of: [ping("one", name)])
        #expect(problems.map(\.code) == [.unusableName])
        #expect(problems.first?.message.contains("RoutingProblemTests.swift:") == true)
        #expect(Router.problems(of: [ping("one", commands: ["ping": [name]])]).map(\.code) == [.unusableName])
    }

    @Test("A pattern that does not compile is shown with its author's line")
    func pattern() throws {
        let plugin = PluginInstance.trial("one") { Hears(matching: "(ab") { _, _ in } }
        let problem = try #require(Router.problems(of: [plugin]).first)
        #expect(problem.code == .brokenPattern)
        #expect(problem.message.hasPrefix("BotKitTests/RoutingProblemTests.swift:\(#line - 3): pattern «(ab», at byte 3: "))
    }

    @Test("The awaited kinds are those that handlers name, and message_new where anybody is heard")
    func awaited() async throws {
        let bot = try await TestBot {}.bot
        let heard = PluginInstance.trial("a") { Command("x") { _ in } }
        let told = PluginInstance.trial("b") {
            On(.groupJoin) { _ in }
            On(.any) { _ in }
        }
        #expect(try Router(bot: bot, plugins: [heard]).awaitedTypes == [.messageNew, .messageReply])
        #expect(try Router(bot: bot, plugins: [told]).awaitedTypes == [.groupJoin])
        #expect(try Router(bot: bot, plugins: [told, heard]).awaitedTypes == [.groupJoin, .messageNew, .messageReply])
        var manners = Manners()
        manners.takeover = nil
        #expect(try Router(bot: bot, plugins: [heard], manners: manners).awaitedTypes == [.messageNew])
    }
}
