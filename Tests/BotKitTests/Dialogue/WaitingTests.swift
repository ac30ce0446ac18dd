// Govorun: dialogues that go on when something happens. SPDX-License-Identifier: MIT

import Testing

@testable import BotKit
@testable import BotTesting

@Suite("A dialogue that waits for an event")
struct WaitingTests {
    struct PaidPlugin: Plugin {
        static let needs: [PluginNeed] = [.events(.vkpayTransaction, .messageReactionEvent)]
        init(_ setup: PluginSetup<NoOptions>) {}
        var handlers: [Handler] {
            Command("pay") { message in
                let name = try await message.ask("Кто платит?")
                try await message.send("Ждём оплату, \(name).")
                let payment = try await message.wait(for: .vkpayTransaction, timeout: .minutes(10)) { $0.amount >= 1000 }
                try await message.reply("Получено \(payment.amount), \(name); \(message.now.milliseconds > 0)")
            }
            Command("vote") { message in
                let sent = try await message.send("Поставьте реакцию.")
                let reaction = try await message.wait(for: .messageReactionEvent) { [id = sent.conversationMessageID] in
                    $0.conversationMessageID == id && $0.reactionID != nil
                }
                try await message.reply("Реакция \(reaction.reactionID ?? 0)")
            }
            Command("broken") { message in
                _ = try await message.wait(for: .vkpayTransaction)
                throw Mishap()
            }
            Command("never") { message in _ = try await message.wait(for: .messageNew) }
            Command("unnamed") { message in _ = try await message.wait(for: .likeAdd) }
            Hears("привет") { message in try await message.send("hello") }
            Fallback { message in try await message.send("what?") }
        }
    }

    private func pays(_ person: TestPerson, _ amount: Int, _ bot: TestBot) async -> [String] {
        await bot.receive(.vkpayTransaction, ["from_id": .integer(person.id), "amount": .integer(amount)]).map(\.text)
    }

    private func reacts(_ person: TestPerson, to number: Int, with reaction: Int?, in peer: Peer, _ bot: TestBot) async -> [String] {
        var object: JSONObject = ["reacted_id": .integer(person.id), "peer_id": .integer(peer.id), "cmid": .integer(number)]
        object["reaction_id"] = reaction.map { .integer($0) }
        return await bot.receive(.messageReactionEvent, .object(object)).map(\.text)
    }

    @Test("goes on with it, once; what is not meant leaves it waiting, and messages are handled as always")
    func payment() async throws {
        let bot = try await TestBot(PaidPlugin.self)
        let (alice, boris) = (bot.person("Alice"), bot.person("Boris"))
        await alice.says("/pay")
        #expect(await pays(alice, 5000, bot).isEmpty, "it has asked, and waits for a message")
        #expect(await alice.says("Алиса").map(\.text) == ["Ждём оплату, Алиса."])
        #expect(await pays(boris, 5000, bot).isEmpty)
        #expect(await pays(alice, 10, bot).isEmpty)
        #expect(await alice.says("привет").map(\.text) == ["hello"])
        #expect(await alice.says("где?").map(\.text) == ["what?"])
        #expect(await pays(alice, 5000, bot) == ["Получено 5000, Алиса; true"])
        #expect(await pays(alice, 5000, bot).isEmpty)
        #expect(bot.problems == [])
    }

    @Test("in a chat hears what VK tells without a conversation, after a restart, too")
    func chat() async throws {
        let bot = try await TestBot(PaidPlugin.self)
        let (alice, boris, chat) = (bot.person("Alice"), bot.person("Boris"), bot.chat())
        await alice.says("/pay", in: chat)
        await alice.says("Алиса", in: chat)
        await boris.says("/pay", in: chat)
        try await bot.restart()
        #expect(await pays(boris, 5000, bot).isEmpty)
        #expect(await pays(alice, 10, bot).isEmpty)
        #expect(await pays(alice, 5000, bot) == ["Получено 5000, Алиса; true"])
        #expect(bot.replies.last?.peerID == chat.peer.id)
        #expect(await pays(alice, 5000, bot).isEmpty)
        #expect(bot.problems == [])
    }

