// Govorun: questions about messages. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Filters of messages")
struct MessageFilterTests {
    private static let photo: JSONValue = ["type": "photo", "photo": ["id": 2, "owner_id": 1]]
    private static let sticker: JSONValue = ["type": "sticker", "sticker": ["sticker_id": 9]]

    private func asked(_ filter: MessageFilter<Void>, _ fields: JSONObject, inChat: Bool = false) async throws -> Bool {
        let bot = try await TestBot(admins: [510_001_001]) {
            Received(filter) { message in try await message.send("да") }
        }
        return await bot.person("Алиса").writes(fields, in: inChat ? bot.chat() : nil).map(\.text) == ["да"]
    }

    @Test("Places, lengths, people and mentions are asked for")
    func simple() async throws {
        #expect(try await asked(.isChat, ["text": "x"], inChat: true))
        #expect(try await !asked(.isChat, ["text": "x"]))
        #expect(try await asked(.isPrivate, ["text": "x"]))
        #expect(try await asked(.longer(than: 2), ["text": "abc"]))
        #expect(try await !asked(.longer(than: 3), ["text": "abc"]))
        #expect(try await asked(.shorter(than: 1), [:]))
        #expect(try await asked(.isFromAdmin, ["text": "x"]))
        #expect(try await asked(.mentionsBot, ["text": "эй, [club200000001|бот]"], inChat: true))
        #expect(try await !asked(.mentionsBot, ["text": "эй, [club2|бот]"], inChat: true))
        #expect(try await asked(.hasAttachments, ["attachments": [Self.photo]]))
        #expect(try await !asked(.hasAttachments, ["attachments": []]))
        #expect(try await !asked(.hasText, ["text": " "]))
    }

    @Test("They are joined as Booleans are")
    func joined() async throws {
        #expect(try await asked(.isPrivate && !.hasText, ["attachments": [Self.photo]]))
        #expect(try await asked(.isChat || .hasText, ["text": "x"]))
        #expect(try await !asked(!(.isChat || .hasText), ["text": "x"]))
        #expect(try await asked(!.photo && .isPrivate, ["attachments": [Self.sticker]]))
    }

    @Test("What a filter finds is handed on, both sides of && too")
    func found() async throws {
        let bot = try await TestBot {
            Received(.photo && .text) { message, photo, text in try await message.send("фото \(photo.id) \(text)") }
            Received(.photo && .isPrivate) { message, photo in try await message.send("фото \(photo.id)") }
            Received(.sticker) { message, sticker in try await message.send("стикер \(sticker.stickerID ?? 0)") }
            Received(.forwarded) { message, forwarded in try await message.send("переслано \(forwarded.count)") }
            Received(.geo) { message, place in try await message.send("\(place.coordinates.latitude)") }
            Received(.reply) { message, answered in try await message.send("ответ на \(answered.text)") }
            Received(.attachment("doc")) { message, doc in try await message.send("файл \(doc["title"].string ?? "")") }
            Received(MessageFilter<String>.text.map { Int($0) }) { message, number in try await message.send("число \(number)") }
            Fallback { message in try await message.send("мимо") }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.writes(["attachments": [Self.sticker, Self.photo], "text": "вот"]).map(\.text) == ["фото 2 вот"])
        #expect(await alice.writes(["attachments": [Self.photo]]).map(\.text) == ["фото 2"])
        #expect(await alice.writes(["attachments": [Self.photo]], in: bot.chat()).map(\.text) == ["мимо"])
        #expect(await alice.writes(["attachments": [Self.sticker]]).map(\.text) == ["стикер 9"])
        #expect(await alice.writes(["fwd_messages": [["text": "a"], ["text": "b"]]]).map(\.text) == ["переслано 2"])
        #expect(await alice.writes(["geo": ["coordinates": ["latitude": 55.5, "longitude": 1]]]).map(\.text) == ["55.5"])
        #expect(await alice.writes(["text": "x", "reply_message": ["text": "вопрос", "from_id": 5]]).map(\.text) == ["ответ на вопрос"])
        #expect(await alice.writes(["attachments": [["type": "doc", "doc": ["title": "a.txt"]]]]).map(\.text) == ["файл a.txt"])
        #expect(await alice.writes(["text": "12"]).map(\.text) == ["число 12"])
        #expect(await alice.writes(["text": "x"]).map(\.text) == ["мимо"])
        #expect(bot.problems == [])
    }

