// Govorun: timers, jobs and hooks in a runner, over real sockets and restarts. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import CurlClient
import Foundation
import Testing
import VKSimulator

@testable import BotRunner

/// Plans, ticks and listens.
private struct ErrandPlugin: Plugin {
    struct Plan: PluginJob { var text: String }
    struct Ticks: PluginState { var count = 0 }

    let ticks: Bool
    init(_ setup: PluginSetup<NoOptions>) { ticks = setup.name == "ticking" }

    var handlers: [Handler] {
        Command("plan", .rest("text")) { message, text in
            try await message.after(.seconds(1), Plan(text: text))
            try await message.send("planned")
        }
        After(Plan.self) { bot, plan in try await bot.user?.send(plan.text) }
        Fallback { message in
            guard ticks else { return }
            try await message.state(Ticks.self, of: .bot) { $0.count = -message.user.id }
            try await message.send("ticking")
        }
        if ticks {
            Every(.seconds(1)) { bot in
                // The person to tell is learnt from their first message.
                let ticks = try await bot.state(Ticks.self).count
                guard ticks < 0 else { return }
                let count = try await bot.state(Run.self, of: .conversation) { run in
                    run.number += 1
                    return run.number
                }
                try await bot.send("tick \(count)", to: Peer(id: -ticks))
            }
        }
        Hook("build", secret: "hook-secret", limit: 100) { hook in
            try await hook.person(hook.json["to"].int ?? 0).send("\(hook.json["status"].string ?? "?")")
        }
        Hook("off", secret: "") { _ in }
    }

    struct Run: PluginState { var number = 0 }
}

@Suite("A runner with timers, jobs and hooks", .serialized, .timeLimit(.minutes(3)))
struct ErrandTests {
    private let folder = ScratchFolder()
    private let simulator = VKSimulator()

    private func run(plugin name: String = "errands", isDurable: Bool = true, _ body: (Runner) async throws -> Void) async throws {
        let bot = BotConfiguration("a", on: simulator, PluginInstance(name: name, plugin: ErrandPlugin(PluginSetup(name: name))))
        let storage: StorageChoice = isDurable ? .sqlite(path: folder.database) : .memory
        let ending = try await withRunner(
            [bot], storage: storage, change: { $0.web = ListenAddress(host: "127.0.0.1", port: 0) }, body)
        #expect(ending == .drained)
    }

    private func eventually(_ holds: () throws -> Bool) async throws { try await simulator.until("an answer") { try holds() } }

    private struct World {
        let simulator: VKSimulator
        let community: Int
        let person: Int
        func write(_ text: String) throws { _ = try simulator.write(.init(text, from: person, in: community)) }
        var answers: [String] {
            simulator.history(of: person, in: community, limit: .max).filter { $0.authorID < 0 }.map(\.text)
        }
    }

    private func world() async throws -> World {
        let community = try simulator.addCommunity(name: "a", token: "token-a").id
        let person = try simulator.addPerson("P").id
        try await simulator.start()
        return World(simulator: simulator, community: community, person: person)
    }

    @Test("What was planned before the end is done after the next start, once")
    func overRestart() async throws {
        let world = try await world()
        try await run { runner in
            try await simulator.arePolled([world.community])
            try world.write("/plan tea")
            try await eventually { world.answers.contains("planned") }
        }
        try await run { _ in try await eventually { world.answers.contains("tea") } }
        try await run { runner in
            try await simulator.arePolled([world.community])
            try world.write("/plan water")
            try await eventually { world.answers.contains("water") }
        }
        #expect(world.answers == ["planned", "tea", "planned", "water"])
        await simulator.stop()
    }

    @Test("A timer runs at its times, in order, and counts on after a restart", arguments: [true, false])
    func ticking(isDurable: Bool) async throws {
        let world = try await world()
        for expected in [2, 4] where isDurable || expected == 2 {
            try await run(plugin: "ticking", isDurable: isDurable) { runner in
                try await simulator.arePolled([world.community])
                if expected == 2 {
                    try world.write("hello")
                    try await eventually { world.answers.contains("ticking") }
                }
                try await eventually { world.answers.contains("tick \(expected)") }
            }
        }
        let ticks = world.answers.filter { $0.hasPrefix("tick ") }
        #expect(ticks == (1...ticks.count).map { "tick \($0)" })
        await simulator.stop()
    }

    @Test("An errand that has failed at every try, or has lost its handler, is set aside and not lost")
    func setAside() async throws {
        let world = try await world()
        let storage = try await SQLiteStorage.open(folder.database)
        let body: JSONValue = [
            "updates": [
                [
                    "type": "errand", "event_id": "e", "group_id": .integer(world.community),
                    "object": ["kind": "job", "plugin": "errands", "handler": "Gone", "due": 1, "failures": 4],
                ]
            ]
        ]
        try await storage.store(InboxBatch(source: "\(world.community)", cursor: [], body: body.bytes, updates: 1))
        await storage.close()
        try await run { runner in
            try await simulator.arePolled([world.community])
            try world.write("/plan x")
            try await eventually { world.answers.contains("x") }
        }
        let after = try await SQLiteStorage.open(folder.database)
        #expect(try await SetAside(after).entries(of: "\(world.community)").map(\.position) == [0])
        // Others may have come with the drain, and wait for the next start.
        let first = try await after.batches(of: "\(world.community)", from: 0, limit: 1, bytes: 0).first
        #expect(first.map { $0.first > 0 || $0.isFinished(0) } ?? true)
        await after.close()
        await simulator.stop()
    }

    @Test("A post with the right proof is stored, answered and handled once; others are turned away")
    func hooks() async throws {
        let world = try await world()
        try await run { runner in
            let server = try HealthServer(runner: runner, at: ListenAddress(host: "127.0.0.1", port: 0), password: Secret("not for hooks"))
            let base = server.url.replacing("/health", with: "/hooks/a/errands/")
            try await simulator.arePolled([world.community])
            try world.write("hello")
            func post(_ name: String, _ body: String, secret: String = "hook-secret", id: String? = nil) async throws -> Int {
                try await self.post(base + name, body, secret: secret, id: id)
            }
            let body = #"{"to":\#(world.person),"status":"green"}"#
            #expect(try await post("build", body, id: "1") == 200)
            #expect(try await post("build", body, id: "1") == 200)
            #expect(try await post("build", body.replacing("green", with: "red"), id: "2") == 200)
            #expect(try await post("build", body, secret: "other") == 403)
            #expect(try await post("off", body) == 404)
            #expect(try await post("nothing", body) == 404)
            #expect(try await post("build", String(repeating: "x", count: 101)) == 413)
            try await eventually { world.answers.contains("red") }
            #expect(world.answers == ["green", "red"])
            await server.stop()
        }
        await simulator.stop()
    }

    private func post(_ url: String, _ body: String, secret: String, id: String?) async throws -> Int {
        let client = try CurlClient()
        var request = HTTPRequest(url, method: .post)
        request.body = Array(body.utf8)
        let code = SHA256.authenticationCode(of: Array(body.utf8), key: Array(secret.utf8))
        request.headers.append((name: "X-Signature-256", value: "sha256=" + HexText.text(of: code)))
        if let id { request.headers.append((name: "X-Request-Id", value: id)) }
        let response = try await client.send(request)
        await client.shutdown()
        return response.status
    }
}
