// Govorun: a wrong plugin is told so at its own line. SPDX-License-Identifier: MIT
import Testing

@Suite("The compiler")
struct CompileErrorTests {
    @Test("finds nothing in a plugin that has every kind of handler")
    func right() async throws {
        let mistake = Mistake(
            "none", says: "",
            """
            Command("a") { message in try await message.reply("a") }
            Command("add", .int("a"), .int("b"), aliases: ["sum"], help: "Adds") { message, a, b in try await message.reply("\\(a + b)") }
            Command("all", arguments: .int("a"), .word("b").optionally) { message, a, b in try await message.reply("\\(a) \\(b ?? "")") }
            Hears("a", "b") { message in try await message.reply(options.greeting) }
            Hears(matching: "(?<n>\\\\d+)", .int("n")) { message, n in try await message.reply("\\(n)") }
            Hears(matching: "(?<n>\\\\d+)") { message, match in try await message.reply("\\(match[1] ?? "")") }
            Hears(template: "<n> <what>", .int("n"), .rest("what")) { message, n, what in try await message.reply("\\(n) \\(what)") }
            Received(.sticker) { message, sticker in try await message.reply("\\(sticker.stickerID ?? 0)") }
            Pressed(Buy.self) { press, buy in try await press.snackbar(buy.item) }
            Start { message in try await message.state(Cart.self) { $0.items = [] } }
            On(.groupJoin) { event in try await event.user?.send("Hi") }
            Around { event, next in await next() }
            Fallback { message in try await message.reply("?") { Row { Button("Tea", Buy(item: "tea")) } } }
            """)
        let remarks = try await TypeChecker().remarks(on: mistake.file)
        #expect(remarks.isEmpty, "it says: \(remarks)")
    }

    @Test("names a mistake at its author's line, and nothing elsewhere", arguments: Mistake.all)
    func mistake(_ mistake: Mistake) async throws {
        let line = try #require(mistake.line)
        let remarks = try await TypeChecker().remarks(on: mistake.file).filter { $0.severity != "note" }
        let first = try #require(remarks.first, "the compiler has nothing to say")
        #expect(remarks.contains { $0.message.contains(mistake.words) && $0.severity == mistake.severity }, "it says: \(remarks)")
        #expect(remarks.allSatisfy { $0.file == "ShopPlugin.swift" && $0.line == line }, "it says: \(remarks)")
        #expect(first.line == line)
        for empty in ["unable to type-check", "ambiguous", "failed to produce diagnostic", "pack element"] {
            #expect(!remarks.contains { $0.message.contains(empty) }, "it says: \(remarks)")
        }
    }
}