    @Test("Every kind of attachment has a filter that finds its object")
    func attachments() async throws {
        let types = [
            "photo", "video", "audio", "doc", "audio_message", "graffiti", "sticker", "wall", "wall_reply", "poll", "link", "market",
            "market_album", "story",
            "gift", "call",
        ]
        let bot = try await TestBot {
            Received(.photo) { message, found in try await message.send("photo \(found.json["id"].int ?? 0)") }
            Received(.video) { message, found in try await message.send("video \(found.json["id"].int ?? 0)") }
            Received(.audio) { message, found in try await message.send("audio \(found.json["id"].int ?? 0)") }
            Received(.doc) { message, found in try await message.send("doc \(found.json["id"].int ?? 0)") }
            Received(.audioMessage) { message, found in try await message.send("audio_message \(found.json["id"].int ?? 0)") }
            Received(.graffiti) { message, found in try await message.send("graffiti \(found.json["id"].int ?? 0)") }
            Received(.sticker) { message, found in try await message.send("sticker \(found.json["id"].int ?? 0)") }
            Received(.wall) { message, found in try await message.send("wall \(found.json["id"].int ?? 0)") }
            Received(.wallReply) { message, found in try await message.send("wall_reply \(found.json["id"].int ?? 0)") }
            Received(.poll) { message, found in try await message.send("poll \(found.json["id"].int ?? 0)") }
            Received(.link) { message, found in try await message.send("link \(found.json["id"].int ?? 0)") }
            Received(.market) { message, found in try await message.send("market \(found.json["id"].int ?? 0)") }
            Received(.marketAlbum) { message, found in try await message.send("market_album \(found.json["id"].int ?? 0)") }
            Received(.story) { message, found in try await message.send("story \(found.json["id"].int ?? 0)") }
            Received(.gift) { message, found in try await message.send("gift \(found.json["id"].int ?? 0)") }
            Received(.call) { message, found in try await message.send("call \(found.json["id"].int ?? 0)") }
        }
        let alice = bot.person("Алиса")
        for type in types {
            var attachment: JSONObject = ["type": .string(type)]
            attachment[type] = ["id": 7]
            #expect(await alice.writes(["attachments": [.object(attachment)]]).map(\.text) == ["\(type) 7"])
        }
    }

    @Test("What happens in a chat reaches On(message:), and never Received")
    func chatActions() async throws {
        let bot = try await TestBot {
            On(message: .chatJoin) { message, member in try await message.send("пришёл \(member)") }
            On(message: .chatLeave) { message, member in try await message.send("ушёл \(member)") }
            On(message: .botInvited) { message in try await message.send("это я") }
            On(message: .chatAction("chat_title_update")) { message, action in try await message.send("теперь \(action.text ?? "")") }
            Received(.chatAction) { message, _ in try await message.send("never") }
        }
        let (alice, chat) = (bot.person("Алиса"), bot.chat())
        #expect(await alice.invites(bot.person("Борис"), to: chat).map(\.text) == ["пришёл 510001002"])
        #expect(await alice.invitesBot(to: chat).map(\.text) == ["пришёл -200000001", "это я"])
        #expect(await alice.comes(to: chat).map(\.text) == ["пришёл 510001001"])
        #expect(await alice.does(["type": "chat_kick_user", "member_id": 5], in: chat).map(\.text) == ["ушёл 5"])
        #expect(await alice.does(["type": "chat_title_update", "text": "Чат"], in: chat).map(\.text) == ["теперь Чат"])
        #expect(await alice.does(["type": "chat_screenshot", "member_id": 5], in: chat).isEmpty)
    }

    @Test("`when` sends on what the filter is not true of; on a handler for events it is refused")
    func when() async throws {
        let bot = try await TestBot {
            Command("ping") { message in try await message.send("в чате") }.when(.isChat)
            Hears("ping") { message in try await message.send("лично, \(message.text)") }.when(.isPrivate).when(.longer(than: 2))
            Fallback { message in try await message.send("мимо") }
        }
        let alice = bot.person("Алиса")
        #expect(await alice.says("/ping", in: bot.chat()).map(\.text) == ["в чате"])
        #expect(await alice.says("ping").map(\.text) == ["лично, ping"])
        #expect(await alice.says("ping", in: bot.chat()).map(\.text) == ["мимо"])
        let problems = Router.problems(of: [.trial { On(.groupJoin) { _ in }.when(.isChat) }])
        #expect(problems.map(\.code) == [.impossibleArguments])
    }
}
