// Govorun: how many conversations a second a plugin's tests can hold. SPDX-License-Identifier: MIT
//
// swift run -c release ConversationRate [CONVERSATIONS] [SECONDS]
//
// As many people talk side by side as is said, each with a bot of their own; then one after another. A conversation is a command, two
// presses and a look at what is remembered.
import BotTesting
import Measuring

struct KioskPlugin: Plugin {
    struct Cart: PluginState { var items: [String] = [] }
    struct Take: ButtonPayload { var item: String }
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Command("menu") { message in
            try await message.reply("Что взять?") { Row { for item in ["чай", "кофе"] { Button.callback(item, Take(item: item)) } } }
        }
        Pressed(Take.self) { press, take in try await press.state(Cart.self) { $0.items.append(take.item) } }
        Command("cart") { message in try await message.reply("\(try await message.state(Cart.self).items.count)") }
    }
}

struct Misheard: Error {}

@Sendable func talk(_ person: TestPerson) async throws {
    await person.says("/menu")
    try await person.presses("чай")
    try await person.presses("кофе")
    guard await person.says("/cart").last?.text == "2" else { throw Misheard() }
}

func measure(_ what: String, _ people: Int, _ limit: Duration, _ one: @escaping @Sendable () async throws -> Void) async throws {
    let start = ContinuousClock.now
    var count = 0
    while ContinuousClock.now - start < limit {
        try await withThrowingTaskGroup { group in
            for _ in 0..<people { group.addTask { try await one() } }
            try await group.waitForAll()
        }
        count += people
    }
    print("\(what): \(Figures.rate(count, in: ContinuousClock.now - start)) conversations a second")
}

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let (people, limit) = (numbers.first ?? 100, Duration.seconds(numbers.dropFirst().first ?? 5))
try await measure("\(people) bots side by side", people, limit) { try await talk(TestBot(KioskPlugin.self).person("Алиса")) }
print("one conversation after another: ", terminator: "")
try await measure("a bot each", 1, limit) { try await talk(TestBot(KioskPlugin.self).person("Алиса")) }
