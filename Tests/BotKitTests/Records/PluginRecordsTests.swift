// Govorun: what plugins keep many of. SPDX-License-Identifier: MIT
import Synchronization
import Testing

@testable import BotKit
@testable import BotTesting

@Suite("A plugin's records")
struct PluginRecordsTests {
    struct Place: Record {
        static let indexes: [RecordIndex] = [.unique("person"), "name"]
        var person: Int
        var name: String
    }

    @Test("are inserted, found, changed and removed, and are the plugin's own")
    func handling() async throws {
        let shop: @Sendable () -> [Handler] = {
            [
                Command("add", .rest("name")) { message, name in
                    try await message.records(Place.self).insert(Place(person: message.user.id, name: name), id: name)
                }.handler,
                Command("list") { message in
                    let found = try await message.bot.records(Place.self).find(order: .descending("name")).values.map(\.name)
                    try await message.send("list: \(found.joined(separator: ","))")
                }.handler,
                Command("rename", .word("from"), .word("to")) { message, from, to in
                    let value = try await message.records(Place.self).modify(from) { $0.name = to }
                    try await message.send(value.name)
                }.handler,
                Command("drop", .word("name")) { message, name in
                    let records = try await message.records(Place.self)
                    let (first, second) = (try await records.delete(name), try await records.delete(name))
                    try await message.send("\(first) \(second) \(try await records.count()) \(try await records[name]?.name ?? "none")")
                }.handler,
            ]
        }
        let bot = try await TestBot([
            .trial("one") { for handler in shop() { handler } },
            .trial("two", commands: ["add": ["add2"], "list": ["list2"], "rename": ["rename2"], "drop": ["drop2"]]) {
                for handler in shop() { handler }
            },
        ])
        let (alice, boris) = (bot.person("Alice"), bot.person("Boris"))
        await alice.says("/add a")
        await boris.says("/add b")
        await alice.says("/add2 c")
        #expect(await alice.says("/list").map(\.text) == ["list: b,a"])
        #expect(await alice.says("/list2").map(\.text) == ["list: c"])
        #expect(await alice.says("/rename a z").map(\.text) == ["z"])
        #expect(await alice.says("/list").map(\.text) == ["list: z,b"])
        #expect(await alice.says("/drop b").map(\.text) == ["true false 1 none"])
        #expect(bot.problems == [])
        await alice.says("/add more")
        #expect(bot.problems.count == 1, "one place a person")
    }

    @Test("of 20 places under 200 simultaneous applicants are exactly 20, each told right, also when all is handled twice")
    func places() async throws {
        let bot = try await TestBot {
            Command("join") { message in
                let records = try await message.records(Place.self)
                let place = try await records.insert(Place(person: message.user.id, name: "x"), atMost: 20)
                try await message.send(place == nil ? "full" : "in")
            }
        }
        let updates = (1...200).map { person in
            Array(
                #"""
                {"type":"message_new","event_id":"e\#(person)","object":{"message":{"from_id":\#(person),"peer_id":\#(person),\#
                "conversation_message_id":0,"text":"/join"}}}
                """#.utf8)
        }
        for _ in 1...2 {
            await withTaskGroup(of: Void.self) { group in
                for update in updates { group.addTask { await bot.receive(update) } }
            }
        }
        let inside = bot.replies.filter { $0.text == "in" }.map(\.peerID)
        #expect(inside.count == 20 && bot.replies.count == 200)
        let stored = try await bot.bot.records(Place.self, of: "trial").find(limit: 500).values.map(\.person)
        #expect(Set(stored) == Set(inside) && stored.count == 20)
        #expect(bot.problems == [])
    }

    @Test("are changed once when the process dies at any call", arguments: DyingVK.Death.allCases)
    func dying(death: DyingVK.Death) async throws {
        struct Line: Record { var text: String }
        for call in 1...3 {
            let world = try await Reruns {
                Fallback { message in
                    let lines = try await message.records(Line.self)
                    let id = try await lines.insert(Line(text: "a"))
                    try await message.send("one")
                    try await lines.modify(id) { $0.text += "b" }
                    try await message.send("two")
                    try await lines.insert(Line(text: "c"))
                    try await lines.put(Line(text: "d"), id: "d")
                    try await message.send("\(try await lines.count())")
                }
            }
            if try await !world.process(isFirst: true, dyingAt: call, death) { #expect(try await world.process(isFirst: false)) }
            #expect(world.bot.replies.map(\.text) == ["one", "two", "3"], "died at \(call)")
            let found = try await world.bot.bot.records(Line.self, of: "trial").find().values.map(\.text)
            #expect(found.sorted() == ["ab", "c", "d"], "died at \(call)")
        }
    }

    @Test("are seen in a dialogue as they were at the first time, refusals included")
    func dialogue() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                let places = try await message.records(Place.self)
                let before = try await places.count()
                var outcome = "new"
                do { try await places.insert(Place(person: message.user.id, name: "x")) } catch let error as StorageError {
                    outcome = error.code.rawValue
                }
                let answer = try await message.ask("A?")
                try await message.send("\(before) \(outcome) \(answer) \(try await places.count())")
            }
        }
        let alice = bot.person("Alice")
        await alice.says("/a")
        #expect(await alice.says("x").map(\.text) == ["0 new x 1"])
        await alice.says("/a")
        #expect(await alice.says("y").map(\.text) == ["1 uniqueViolation y 1"])
        #expect(bot.problems == [])
    }

    @Test("asked for outside a handler need the plugin's name")
    func outside() async throws {
        let bot = try await TestBot { Fallback { _ in } }
        await #expect(throws: RecordError.self) { _ = try await bot.bot.records(Place.self) }
        #expect(try await bot.bot.records(Place.self, of: "trial").count() == 0)
    }
}
