// Govorun: messages whose buttons lead on. SPDX-License-Identifier: MIT
import BotTesting
import Synchronization
import Testing

@testable import BotKit

@Suite("A menu")
struct MenuTests {
    struct Prefs: PluginState {
        var isLoud = false
        var city = "none"
    }

    private static func settings(_ cities: Cities) -> Menu {
        Menu("settings") { visit in
            let prefs = try await visit.state(Prefs.self)
            return MenuPage("Settings: \(prefs.city)") {
                MenuRow {
                    MenuButton(prefs.isLoud ? "Loud" : "Quiet") { visit in try await visit.state(Prefs.self) { $0.isLoud.toggle() } }
                }
                MenuRow {
                    MenuButton("Cities", to: "cities")
                    MenuButton.close("Done")
                }
            }
        }
        .page("cities") { _ in
            MenuPage("City?") {
                MenuList(cities.names.withLock { $0 }, perPage: 2) { city in
                    MenuButton(city) { visit in
                        try await visit.state(Prefs.self) { $0.city = city }
                        visit.back()
                    }
                }
                MenuRow { MenuButton.back("Back") }
            }
        }
    }

    private final class Cities: Sendable {
        let names = Mutex(["Omsk", "Perm", "Tula", "Ufa", "Chita"])
    }

    private func bot(_ cities: Cities = Cities()) async throws -> TestBot {
        let menu = Self.settings(cities)
        return try await TestBot {
            menu
            Command("settings") { message in try await message.show(menu) }
        }
    }

    @Test("is one message, which changes as its buttons are pressed")
    func pages() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        #expect(await alice.says("/settings").map(\.buttons) == [[["Quiet"], ["Cities", "Done"]]])
        try await alice.presses("Quiet")
        #expect(bot.replies.map(\.buttons) == [[["Loud"], ["Cities", "Done"]]])
        try await alice.presses("Cities")
        #expect(bot.replies.map(\.buttons) == [[["Omsk"], ["Perm"], ["2 ›"], ["Back"]]])
        try await alice.presses("2 ›")
        #expect(bot.replies.map(\.buttons) == [[["Tula"], ["Ufa"], ["‹ 1", "3 ›"], ["Back"]]])
        try await alice.presses("3 ›")
        #expect(bot.replies.map(\.buttons) == [[["Chita"], ["‹ 2"], ["Back"]]])
        try await alice.presses("Chita")
        #expect(bot.replies.map(\.text) == ["Settings: Chita"])
        try await alice.presses("Cities")
        try await alice.presses("Back")
        try await alice.presses("Done")
        #expect(bot.replies.map(\.buttons) == [[]])
        #expect(bot.problems == [])
    }

    @Test("that has changed since it was shown does nothing, tells so and shows the fresh one")
    func outdated() async throws {
        let cities = Cities()
        let bot = try await bot(cities)
        let alice = bot.person("Alice")
        await alice.says("/settings")
        try await alice.presses("Cities")
        cities.names.withLock { $0 = ["Tver", "Orel"] }
        try await alice.presses("Perm")
        #expect(bot.replies.map(\.buttons) == [[["Tver"], ["Orel"], ["Back"]]])
        #expect(bot.snackbars.last == "Меню изменилось: вот свежее.")
        try await alice.presses("Orel")
        #expect(bot.replies.map(\.text) == ["Settings: Orel"])
        #expect(bot.problems == [])
    }

    @Test("in a chat is for whoever had it shown")
    func chat() async throws {
        let bot = try await bot()
        let (alice, boris, chat) = (bot.person("Alice"), bot.person("Boris"), bot.chat())
        await alice.says("/settings", in: chat)
        try await boris.presses("Quiet", in: chat)
        #expect(bot.replies.map(\.buttons) == [[["Quiet"], ["Cities", "Done"]]])
        #expect(bot.snackbars.last == "Это меню не для вас.")
        try await alice.presses("Quiet", in: chat)
        #expect(bot.replies.map(\.buttons) == [[["Loud"], ["Cities", "Done"]]])
    }

    @Test("that VK lets nobody edit any more comes as a new message")
    func tooOld() async throws {
        let bot = try await bot()
        let alice = bot.person("Alice")
        await alice.says("/settings")
        bot.fail("messages.edit", with: VKErrorCode(rawValue: 909))
        #expect(try await alice.presses("Quiet").map(\.buttons) == [[["Loud"], ["Cities", "Done"]]])
    }

    /// A menu that shows itself again.
    private enum Asking {
        static var menu: Menu {
            Menu("main") { visit in
                let prefs = try await visit.state(Prefs.self)
                return MenuPage("City: \(prefs.city)") {
                    MenuRow {
                        MenuButton("Change") { visit in
                            let city = try await visit.ask("Which?")
                            try await visit.state(Prefs.self) { $0.city = city }
                            try await visit.show(Asking.menu)
                            visit.close("Changed.")
                        }
                    }
                }
            }
        }
    }

    @Test("may ask in an action; those of two plugins do not mix though they have one name")
    func asking() async throws {
        let other = Menu("main") { _ in MenuPage("Other") { MenuRow { MenuButton("Press") { try await $0.snackbar("pressed") } } } }
        let bot = try await TestBot([
            .trial("one") {
                Asking.menu
                Command("one") { message in try await message.show(Asking.menu) }
            },
            .trial("two") {
                other
                Command("two") { message in try await message.show(other) }
            },
        ])
        let alice = bot.person("Alice")
        await alice.says("/one")
        await alice.says("/two")
        try await alice.presses("Press")
        #expect(bot.snackbars == ["pressed"])
        #expect(try await alice.presses("Change").map(\.text) == ["Which?"])
        #expect(await alice.says("Omsk").map(\.text) == ["City: Omsk"])
        #expect(bot.replies.map(\.text) == ["Changed.", "Other", "Which?", "City: Omsk"])
        #expect(bot.problems == [])
    }

    @Test("that is not among the handlers is refused with its author's line")
    func unlisted() async throws {
        let menu = Menu("main") { _ in MenuPage("x") }
        let bot = try await TestBot { Command("a") { message in try await message.show(menu) } }
        await bot.person("Alice").says("/a")
        #expect(bot.problems.count == 1 && bot.problems[0].contains("is not among the handlers"))
    }
}
