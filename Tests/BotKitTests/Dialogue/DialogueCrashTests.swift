// Govorun: a dialogue whose process dies. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit
@testable import BotTesting

@Suite("A dialogue whose process dies")
struct DialogueCrashTests {
    struct Count: PluginState { var value = 0 }

    private static let told = ["hello, Alice", "Colour?", "Age?", "A number, please.", "red, 30, 1", "what?"]

    private func talk() async throws -> CrashingTalk {
        let talk = try await CrashingTalk(["/form", "red", "many", "30", "bye"]) {
            Command("form") { message in
                let name = try await message.user.firstName()
                try await message.state(Count.self) { $0.value += 1 }
                try await message.send("hello, \(name)")
                let all = try await message.state(Count.self, of: .bot) { count in
                    count.value += 1
                    return count.value
                }
                let color = try await message.ask("Colour?")
                _ = try? await message.bot.vk.call("wall.createComment", ["message": color]).send()
                let age = try await message.ask("Age?", as: .int("age"), retry: "A number, please.")
                try await message.state(Count.self) { $0.value += 1 }
                _ = try? await message.bot.vk.call("wall.createComment", ["message": age]).send()
                try await message.send("\(color), \(age), \(all)")
            }
            Fallback { message in try await message.send("what?") }
        }
        talk.bot.answer("wall.createComment", with: ["comment_id": 7])
        return talk
    }

    /// Calls of the plugin's own, in the order VK performed them.
    private func comments(_ talk: CrashingTalk) -> [String] {
        talk.bot.vk.calls.filter { $0.method == "wall.createComment" }.map { $0.parameters["message"] ?? "" }
    }

    @Test(
        "at any await, at any step, goes on at the next message; nothing is asked, sent, called or counted twice",
        arguments: DyingVK.Death.allCases)
    func everywhere(death: DyingVK.Death) async throws {
        for (dying, call) in (0..<5).flatMap({ step in (1...4).map { (step, $0) } }) {
            let talk = try await talk()
            let place: Comment = "died at call \(call) of step \(dying)"
            #expect(try await talk.lives(dyingAt: call, of: dying, death), place)
            #expect(talk.bot.replies.map(\.text) == Self.told, place)
            #expect(Set(comments(talk)).count == comments(talk).count, place)
            #expect(try await talk.value(Count.self, of: .personHere) == 2, place)
            #expect(try await talk.value(Count.self, of: .bot) == 1, place)
            #expect(try await talk.isSilent, place)
        }
    }

    @Test("right before what it did is stored, does the step again without doing anything twice")
    func beforeCommit() async throws {
        for dying in 0..<5 {
            let talk = try await talk()
            for step in talk.texts.indices {
                if step == dying { #expect(try await talk.process(step, isFirst: true, storing: false)) }
                #expect(try await talk.process(step, isFirst: step != dying))
            }
            #expect(talk.bot.replies.map(\.text) == Self.told, "died at the end of step \(dying)")
            #expect(comments(talk) == ["red", "30"], "died at the end of step \(dying)")
            #expect(try await talk.value(Count.self, of: .personHere) == 2)
            #expect(try await talk.value(Count.self, of: .bot) == 1)
        }
    }
}
