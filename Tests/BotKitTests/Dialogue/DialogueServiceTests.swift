// Govorun: a dialogue that uses other services and uploads. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A dialogue that calls services and uploads")
struct DialogueServiceTests {
    struct Count: PluginState { var value = 0 }

    private static let service = HTTPService("https://pay.example").configured { $0.retry = .never }
    private static let picture = BotKit.Attachment.data([0xFF, 0xD8, 0xFF, 1], name: "a.jpg")

    /// Bills, sends a picture, uploads another one by itself, counts, and asks; then once more.
    private static func handler() -> Command {
        Command("buy") { message in
            let price: Int = try await message.bot.http.send(service.get("price"))
            let bill = try await Self.bill(message, price)
            try await message.send("\(bill)", attachments: [picture])
            try await message.state(Count.self) { $0.value += 1 }
            let size = try await message.ask("Size?")
            let own = try await message.bot.vk.uploads.messageDocument(.bytes([1, 2, 3], name: "b.bin"), peerID: 5).send()
            try await message.state(Count.self, of: .bot) { $0.value += 1 }
            let sure = try await message.ask("Sure?")
            try await message.send("\(bill) \(size) \(sure)", attachments: [.init(own.attachment)])
        }
    }

    /// The number of the bill, or why it is not known.
    private static func bill(_ message: Message, _ price: Int) async throws -> String {
        do {
            let bill: Int = try await message.bot.http.send(service.post("bills", body: .json(["price": .integer(price)])))
            return "bill \(bill)"
        } catch let failure as HTTPFailure {
            return "\(failure.group)"
        }
    }

    private static func answers(_ bot: TestBot) {
        bot.http.mock("GET https://pay.example/price", .json(10), .json(20))
        bot.http.mock("POST https://pay.example/bills", .json(1), .json(2))
    }

    @Test("calls and uploads once, however often its handler runs")
    func once() async throws {
        let bot = try await TestBot { Self.handler() }
        Self.answers(bot)
        let alice = bot.person("Alice")
        #expect(await alice.says("/buy").map(\.text) == ["bill 1", "Size?"])
        #expect(await alice.says("L").map(\.text) == ["Sure?"])
        #expect(await alice.says("yes").map(\.text) == ["bill 1 L yes"])
        #expect(bot.http.calls.map(\.verb) == ["GET", "POST"])
        #expect(bot.uploads.count == 2)
        #expect(bot.replies.filter { !$0.attachments.isEmpty }.map(\.text) == ["bill 1", "bill 1 L yes"])
        #expect(bot.problems == [])
    }

    @Test("is told the same failures again")
    func failures() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                var failed: [String] = []
                do {
                    let _: Int = try await message.bot.http.send(Self.service.post("bills"))
                } catch let failure as HTTPFailure { failed.append("\(failure.group)") }
                do {
                    try await message.send("x", attachments: [.data([], name: "a.bin")])
                } catch let error as UploadError { failed.append("\(error.code)") }
                _ = try await message.ask("A?")
                _ = try await message.ask("B?")
                try await message.send("\(failed.joined(separator: " "))")
            }
        }
        bot.http.mock("POST https://pay.example/bills", .bytes([], status: 500))
        let alice = bot.person("Alice")
        await alice.says("/a")
        await alice.says("1")
        #expect(await alice.says("2").map(\.text) == ["server empty"])
        #expect(bot.http.calls.count == 1)
        #expect(bot.problems == [])
    }

    @Test(
        "and whose process dies at any await, at any step, bills once, sends once, counts once, and asks once",
        arguments: DyingVK.Death.allCases)
    func everywhere(death: DyingVK.Death) async throws {
        // Of the first step: two calls of the service, three of an upload, a message, a question.
        for (dying, call) in (0..<3).flatMap({ step in (1...8).map { (step, $0) } }) {
            let talk = try await CrashingTalk(["/buy", "L", "yes"]) { Self.handler() }
            Self.answers(talk.bot)
            let place: Comment = "died at call \(call) of step \(dying)"
            #expect(try await talk.lives(dyingAt: call, of: dying, death), place)
            // Cut off in the middle of billing, nobody knows, and that is said; never is it tried twice.
            let bill = dying == 0 && call == 2 ? "outcomeUnknown" : "bill 1"
            #expect(talk.bot.replies.map(\.text) == [bill, "Size?", "Sure?", "\(bill) L yes"], place)
            #expect(talk.bot.http.calls.count { $0.verb == "POST" } <= 1, place)
            #expect(talk.bot.replies.map { $0.attachments.map { $0.prefix(3) } } == [["pho"], [], [], ["doc"]], place)
            // Cut off before it is saved a file is sent again, which nobody sees.
            #expect(talk.bot.uploads.count <= 3, place)
            #expect(try await talk.value(Count.self, of: .personHere) == 1, place)
            #expect(try await talk.value(Count.self, of: .bot) == 1, place)
            #expect(try await talk.isSilent, place)
        }
    }
}
