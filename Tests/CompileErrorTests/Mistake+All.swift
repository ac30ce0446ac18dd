// Govorun: what plugin authors get wrong. SPDX-License-Identifier: MIT

extension Mistake {
    static let all: [Mistake] = signatures + effects + types + names + declarations

    private static let signatures = [
        Mistake(
            "a command's closure takes too few values", says: "expects 3 arguments, but 2 were used in closure body",
            """
            Command("add", .int("a"), .int("b")) { message, a in  // ←
                try await message.reply("\\(a)")
            }
            """),
        Mistake(
            "a command's closure takes too many values", says: "expects 2 arguments, but 3 were used in closure body",
            """
            Command("hi") { message in try await message.reply("Hi") }
            Command("add", .int("a")) { message, a, b in  // ←
                try await message.reply("\\(a)")
            }
            """),
        Mistake(
            "a command's closure does not take the message", says: "expects 1 argument",
            """
            Command("add") {  // ←
                let count = 1
            }
            """),
        Mistake(
            "a pattern's closure takes too few values", says: "expects 3 arguments, but 2 were used in closure body",
            """
            Hears(template: "<n> <what>", .int("n"), .rest("what")) { message, n in  // ←
                try await message.reply("\\(n)")
            }
            """),
        Mistake(
            "a press handler's closure takes the press alone", says: "expects 2 arguments, but 1 was used in closure body",
            """
            Pressed(Buy.self) { press in  // ←
                try await press.snackbar("!")
            }
            """),
        Mistake(
            "an argument has another type than is made of it", says: "cannot be applied to operands of type 'Int' and 'String'",
            """
            Command("add", .int("a"), .word("w")) { message, a, w in
                try await message.reply("\\(a + w)")  // ←
            }
            """),
        Mistake(
            "an argument that may be left out is used as if it could not", says: "must be unwrapped",
            """
            Command("add", .int("n").optionally) { message, n in
                try await message.reply("\\(n + 1)")  // ←
            }
            """),
        Mistake(
            "a handler returns its reply", says: "cannot convert value of type 'String' to closure result type 'Void'",
            """
            Command("hi") { message in
                return "Hi"  // ←
            }
            """),
        Mistake(
            "a handler is its reply", says: "string literal is unused", severity: "warning",
            """
            Command("hi") { message in
                "Hi"  // ←
            }
            """),
    ]

    private static let effects = [
        Mistake(
            "a 'try' is missing", says: "not marked with 'try'",
            """
            Command("hi") { message in
                await message.reply("Hi")  // ←
            }
            """),
        Mistake(
            "an 'await' is missing", says: "not marked with 'await'",
            """
            Command("hi") { message in
                try message.reply("Hi")  // ←
            }
            """),
        Mistake(
            "both are missing", says: "not marked with 'try'",
            """
            Hears("hi") { message in
                message.reply("Hi")  // ←
            }
            """),
        Mistake(
            "an object that threads cannot share is captured", says: "capture of 'box' with non-Sendable type 'Box'",
            """
            let box = Box()
            Command("hi") { message in
                box.count += 1  // ←
            }
            """),
        Mistake(
            "a variable is captured", says: "mutation of captured var 'count'",
            """
            var count = 0
            Command("hi") { message in
                count += 1  // ←
            }
            """),
        Mistake(
            "state is changed where it was only read", says: "'cart' is a 'let' constant",
            """
            Command("hi") { message in
                let cart = try await message.state(Cart.self)
                cart.items.append("tea")  // ←
            }
            """),
    ]

