// Govorun: other options for plugins at work. SPDX-License-Identifier: MIT
import BotKit
import BotTesting
import Foundation
import Synchronization
import Testing

/// What plugins of these tests have been told, in order.
private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

private struct Words: PluginOptions {
    var word = "раз"
    var isBroken = false
}

private struct Broken: Error {}

/// Says its word; its life is written down.
private struct PlainPlugin: Plugin {
    static let notes = Notes()
    let options: Words
    init(_ setup: PluginSetup<Words>) { options = setup.options }
    var handlers: [Handler] { Command("plain") { message in try await message.reply(options.word) } }
    func start(_ bot: Bot) async throws {
        if options.isBroken { throw Broken() }
        Self.notes.add("start \(options.word)")
    }
    func stop() async { Self.notes.add("stop \(options.word)") }
}

/// Hands a count on from value to value.
private struct HeirPlugin: Plugin {
    /// Who has owned it, in order.
    final class Estate: Sendable { let owners = Mutex<[String]>([]) }
    private final class Hand: Sendable { let estate = Mutex<Estate?>(nil) }
    static let notes = Notes()
    let options: Words
    private let hand = Hand()
    init(_ setup: PluginSetup<Words>) { options = setup.options }
    var handlers: [Handler] {
        Command("heir") { message in
            let owners = held?.owners.withLock { $0 } ?? []
            try await message.reply(owners.joined(separator: ", "))
        }
    }
    func start(_ bot: Bot) async throws { own(Estate()) }
    func stop() async { Self.notes.add("stop \(options.word)") }
    func reconfigured(from old: HeirPlugin, _ bot: Bot) async throws {
        if options.isBroken { throw Broken() }
        own(old.held ?? Estate())
    }
    private var held: Estate? { hand.estate.withLock { $0 } }
    private func own(_ estate: Estate) {
        estate.owners.withLock { $0.append(options.word) }
        hand.estate.withLock { $0 = estate }
    }
}

@Suite("A plugin whose options change while the bot runs", .serialized)
struct ReconfigureTests {
    @Test("is started with its new options, and the old one is stopped after it")
    func startsAndStops() async throws {
        let bot = try await TestBot(PlainPlugin.self, options: Words(word: "раз"))
        let alice = bot.person("Алиса")
        #expect(await alice.says("/plain").map(\.text) == ["раз"])
        try await bot.reconfigure(PlainPlugin.self, options: Words(word: "два"))
        #expect(await alice.says("/plain").map(\.text) == ["два"])
        await bot.stop()
        #expect(PlainPlugin.notes.take() == ["start раз", "start два", "stop раз", "stop два"])
        #expect(bot.problems == [])
    }

    @Test("is left alone when they say the same")
    func same() async throws {
        let bot = try await TestBot(PlainPlugin.self, options: Words(word: "раз"))
        try await bot.reconfigure(PlainPlugin.self, options: Words(word: "раз"))
        #expect(PlainPlugin.notes.take() == ["start раз"])
    }

    @Test("goes on as it was when the new one does not start")
    func failure() async throws {
        let bot = try await TestBot(PlainPlugin.self, options: Words(word: "раз"))
        await #expect(throws: Broken.self) {
            try await bot.reconfigure(PlainPlugin.self, options: Words(word: "два", isBroken: true))
        }
        #expect(await bot.person("Алиса").says("/plain").map(\.text) == ["раз"])
        #expect(PlainPlugin.notes.take() == ["start раз"])
    }

    @Test("takes over what the old one holds, which is then not stopped")
    func takesOver() async throws {
        let bot = try await TestBot(HeirPlugin.self, options: Words(word: "раз"))
        try await bot.reconfigure(HeirPlugin.self, options: Words(word: "два"))
        try await bot.reconfigure(HeirPlugin.self, options: Words(word: "три"))
        #expect(await bot.person("Алиса").says("/heir").map(\.text) == ["раз, два, три"])
        #expect(HeirPlugin.notes.take() == [])
        await #expect(throws: Broken.self) {
            try await bot.reconfigure(HeirPlugin.self, options: Words(word: "четыре", isBroken: true))
        }
        #expect(await bot.person("Борис").says("/heir").map(\.text) == ["раз, два, три"])
        await bot.stop()
        #expect(HeirPlugin.notes.take() == ["stop три"])
    }

    @Test("goes on with a dialogue that it began before")
    func dialogue() async throws {
        let bot = try await TestBot(AskingPlugin.self, options: Words(word: "раз"))
        let alice = bot.person("Алиса")
        #expect(await alice.says("/ask").map(\.text) == ["Имя?"])
        try await bot.reconfigure(AskingPlugin.self, options: Words(word: "два"))
        #expect(await alice.says("Аня").map(\.text) == ["два: Аня"])
        #expect(bot.problems == [])
    }

    @Test("is made anew when a file that it asked for is another, and whoever needs it is, too")
    func files() async throws {
        let path = NSTemporaryDirectory() + "govorun-reload-\(UUID().uuidString).txt"
        defer { unlink(path) }
        try "раз".write(toFile: path, atomically: true, encoding: .utf8)
        let options = FilePlugin.Options(file: path)
        let bot = try await TestBot([
            try PluginInstance(NeedyPlugin.self, PluginSetup(name: "needy")),
            try PluginInstance(FilePlugin.self, PluginSetup(options: options, name: "file")),
            try PluginInstance(PlainPlugin.self, PluginSetup(name: "plain")),
        ])
        try await bot.reconfigure(FilePlugin.self, options: options)
        #expect(NeedyPlugin.notes.take() == ["start"])
        try "два".write(toFile: path, atomically: true, encoding: .utf8)
        try await bot.reconfigure(FilePlugin.self, options: options)
        #expect(await bot.person("Алиса").says("/file").map(\.text) == ["два"])
        #expect(NeedyPlugin.notes.take() == ["start", "stop"])
        #expect(PlainPlugin.notes.take() == ["start раз"])
    }

    @Test("has its timers at their new times")
    func timers() async throws {
        let bot = try await TestBot(TimedPlugin.self, options: .init(pause: .minutes(10)), now: "2026-11-30 08:00")
        #expect(await bot.advance(by: .minutes(10)).count == 1)
        try await bot.reconfigure(TimedPlugin.self, options: .init(pause: .minutes(1)))
        #expect(await bot.advance(by: .minutes(5)).count == 5)
    }
}

private struct AskingPlugin: Plugin {
    let options: Words
    init(_ setup: PluginSetup<Words>) { options = setup.options }
    var handlers: [Handler] {
        Command("ask") { message in
            let name = try await message.ask("Имя?")
            try await message.send("\(options.word): \(name)")
        }
    }
}

private struct TimedPlugin: Plugin {
    struct Options: PluginOptions { var pause = Duration.minutes(10) }
    let options: Options
    init(_ setup: PluginSetup<Options>) { options = setup.options }
    var handlers: [Handler] {
        Every(options.pause) { bot in try await bot.send("пора", to: Peer(id: 1)) }
    }
}

private struct FilePlugin: Plugin {
    struct Options: PluginOptions { var file = "" }
    private let text: String
    init(_ setup: PluginSetup<Options>) throws { text = try String(contentsOfFile: setup.path(setup.options.file), encoding: .utf8) }
    var handlers: [Handler] { Command("file") { message in try await message.send(text) } }
}

private struct NeedyPlugin: Plugin {
    static let notes = Notes()
    static let needs: [PluginNeed] = [.plugin(FilePlugin.self)]
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] {}
    func start(_ bot: Bot) async throws { Self.notes.add("start") }
    func stop() async { Self.notes.add("stop") }
}
