// Govorun: hooks in plugins. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("A hook")
struct HookTests {
    static let group = Peer(id: 2_000_000_001)

    struct Build: Decodable { let status: String }

    @Test("What is posted reaches the handler: as JSON, as text, with its headers; the same delivery once")
    func posting() async throws {
        let bot = try await TestBot {
            Hook("build", secret: "s") { hook in
                let build = try hook.decode(Build.self)
                try await hook.send("\(build.status) \(hook.header("X-GitHub-Event") ?? "-") \(hook.json["n"].int ?? 0)", to: Self.group)
            }
        }
        let first = await bot.hook("build", json: ["status": "green", "n": 5], headers: ["x-github-event": "push"], id: "1")
        #expect(first.map(\.text) == ["green push 5"])
        #expect(await bot.hook("build", json: ["status": "green"], id: "1").isEmpty)
        #expect(await bot.hook("build", json: ["status": "red"], id: "2").map(\.text) == ["red - 0"])
        #expect(bot.problems == [])
    }

    @Test("A hook that fails is tried again")
    func failing() async throws {
        let bot = try await TestBot {
            Hook("build", secret: "s") { hook in
                try await hook.send("started", to: Self.group)
                _ = try hook.decode(Build.self)
            }
        }
        #expect(await bot.hook("build", body: "{}").map(\.text) == ["started"])
        #expect(await bot.advance(by: .hours(1)).isEmpty)
        #expect(bot.problems.count == 5)
    }

    @Test("Without a secret a hook is off")
    func off() async throws {
        let bot = try await TestBot { Hook("build", secret: "") { hook in try await hook.send("?", to: Self.group) } }
        #expect(await bot.hook("build", body: "{}").isEmpty)
        #expect(bot.problems.count == 1)
    }

    @Test(
        "A name that cannot be a part of an address, and one that is there twice, are mistakes", arguments: ["Build", "a/b", "", "сборка"])
    func names(name: String) async throws {
        await #expect(throws: RoutingProblem.self) { _ = try await TestBot { Hook(name, secret: "s") { _ in } } }
        await #expect(throws: RoutingProblem.self) {
            _ = try await TestBot {
                Hook("build", secret: "s") { _ in }
                Hook("build", secret: "t") { _ in }
            }
        }
    }
}
