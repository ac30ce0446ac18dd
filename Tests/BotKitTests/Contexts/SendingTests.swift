// Govorun: how messages leave. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Sending")
struct SendingTests {
    private static let keyboard = Keyboard { Row { Button("Да") } }

    @Test("A reply quotes in chats only; a send never does")
    func quoting() async throws {
        let bot = try await TestBot {
            Command("reply") { message in try await message.reply("r") }
            Command("send") { message in try await message.send("s") }
        }
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        await alice.says("hello", in: chat)
        let reply = await alice.says("/reply", in: chat)
        #expect(reply.map(\.quotes) == [2])
        #expect(
            reply[0].parameters["forward"] == #"{"peer_id":\#(chat.peer.id),"conversation_message_ids":[2],"is_reply":true}"#)
        #expect(reply[0].parameters["reply_to"] == nil)
        #expect(await alice.says("/send", in: chat).map(\.quotes) == [nil])
        #expect(await alice.says("/reply").map { $0.parameters["forward"] } == [nil])
    }

    @Test("A long text goes out in parts: the quotation on the first, the keyboard on the last, each once")
    func parts() async throws {
        let bot = try await TestBot(messageLimit: 10) {
            Command("long") { message in
                let sent = try await message.reply("раз два три четыре пять", keyboard: Self.keyboard)
                try await sent.edit("готово")
            }
        }
        let replies = await bot.person("Алиса").says("/long", in: bot.chat())
        #expect(replies.map(\.text) == ["раз два", "три четыре", "готово"])
        #expect(replies.map(\.quotes) == [1, nil, nil])
        let sends = bot.vk.calls.filter { $0.method == "messages.send" }
        #expect(sends.map { $0.parameters["keyboard"] != nil } == [false, false, true])
        #expect(Set(sends.map { $0.parameters["random_id"] }).count == 3)
    }

    @Test("When a part fails, those after it are not sent")
    func broken() async throws {
        let bot = try await TestBot(messageLimit: 5) { Command("x") { message in try await message.send("aaaa bbbb cccc") } }
        bot.fail("messages.send", with: VKErrorCode(rawValue: 902))
        #expect(await bot.person("Алиса").says("/x").isEmpty)
        #expect(bot.vk.calls.count == 1)
        #expect(bot.problems.count == 1)
    }

    @Test("A text without anything to see is refused unsent", arguments: ["", " ", "\n\t "])
    func blank(text: String) async throws {
        let bot = try await TestBot {
            Command("x") { message in
                await #expect(throws: TextError.self) { try await message.send(text) }
                await #expect(throws: TextError.self) { try await message.user.send(text) }
                let sent = try await message.send("x")
                await #expect(throws: TextError.self) { try await sent.edit(text) }
            }
        }
        #expect(await bot.person("Алиса").says("/x").map(\.text) == ["x"])
        #expect(bot.problems == [])
    }

    @Test("A text leaves just as it is, spaces around it included", arguments: [" a ", "\n a\n", "a&b=c %20+😀", "\"'\\"])
    func verbatim(text: String) async throws {
        let bot = try await TestBot { Command("x") { message in try await message.send(text) } }
        #expect(await bot.person("Алиса").says("/x").map(\.text) == [text])
    }

    @Test("A refusal for the peer alone is VK's error all the same")
    func refused() async throws {
        let bot = try await TestBot {
            On(.groupJoin) { event in
                let error = await #expect(throws: VKError.self) { try await event.user?.send("hi") }
                #expect(error?.code == VKErrorCode(rawValue: 901))
                #expect(error?.failure == .cannotWriteToPeer)
                #expect(error?.method == "messages.send")
            }
        }
        let alice = bot.person("Алиса")
        alice.closesMessages()
        #expect(await alice.joins().isEmpty)
        #expect(bot.problems == [])
    }

    @Test("Editing names the message by its number, in chats and in private", arguments: [true, false])
    func edit(inChat: Bool) async throws {
        let bot = try await TestBot {
            Command("x") { message in try await message.send("a", keyboard: Self.keyboard).edit("b", keyboard: Self.keyboard) }
        }
        let replies = await bot.person("Алиса").says("/x", in: inChat ? bot.chat() : nil)
        #expect(replies.map(\.text) == ["b"])
        #expect(replies.map(\.buttons) == [[["Да"]]])
        let call = try #require(bot.vk.calls.last)
        #expect(call.parameters["cmid"] == "2")
        #expect(call.parameters["message_id"] == nil)
    }

    @Test("Without a keyboard the parameter is absent; buttons written in place stand inside the message")
    func keyboards() async throws {
        let bot = try await TestBot {
            Command("none") { message in try await message.reply("x") {} }
            Command("some") { message in try await message.reply("x") { Row { Button("Да") } } }
            Command("away") { message in try await message.reply("x", keyboard: Keyboard.none) }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("/none").map { $0.parameters["keyboard"] } == [nil])
        #expect(await alice.says("/some").map { $0.keyboard["inline"].bool } == [true])
        #expect(await alice.says("/away").map { $0.parameters["keyboard"] } == [#"{"one_time":true,"buttons":[]}"#])
    }
}
