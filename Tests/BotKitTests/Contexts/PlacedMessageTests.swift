// Govorun: what is done with messages where they stand. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("A message at its place")
struct PlacedMessageTests {
    @Test("is deleted, pinned, unpinned and reacted to by its number, in chats and in private", arguments: [true, false])
    func byNumber(inChat: Bool) async throws {
        let bot = try await TestBot {
            Command("x") { message in
                try await message.react(4)
                try await message.unreact()
                try await message.pin()
                let sent = try await message.send("a")
                try await sent.unpin()
                try await sent.typing()
                try await sent.delete()
            }
        }
        let chat = inChat ? bot.chat() : nil
        let alice = bot.person("Алиса")
        await alice.says("/x", in: chat)
        let peer = String(chat?.peer.id ?? alice.id)
        let calls = bot.vk.calls.filter { $0.method != "messages.send" }
        #expect(
            calls.map(\.method) == [
                "messages.sendReaction", "messages.deleteReaction", "messages.pin", "messages.unpin", "messages.setActivity",
                "messages.delete",
            ])
        #expect(calls.map { $0.parameters["peer_id"] } == [String](repeating: peer, count: 6))
        #expect(calls.map { $0.parameters["cmid"] ?? $0.parameters["cmids"] } == ["1", "1", "1", nil, nil, "2"])
        #expect(calls.first?.parameters["reaction_id"] == "4")
        #expect(calls.last?.parameters["delete_for_all"] == "1")
        #expect(bot.replies.map(\.isDeleted) == [true])
        #expect(bot.problems == [])
    }

    @Test("A deletion that VK refuses for the one message is its error")
    func refusedDeletion() async throws {
        let bot = try await TestBot {
            Command("x") { message in
                let error = await #expect(throws: VKError.self) { try await message.delete() }
                #expect(error?.code?.rawValue == 924)
            }
        }
        await bot.person("Алиса").says("/x", in: bot.chat())
        #expect(bot.problems == [])
    }

    @Test("is forwarded with a text over it, or without one")
    func forward() async throws {
        let bot = try await TestBot {
            Command("x") { message in
                try await message.forward(to: Peer(id: 5), text: "Смотрите")
                try await message.forward(to: message.user)
            }
        }
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        let replies = await alice.says("/x", in: chat)
        #expect(replies.map(\.peerID) == [5, alice.id])
        #expect(replies.map(\.text) == ["Смотрите", ""])
        let forward = #"{"peer_id":\#(chat.peer.id),"conversation_message_ids":[1]}"#
        #expect(replies.map { $0.parameters["forward"] } == [forward, forward])
    }

    @Test("that a pressed button stands in can be deleted; a text button stands in none")
    func pressed() async throws {
        struct Go: ButtonPayload {}
        let bot = try await TestBot {
            Command("x") { message in
                try await message.send("a") {
                    Row {
                        Button.callback("Убрать", Go()); Button("Текст", Go())
                    }
                }
            }
            Pressed(Go.self) { press, _ in
                if let shown = press.buttonMessage { try await shown.delete() } else { try await press.send("-") }
            }
        }
        let alice = bot.person("Алиса")
        await alice.says("/x")
        #expect(try await alice.presses("Текст").map(\.text) == ["-"])
        try await alice.presses("Убрать")
        #expect(bot.replies.map(\.isDeleted) == [true, false])
    }

    @Test("A reaction leads to its message and to who set it")
    func reaction() async throws {
        let bot = try await TestBot {
            On(.messageReactionEvent) { event in
                try await event.reactedMessage.react(2)
                try await event.user?.sendIfAllowed("Спасибо")
            }
        }
        let (alice, boris) = (bot.person("Алиса"), bot.person("Борис"))
        boris.closesMessages()
        for person in [alice, boris] {
            await bot.receive(
                .messageReactionEvent, ["reacted_id": .integer(person.id), "peer_id": 2_000_000_001, "cmid": 8, "reaction_id": 1])
        }
        #expect(bot.replies.map(\.peerID) == [alice.id])
        #expect(bot.vk.calls.filter { $0.method == "messages.sendReaction" }.map { $0.parameters["cmid"] } == ["8", "8"])
        #expect(bot.problems == [])
    }
}

@Suite("Where replies quote")
struct QuotingTests {
    @Test("One reply may say otherwise", arguments: [(Quoting.always, true, true), (.never, false, false), (.chats, true, false)])
    func one(quoting: Quoting, inChat: Bool, inPrivate: Bool) async throws {
        let bot = try await TestBot { Command("x") { message in try await message.reply("x", quoting: quoting) } }
        let alice = bot.person("Алиса")
        #expect(await alice.says("/x", in: bot.chat()).map { $0.quotes != nil } == [inChat])
        #expect(await alice.says("/x").map { $0.quotes != nil } == [inPrivate])
    }
}
