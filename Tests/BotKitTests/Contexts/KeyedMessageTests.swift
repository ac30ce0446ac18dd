// Govorun: messages that are known by a key. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A keyed message")
struct KeyedMessageTests {
    private static let photo = BotKit.Attachment.data([0xFF, 0xD8, 0xFF, 1], name: "a.jpg")
    private static let file = BotKit.Attachment.data([1, 2, 3], name: "a.bin")

    private func send(_ bot: TestBot, to peer: Int, _ attachments: [BotKit.Attachment], _ key: String = "news") async throws -> Bool {
        try await bot.bot.send("Новости", to: Peer(id: peer), attachments: attachments, dedupe: key)
    }

    @Test("takes what is attached, and uploads a photo once for everybody")
    func attachments() async throws {
        let bot = try await TestBot {}
        for peer in 5...7 { #expect(try await send(bot, to: peer, [Self.photo, "photo-1_2"])) }
        #expect(try await !send(bot, to: 5, [Self.photo]))
        #expect(bot.uploads.count == 1)
        #expect(bot.replies.count == 3)
        #expect(Set(bot.replies.map(\.attachments)).count == 1)
        #expect(bot.replies[0].attachments.count == 2)
        #expect(bot.replies[0].attachments[1] == "photo-1_2")
    }

    @Test("that could not be sent is sent later with what was uploaded for it, and what is uploaded for one conversation is no other's")
    func again() async throws {
        let bot = try await TestBot {}
        bot.fail("messages.send", with: .messagesDenySend)
        await #expect(throws: VKError.self) { try await send(bot, to: 5, [Self.file]) }
        // Longer than equal bytes are known.
        await bot.advance(by: .hours(48))
        #expect(try await send(bot, to: 5, [Self.file]))
        #expect(bot.uploads.count == 1)
        #expect(try await send(bot, to: 6, [.data([9], name: "ticket.bin")]))
        #expect(bot.uploads.map(\.bytes) == [[1, 2, 3], [9]])
        #expect(try await bot.bot.storage.names(in: "sent/200000001/uploads", NamePage()).isEmpty, "what is sent needs no note")
    }

    @Test("may be nothing but what is attached, and needs either")
    func alone() async throws {
        let bot = try await TestBot {}
        #expect(try await bot.bot.send(to: Peer(id: 5), attachments: [Self.photo], dedupe: "a"))
        #expect(bot.replies.map(\.text) == [""])
        await #expect(throws: TextError.self) { try await bot.bot.send(to: Peer(id: 5), dedupe: "b") }
    }

    @Test("is sent once in a dialogue, too, whose later steps are told whether it was")
    func dialogue() async throws {
        let bot = try await TestBot {
            Command("a") { message in
                let isNew = try await message.bot.send("Новости", to: message.peer, attachments: [Self.photo], dedupe: "news")
                let answer = try await message.ask("A?")
                try await message.send("\(isNew) \(answer)")
            }
        }
        let alice = bot.person("Alice")
        #expect(await alice.says("/a").map(\.text) == ["Новости", "A?"])
        #expect(await alice.says("x").map(\.text) == ["true x"])
        #expect(await alice.says("/a").map(\.text) == ["A?"])
        #expect(await alice.says("y").map(\.text) == ["false y"])
        #expect(bot.problems == [])
    }
}
