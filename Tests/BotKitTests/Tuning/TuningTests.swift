// Govorun: options that are set while the bot runs. SPDX-License-Identifier: MIT
import Synchronization
import Testing

@testable import BotKit
@testable import BotTesting

/// Greets with a word, so many times, and answers to a command of its own.
private struct GreetPlugin: Plugin {
    enum Tone: String, Codable, CaseIterable, Sendable { case calm, loud }
    struct Deep: PluginOptions { var mark = "!" }
    struct Options: PluginOptions {
        var word = "Привет"
        var times = 1
        var pause = Duration.seconds(1)
        var tone = Tone.calm
        var end = Deep()
        var file = "a.txt"
        var apiToken = "abc"
        var list: [String] = []
        var command = "greet"
        static let fixed: Set<String> = ["file"]
    }
    private let options: Options
    private let name: String
    init(_ setup: PluginSetup<Options>) throws {
        (options, name) = (setup.options, setup.name)
        guard options.times < 10 else { throw OptionProblem("times", "nine at most") }
    }
    var handlers: [Handler] {
        Command(options.command) { message in
            let text = String(repeating: options.word, count: options.times) + options.end.mark
            try await message.send(options.tone == .loud ? text.uppercased() : text)
        }
    }
}

private struct OtherPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Command("other") { message in try await message.send("другой") } }
}

/// Its options make its handlers trap in real life; here they only tell that it is asked for them.
private struct EdgePlugin: Plugin {
    struct Options: PluginOptions { var most = 5 }
    private let options: Options
    private let name: String
    init(_ setup: PluginSetup<Options>) { (options, name) = (setup.options, setup.name) }
    var handlers: [Handler] {
        Command("edge", .int("n", in: 1...options.most)) { message, n in try await message.send("\(n)") }
        Command("most", .word("value")) { message, value in
            try await message.bot.tuning.set("most", of: "edge", to: value, in: message.peer)
            try await message.send("done")
        }
    }
}

@Suite("What is named while plugins are made")
struct PluginMarkTests {
    @Test("is the plugin, in the place of the handler that has it made; and the handler again afterwards")
    func named() async throws {
        let bot = try await TestBot([
            try PluginInstance(EdgePlugin.self, PluginSetup(name: "edge")),
            try PluginInstance(OtherPlugin.self, PluginSetup(name: "other")),
        ])
        let chat = bot.chat()
        func handle(_ text: String) async throws -> [String] {
            let named = Mutex<[String]>([])
            let json: JSONValue = [
                "type": "message_new", "event_id": .string("mark-\(text)"),
                "object": [
                    "message": [
                        "text": .string(text), "peer_id": .integer(chat.peer.id), "from_id": 5, "date": 1, "conversation_message_id": 900,
                    ]
                ],
            ]
            let work = EventWork(Update(json.view), of: bot.bot) { plugin, handler in named.withLock { $0.append("\(plugin) \(handler)") } }
            await bot.lineup.handle(work)
            return named.withLock { $0 }
        }
        let told = try await handle("/most 3")
        #expect(told.first == "edge command most" && told.last == "edge command most", "\(told)")
        #expect(told.contains("edge options"))
        let other = try await handle("/other")
        #expect(other == ["other command other"], "its plugins are at hand")
        try await bot.restart()
        let fresh = try await handle("/other now")
        #expect(fresh.first == "edge options" && fresh.last == "other command other" && fresh.contains(" "), "\(fresh)")
    }
}

@Suite("Options that are set while the bot runs")
struct TuningTests {
    /// A bot with one chat that is tuned, and one that is not.
    private struct Scene {
        let bot: TestBot
        let alice: TestPerson
        let chat, other: TestChat
        var tuning: PluginTuning { bot.bot.tuning }

        init(_ options: GreetPlugin.Options = .init()) async throws {
            bot = try await TestBot([
                try PluginInstance(GreetPlugin.self, PluginSetup(options: options, name: "greet")),
                try PluginInstance(OtherPlugin.self, PluginSetup(name: "other")),
            ])
            alice = bot.person("Алиса")
            (chat, other) = (bot.chat(), bot.chat())
        }

        func greeting(_ chat: TestChat? = nil) async -> [String] { await alice.says("/greet", in: chat).map(\.text) }

        func problem(_ key: String, _ value: String, in peer: Peer? = nil) async throws -> TuningProblem.Code? {
            do {
                try await tuning.set(key, of: "greet", to: value, in: peer)
                return nil
            } catch let problem as TuningProblem {
                return problem.code
            }
        }
    }

