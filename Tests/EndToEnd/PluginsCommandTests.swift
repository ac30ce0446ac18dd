// Govorun: `govorun plugins` as people run it. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("govorun plugins")
struct PluginsCommandTests {
    @Test("tells of one plugin its options with their types, its commands, handlers, events and texts")
    func one() async throws {
        let program = try Program.govorun(["plugins", "help"])
        #expect(try await program.exitStatus() == 0)
        #expect(
            program.output.prefix(20) == [
                "help: Lists the commands; /id tells the ids of a conversation", "",
                "options, with their defaults (under 'with:' in bots.yaml):",
                "  ids: true  # boolean", "", "commands (renamed by 'commands:'):", "  /help — список команд (also помощь, команды)",
                "  /id — узнать id беседы и свой", "", "handlers, in their order:", "  command help", "  command id", "",
                "events of VK that it waits for:", "  message_new", "", "texts in en, ru (replaced by 'texts:'):",
                "  empty", "    en: There are no commands for you here yet.", "    ru: Здесь для вас пока нет команд.",
            ])
    }

    @Test("lists what a list holds, and the values that texts are given")
    func kinds() async throws {
        let program = try Program.govorun(["plugins", "welcome"])
        #expect(try await program.exitStatus() == 0)
        #expect(program.output.contains("  buttons: []  # list of text"))
        let start = try #require(program.output.firstIndex(of: "  start {name}"))
        #expect(program.output[start + 2].hasPrefix("    ru: "))
        #expect(program.output[start + 2].contains("{name}"))
    }

    @Test("says what is written for a time of day, a cron schedule and a duration")
    func forms() async throws {
        let binary = Program.products.appendingPathComponent("TrialBot").path
        let program = try Program(binary, ["plugins", "clock"])
        #expect(try await program.exitStatus() == 0)
        #expect(
            program.output.dropFirst(3).prefix(5) == [
                "  at: []  # list of time of day (09:00)", "  last: 21:30  # time of day (09:00)",
                "  review: 0 9 * * 1-5  # cron schedule (0 9 * * 1-5)", "  pause: 5m  # duration (500ms, 10s, 5m, 2h, 1d)",
                "  quiet: null  # time of day (09:00), or null",
            ], "\(program.output)")
    }

    @Test("tells which options no chat can set")
    func fixed() async throws {
        let binary = Program.products.appendingPathComponent("TrialBot").path
        let program = try Program(binary, ["plugins", "edge"])
        #expect(try await program.exitStatus() == 0)
        #expect(
            program.output.dropFirst(3).prefix(5) == [
                "  most: 5  # integer", "  files:", "    answers: answers.yaml  # text; only in bots.yaml, not from a chat",
                "    title: Край  # text", "  token: \"\"  # text; only in bots.yaml, not from a chat",
            ], "\(program.output)")
    }

    @Test("tells its timers with their zone and what becomes of missed ones, and the addresses of its hooks")
    func timesAndHooks() async throws {
        let binary = Program.products.appendingPathComponent("TrialBot").path
        let program = try Program(binary, ["plugins", "clock"])
        #expect(try await program.exitStatus() == 0)
        let start = try #require(program.output.firstIndex { $0.hasPrefix("timers") })
        #expect(
            program.output[start...] == [
                "timers (on the clock of 'timezone:' unless a zone is named):", "  daily 21:30", "  cron 0 9 * * 1-5",
                "  every 5m, what is missed is skipped", "  every 6h, what is missed by more than 90m is skipped",
                "  daily 07:00, Asia/Omsk", "  daily, at times that its options give", "",
                "hooks (posts to 'web.listen'; off while they have no secret):", "  /hooks/BOT/clock/build, up to 2.0 KB",
            ], "\(program.output)")
    }

    @Test("lists all plugins, each with what it does")
    func all() async throws {
        let program = try Program.govorun(["plugins"])
        #expect(try await program.exitStatus() == 0)
        #expect(program.output.contains("echo     Repeats what it is told"))
    }
}
