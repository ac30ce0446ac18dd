// Govorun: middleware and priorities. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Around and priorities")
struct AroundTests {
    private func around(_ name: String, before: Bool = true, calls: Int = 1, fails: Bool = false) -> PluginInstance {
        .trial(name) {
            Around { event, next in
                try await event.send("\(name)(", to: Peer(id: 1))
                if fails, before { throw Mishap() }
                for _ in 0..<calls { await next() }
                try await event.send(")\(name)", to: Peer(id: 1))
                if fails { throw Mishap() }
            }
        }
    }

    private let ping = PluginInstance.trial("ping") {
        On(.messageNew) { event in try await event.send("on", to: Peer(id: 1)) }
        Hears("ping") { message in try await message.send("pong") }
    }

    @Test("Middleware runs around every event, the first of bots.yaml outermost")
    func nesting() async throws {
        let bot = try await TestBot([around("a"), ping, around("b")])
        #expect(await bot.person("Алиса").says("ping").map(\.text) == ["a(", "b(", "on", "pong", ")b", ")a"])
        #expect(await bot.person("Алиса").joins().map(\.text) == ["a(", "b(", ")b", ")a"])
    }

    @Test("What calls next twice hands on once; what does not, ends the way")
    func next() async throws {
        #expect(try await TestBot([around("a", calls: 2), ping]).person("Алиса").says("ping").map(\.text) == ["a(", "on", "pong", ")a"])
        #expect(try await TestBot([around("a", calls: 0), ping]).person("Алиса").says("ping").map(\.text) == ["a(", ")a"])
    }

    @Test("One that fails is named and takes nothing with it", arguments: [true, false])
    func failure(before: Bool) async throws {
        let bot = try await TestBot([around("a", before: before, fails: true), ping])
        #expect(await bot.person("Алиса").says("ping").map(\.text) == (before ? ["a(", "on", "pong"] : ["a(", "on", "pong", ")a"]))
        #expect(bot.problems.count == 1)
        #expect(bot.problems.first?.contains("plugin: a, handler: around") == true)
    }

    @Test("A handler that fails inside is not the middleware's failure")
    func inner() async throws {
        let plugin = PluginInstance.trial("c") { Fallback { _ in throw Mishap() } }
        let bot = try await TestBot([around("a"), plugin])
        #expect(await bot.person("Алиса").says("x").map(\.text) == ["a(", ")a"])
        #expect(bot.problems.count == 1)
    }

    @Test("A plugin's middleware runs where the plugin works")
    func places() async throws {
        var plugin = around("a")
        plugin.places = [.chats]
        let bot = try await TestBot([plugin, ping])
        #expect(await bot.person("Алиса").says("ping").map(\.text) == ["on", "pong"])
        #expect(await bot.person("Алиса").says("ping", in: bot.chat()).map(\.text) == ["a(", "on", "pong", ")a"])
    }

    @Test("A higher priority is tried first, across plugins, among handlers of a kind; among equals the order stays")
    func priorities() async throws {
        @Sendable func passing(_ text: String) -> @Sendable (Message) async throws -> Void {
            { message in
                try await message.send(text)
                message.pass()
            }
        }
        let bot = try await TestBot([
            .trial("a") {
                Fallback(run: passing("a"))
                Fallback(run: passing("a-")).priority(-1)
                Hears("x", run: passing("text"))
                On(.messageNew) { event in try await event.send("on", to: Peer(id: 1)) }
            },
            .trial("b") {
                Fallback(run: passing("b"))
                Fallback(run: passing("b+")).priority(5)
                Hears("x", run: passing("text+")).priority(1)
                Received(.hasText, run: passing("received"))
                On(.any) { event in try await event.send("any+", to: Peer(id: 1)) }.priority(1)
            },
        ])
        #expect(await bot.person("Алиса").says("x").map(\.text) == ["any+", "on", "text+", "text", "received", "b+", "a", "b", "a-"])
    }
}