    @Test("count in the chat they were set for, everywhere else those of the file do")
    func ofAChat() async throws {
        let scene = try await Scene()
        try await scene.tuning.set("word", of: "greet", to: "Здравствуйте", in: scene.chat.peer)
        try await scene.tuning.set("end.mark", of: "greet", to: "…", in: scene.chat.peer)
        #expect(await scene.greeting(scene.chat) == ["Здравствуйте…"])
        #expect(await scene.greeting(scene.other) == ["Привет!"])
        #expect(await scene.greeting() == ["Привет!"])
        #expect(await scene.alice.says("/other", in: scene.chat).map(\.text) == ["другой"])
        #expect(try await scene.tuning.reset("word", of: "greet", in: scene.chat.peer))
        #expect(try await !scene.tuning.reset("word", of: "greet", in: scene.chat.peer))
        #expect(await scene.greeting(scene.chat) == ["Привет…"])
        #expect(scene.bot.problems == [])
    }

    @Test("count everywhere, under what a chat has set for itself")
    func everywhere() async throws {
        let scene = try await Scene()
        try await scene.tuning.set("word", of: "greet", to: "Салют", in: scene.chat.peer)
        try await scene.tuning.set("word", of: "greet", to: "Хай")
        try await scene.tuning.set("tone", of: "greet", to: "loud")
        #expect(await scene.greeting(scene.chat) == ["САЛЮТ!"])
        #expect(await scene.greeting() == ["ХАЙ!"])
        #expect(try await scene.tuning.reset("word", of: "greet"))
        #expect(await scene.greeting() == ["ПРИВЕТ!"])
    }

    @Test("are still set after a restart and a reload")
    func restart() async throws {
        let scene = try await Scene()
        try await scene.tuning.set("word", of: "greet", to: "Салют", in: scene.chat.peer)
        try await scene.tuning.set("times", of: "greet", to: "2")
        try await scene.bot.restart()
        #expect(await scene.greeting(scene.chat) == ["СалютСалют!"])
        try await scene.bot.reconfigure(GreetPlugin.self, options: .init(word: "Файл", end: .init(mark: "?")))
        #expect(await scene.greeting(scene.chat) == ["СалютСалют?"])
        #expect(await scene.greeting() == ["ФайлФайл?"])
        #expect(scene.bot.problems == [])
    }

    @Test("are refused when they cannot be read, and nothing is stored")
    func refused() async throws {
        let scene = try await Scene()
        let peer = scene.chat.peer
        #expect(try await scene.problem("times", "много", in: peer) == .unreadable(.integer))
        #expect(try await scene.problem("times", "много") == .unreadable(.integer))
        #expect(try await scene.problem("pause", "5", in: peer) == .unreadable(.duration))
        #expect(try await scene.problem("tone", "тихо", in: peer) == .unreadable(.choice(["calm", "loud"])))
        #expect(try await scene.problem("times", "10", in: peer) == .refused)
        #expect(try await scene.problem("command", "other") == .refused, "another plugin has that command")
        #expect(try await scene.problem("file", "/etc/passwd", in: peer) == .barred(.fixed))
        #expect(try await scene.problem("apiToken", "x", in: peer) == .barred(.secret))
        #expect(try await scene.problem("list", "x", in: peer) == .barred(.several))
        let known = ["word", "times", "pause", "tone", "end.mark", "command"]
        #expect(try await scene.problem("wrod", "x", in: peer) == .unknownOption(known))
        #expect(await scene.greeting(scene.chat) == ["Привет!"])
        try await scene.bot.restart()
        #expect(await scene.greeting(scene.chat) == ["Привет!"])
        #expect(scene.bot.problems == [])
    }

    @Test("are listed with their values and where these come from; no secret is shown")
    func listed() async throws {
        let scene = try await Scene(.init(times: 2))
        try await scene.tuning.set("word", of: "greet", to: "Салют", in: scene.chat.peer)
        try await scene.tuning.set("tone", of: "greet", to: "loud")
        let options = try scene.tuning.options(of: "greet", in: scene.chat.peer)
        let lines = options.map { "\($0.key) \($0.value ?? "—") \($0.source)" }
        #expect(
            lines == [
                "word Салют here", "times 2 file", "pause 1s standard", "tone loud everywhere", "end.mark \"!\" standard",
                "file a.txt standard", "apiToken — standard", "list [] standard", "command greet standard",
            ])
        #expect(try scene.tuning.options(of: "other", in: nil).isEmpty)
    }

    @Test("are forgotten with a warning once the plugin has no use for them")
    func unfit() async throws {
        let scene = try await Scene()
        try await scene.tuning.set("times", of: "greet", to: "3", in: scene.chat.peer)
        let namespace = "tuning/200000001/greet"
        try await scene.bot.bot.storage.set(Array(#"{"value":"x"}"#.utf8), for: StorageKey(namespace, "0 gone"))
        try await scene.bot.bot.storage.set(Array(#"{"value":"50"}"#.utf8), for: StorageKey(namespace, "0 times"))
        try await scene.bot.restart()
        #expect(await scene.greeting(scene.chat) == ["ПриветПриветПривет!"])
        #expect(await scene.greeting() == ["Привет!"])
        #expect(scene.bot.problems.count == 2)
        #expect(try await scene.bot.bot.storage.names(in: namespace, NamePage()) == ["\(scene.chat.peer.id) times"])
    }
}
