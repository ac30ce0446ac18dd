// Govorun: what plugins remember. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A plugin's state")
struct StateTests {
    struct Cart: PluginState { var items: [String] = [] }
    struct Trouble: Error {}

    /// `/add X` puts X into the cart of `scope`, `/show` shows it, `/fail X` puts it in and throws, `/clear` forgets.
    private func bot(_ scope: StateScope) async throws -> TestBot {
        try await TestBot {
            Command("add", .rest("item")) { message, item in
                let count = try await message.state(Cart.self, of: scope) { cart in
                    cart.items.append(item)
                    return cart.items.count
                }
                try await message.send("\(count)")
            }
            Command("show") { message in
                let cart = try await message.state(Cart.self, of: scope)
                try await message.send("cart: " + cart.items.joined(separator: ","))
            }
            Command("fail", .rest("item")) { message, item in
                try await message.state(Cart.self, of: scope) { $0.items.append(item) }
                throw Trouble()
            }
            Command("clear") { message in try await message.forget(Cart.self, of: scope) }
        }
    }

    @Test("is there at the next message, and gone once it was forgotten", arguments: [StateScope.personHere, .conversation, .person, .bot])
    func kept(scope: StateScope) async throws {
        let bot = try await bot(scope)
        let alice = bot.person("Alice")
        #expect(await alice.says("/add tea").map(\.text) == ["1"])
        #expect(await alice.says("/add milk").map(\.text) == ["2"])
        #expect(await alice.says("/show").map(\.text) == ["cart: tea,milk"])
        await alice.says("/clear")
        #expect(await alice.says("/show").map(\.text) == ["cart: "])
        #expect(bot.problems == [])
    }

    @Test(
        "is shared as its scope says",
        arguments: [
            (StateScope.personHere, ["cart: a", "cart: ", "cart: ", "cart: "]),
            (.conversation, ["cart: a", "cart: a", "cart: ", "cart: "]),
            (.person, ["cart: a", "cart: ", "cart: a", "cart: "]), (.bot, ["cart: a", "cart: a", "cart: a", "cart: a"]),
        ])
    func scopes(scope: StateScope, shown: [String]) async throws {
        let bot = try await bot(scope)
        let (alice, boris) = (bot.person("Alice"), bot.person("Boris"))
        let chat = bot.chat()
        await alice.says("/add a", in: chat)
        var found: [String] = []
        for (person, place) in [(alice, chat), (boris, chat), (alice, nil), (boris, nil)] as [(TestPerson, TestChat?)] {
            found += await person.says("/show", in: place).map(\.text)
        }
        #expect(found == shown)
    }

    @Test("of a conversation is as before when its handler fails; what others share was changed at once")
    func failing() async throws {
        for (scope, left) in [(StateScope.personHere, "cart: "), (.bot, "cart: x")] {
            let bot = try await bot(scope)
            let alice = bot.person("Alice")
            await alice.says("/fail x")
            #expect(await alice.says("/show").map(\.text) == [left])
            #expect(bot.problems.count == 1)
        }
    }

    @Test("is seen by the handlers that follow on the same update")
    func sameUpdate() async throws {
        let bot = try await TestBot {
            On(.messageNew) { event in try await event.state(Cart.self) { $0.items.append("on") } }
            Fallback { message in
                try await message.state(Cart.self) { $0.items.append("fallback") }
                try await message.send(try await message.state(Cart.self).items.joined(separator: ","))
            }
        }
        #expect(await bot.person("Alice").says("x").map(\.text) == ["on,fallback"])
    }

    @Test("loses no change of calls that run side by side in one handler")
    func sideBySide() async throws {
        struct Count: PluginState { var value = 0 }
        let bot = try await TestBot {
            Fallback { message in
                for scope in [StateScope.personHere, .bot] {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<50 { group.addTask { try await message.state(Count.self, of: scope) { $0.value += 1 } } }
                        try await group.waitForAll()
                    }
                    try await message.send("\(try await message.state(Count.self, of: scope).value)")
                }
            }
        }
        #expect(await bot.person("Alice").says("x").map(\.text) == ["50", "50"])
    }
}

@Suite("Stored state")
struct StateCodingTests {
    struct Old: PluginState {
        static var name: String { "Cart" }
        var item = "tea"
    }
    struct Wider: PluginState {
        static var name: String { "Cart" }
        var item = ""
        var count = 1
    }
    struct Newer: PluginState {
        static var name: String { "Cart" }
        static var version: Int { 2 }
        var items: [String] = []
        static func migrate(_ stored: JSON, from version: Int) throws -> JSONValue { ["items": [JSONValue(stored["item"])]] }
    }

    @Test("gets the default of a property that was added since")
    func added() throws {
        let read = try StateCoding.decode(Wider.self, from: StateCoding.encode(Old()))
        #expect(read.item == "tea" && read.count == 1)
    }

    @Test("is migrated from an older version")
    func migrated() throws {
        #expect(try StateCoding.decode(Newer.self, from: StateCoding.encode(Old())).items == ["tea"])
    }

    @Test("of a newer version, or of another kind, is refused and not lost")
    func refused() throws {
        let newer = try StateCoding.encode(Newer(items: ["a"]))
        #expect(throws: StateError.self) { try StateCoding.decode(Old.self, from: newer) }
        let odd = StateValue(bytes: Array(#"{"version":1,"state":{"item":[1]}}"#.utf8))
        #expect(throws: StateError.self) { try StateCoding.decode(Old.self, from: odd) }
        #expect(throws: StateError.self) { try StateCoding.decode(Old.self, from: StateValue(bytes: [0xff])) }
    }
}