    private static let types = [
        Mistake(
            "a member of another payload is used", says: "'ShopPlugin.Buy' has no member 'price'",
            """
            Pressed(Buy.self) { press, sell in
                try await press.snackbar("\\(sell.price)")  // ←
            }
            """),
        Mistake(
            "a closure says another payload", says: "ShopPlugin.Sell",
            """
            Pressed(Buy.self) { (press: Press, sell: Sell) in try await press.snackbar("!") }  // ←
            """),
        Mistake(
            "a press handler is for what is no payload", says: "'ShopPlugin.Cart' conform to 'ButtonPayload'",
            """
            Pressed(Cart.self) { press, cart in try await press.snackbar("!") }  // ←
            """),
        Mistake(
            "a button carries what is no payload", says: "'ShopPlugin.Cart' conform to 'ButtonPayload'",
            """
            Command("hi") { message in
                try await message.reply("Hi") {
                    Row { Button("Tea", Cart()) }  // ←
                }
            }
            """),
        Mistake(
            "a button stands outside of a row", says: "buttons stand in rows: Row { Button(…) }",
            """
            Command("hi") { message in
                try await message.reply("Hi") {
                    Button("Tea", Buy(item: "tea"))  // ←
                }
            }
            """),
        Mistake(
            "something else stands among handlers", says: "only handlers stand here: Command, Hears",
            """
            print("hello")  // ←
            Start { message in try await message.reply("Hi") }
            """),
        Mistake(
            "what is no state is remembered", says: "'ShopPlugin.Buy' conform to 'PluginState'",
            """
            Command("hi") { message in
                try await message.state(Buy.self) { $0.item = "tea" }  // ←
            }
            """),
        Mistake(
            "an event's person is taken for granted", says: "value of optional type 'Person?' must be unwrapped",
            """
            On(.groupJoin) { event in
                try await event.user.send("Hi")  // ←
            }
            """),
    ]

    private static let names = [
        Mistake(
            "a member is misspelt", says: "value of type 'Message' has no member 'replay'",
            """
            Command("hi") { message in
                let text = message.text
                try await message.replay(text)  // ←
            }
            """),
        Mistake(
            "an option is misspelt", says: "'ShopPlugin.Options' has no member 'greting'",
            """
            Command("hi") { message in
                try await message.reply(options.greting)  // ←
            }
            """),
        Mistake(
            "an argument's kind is misspelt", says: "has no member 'integer'",
            """
            Command("add", .integer("a")) { message, a in  // ←
                try await message.reply("\\(a)")
            }
            """),
        Mistake(
            "an event's kind is misspelt", says: "has no member 'groupJoined'",
            """
            On(.groupJoined) { event in  // ←
                try await event.user?.send("Hi")
            }
            """),
        Mistake(
            "a member of an event is misspelt", says: "has no dynamic member 'jointype'",
            """
            On(.groupJoin) { event in
                if event.jointype == "request" { return }  // ←
                try await event.user?.send("Hi")
            }
            """),
        Mistake(
            "a handler's kind is misspelt", says: "cannot find 'Comand' in scope",
            """
            Comand("hi") { message in  // ←
                try await message.reply("Hi")
            }
            """),
        Mistake(
            "a label is misspelt deep inside", says: "have 'itm:', expected 'item:'",
            """
            Command("tea", .int("n")) { message, n in
                for number in 0..<n where number > 1 {
                    try await message.reply("\\(number)") {
                        Row { for tea in ["green", "black"] { Button(tea, Buy(itm: tea)) } }  // ←
                    }
                }
            }
            Fallback { message in try await message.reply("?") }
            """),
    ]

    private static let declarations = [
        Mistake(
            "an option has no default", in: .file, says: "every option needs a default, as in: var greeting",
            """
            struct Options: PluginOptions {  // ←
                var greeting = "Hello"
                var count: Int
            }
            """),
        Mistake(
            "an option is a constant", in: .file, says: "immutable property will not be decoded", severity: "warning",
            """
            struct Options: PluginOptions {
                let greeting = "Hello"  // ←
            }
            """),
        Mistake(
            "a property of a state has no default", in: .file, says: "every property needs a default, as in: var items",
            """
            struct Cart: PluginState {  // ←
                var items: [String]
            }
            """),
        Mistake(
            "a plugin cannot be made from its setup", in: .file, says: "type 'ShopPlugin' does not conform to protocol 'Plugin'",
            """
            struct ShopPlugin: Plugin {  // ←
                var handlers: [Handler] { Start { message in try await message.reply("Hi") } }
            }
            """),
        Mistake(
            "a plugin keeps a variable in itself", in: .file,
            says: "stored property 'count' of 'Sendable'-conforming class 'ShopPlugin' is mutable",
            """
            final class ShopPlugin: Plugin {
                var count = 0  // ←
                init(_ setup: PluginSetup<NoOptions>) {}
                var handlers: [Handler] { Start { message in self.count += 1 } }
            }
            """),
    ]
}