    @Test("hears what belongs to a conversation only there, and only what its condition is true of")
    func reaction() async throws {
        let bot = try await TestBot(PaidPlugin.self)
        let (alice, boris, chat) = (bot.person("Alice"), bot.person("Boris"), bot.chat())
        let sent = try #require(await alice.says("/vote", in: chat).first)
        let number = sent.conversationMessageID
        #expect(await reacts(boris, to: number, with: 3, in: chat.peer, bot).isEmpty)
        #expect(await reacts(alice, to: number, with: 3, in: alice.peer, bot).isEmpty)
        #expect(await reacts(alice, to: number + 1, with: 3, in: chat.peer, bot).isEmpty)
        #expect(await reacts(alice, to: number, with: nil, in: chat.peer, bot).isEmpty)
        #expect(await reacts(alice, to: number, with: 3, in: chat.peer, bot) == ["Реакция 3"])
        #expect(bot.problems == [])
    }

    @Test("ends when its time is up, and on a word for it")
    func ends() async throws {
        let bot = try await TestBot(PaidPlugin.self)
        let alice = bot.person("Alice")
        await alice.says("/pay")
        await alice.says("Алиса")
        #expect(await bot.advance(by: .minutes(11)).map(\.text) == ["Время вышло. Начните, пожалуйста, заново."])
        #expect(await pays(alice, 5000, bot).isEmpty)
        await alice.says("/pay")
        await alice.says("Алиса")
        #expect(await alice.says("отмена").map(\.text) == ["Хорошо, отменяем."])
        #expect(await pays(alice, 5000, bot).isEmpty)
        #expect(bot.problems == [])
    }

    @Test("tells so where it waits when what comes too late is of no conversation")
    func late() async throws {
        let bot = try await TestBot(PaidPlugin.self)
        let alice = bot.person("Alice")
        await alice.says("/pay")
        await alice.says("Алиса")
        #expect(await bot.advance(by: .minutes(10) + .seconds(2)).isEmpty)
        #expect(await pays(alice, 5000, bot) == ["Время вышло. Начните, пожалуйста, заново."])
        #expect(bot.replies.last?.peerID == alice.id)
        #expect(await bot.advance(by: .minutes(1)).isEmpty)
        #expect(bot.problems == [])
        await alice.says("/broken")
        #expect(await pays(alice, 1, bot).count == 1, "that it has failed")
        #expect(bot.replies.last?.peerID == alice.id)
    }

    @Test("tells its author what cannot be waited for, and what VK may not send")
    func mistakes() async throws {
        let bot = try await TestBot(PaidPlugin.self)
        let alice = bot.person("Alice")
        await alice.says("/never")
        #expect(bot.problems.last?.contains("messages and presses are not waited for; ask for them") == true)
        await alice.says("/unnamed")
        #expect(bot.problems.last?.contains("name it: static let needs: [PluginNeed] = [.events(…)]") == true)
        #expect(bot.problems.count == 2)
    }

    @Test("What a plugin needs is subscribed to")
    func subscribed() async throws {
        let bot = try await TestBot(PaidPlugin.self)
        #expect(Set(bot.lineup.router.subscribedTypes).isSuperset(of: [.vkpayTransaction, .messageReactionEvent, .messageNew]))
    }

    @Test("goes on wherever its process dies, and does nothing twice", arguments: DyingVK.Death.allCases)
    func crashes(death: DyingVK.Death) async throws {
        let texts = ["/buy", "tea", #"like_add {"liker_id":5,"object_id":1}"#, #"like_add {"liker_id":5,"object_id":7}"#, "bye"]
        for (dying, call) in texts.indices.flatMap({ step in (1...3).map { (step, $0) } }) {
            let talk = try await CrashingTalk(texts) {
                Command("buy") { message in
                    let item = try await message.ask("What?")
                    try await message.send("Like it: \(item)")
                    let like = try await message.wait(for: .likeAdd) { $0.json["object_id"].int == 7 }
                    _ = try? await message.bot.vk.call("wall.createComment", ["message": "liked"]).send()
                    try await message.send("thanks, \(like.json["object_id"].int ?? 0)")
                }
                On(.likeAdd) { _ in }
                Fallback { message in try await message.send("what?") }
            }
            talk.bot.answer("wall.createComment", with: ["comment_id": 7])
            let place: Comment = "died at call \(call) of step \(dying)"
            #expect(try await talk.lives(dyingAt: call, of: dying, death), place)
            #expect(talk.bot.replies.map(\.text) == ["What?", "Like it: tea", "thanks, 7", "what?"], place)
            #expect(talk.bot.vk.calls.count { $0.method == "wall.createComment" } <= 1, place)
            #expect(try await talk.isSilent, place)
        }
    }
}
