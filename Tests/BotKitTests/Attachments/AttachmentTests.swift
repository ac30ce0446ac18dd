// Govorun: what goes out beside a text. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@Suite("Attachments")
struct AttachmentTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    @Test("What VK has goes out by its name, with its key")
    func known() async throws {
        let bot = try await TestBot {
            Command("x") { message in
                try await message.reply(
                    "Вот",
                    attachments: [
                        "wall-1_2", .photo(3, owner: -4, key: "k"), .document(5, owner: 6), .video(7, owner: 8), .post(9, owner: -1),
                    ])
            }
        }
        let replies = await bot.person("Алиса").says("/x")
        #expect(replies.map(\.attachments) == [["wall-1_2", "photo-4_3_k", "doc6_5", "video8_7", "wall-1_9"]])
        #expect(bot.uploads.isEmpty)
    }

    @Test("Bytes are uploaded to the server for what they are, and go out in the order they were given")
    func bytes() async throws {
        let bot = try await TestBot {
            Command("x") { message in
                try await message.send(
                    attachments: [
                        .data(Self.png, name: "кот"), .data([1, 2], name: "a.bin"), "photo1_2", .voice(.bytes([3], name: "v.ogg")),
                    ])
            }
        }
        let replies = await bot.person("Алиса").says("/x")
        #expect(
            replies.map { $0.attachments.map { $0.prefix { $0.isLetter || $0 == "_" } } } == [["photo", "doc", "photo", "audio_message"]])
        #expect(replies.map { $0.parameters["message"] } == [nil])
        #expect(Set(bot.uploads.map(\.name)) == ["кот.png", "a.bin", "v.ogg"])
        #expect(bot.uploads.first { $0.name == "кот.png" }?.bytes == Self.png)
        #expect(bot.problems == [])
    }

    @Test("Equal bytes are uploaded once, whoever gets them")
    func once() async throws {
        let bot = try await TestBot {
            Command("x") { message in try await message.send("x", attachments: [.data(Self.png, name: "a.png")]) }
        }
        let names = [await bot.person("Алиса").says("/x"), await bot.person("Борис").says("/x", in: bot.chat())].flatMap {
            $0.map(\.attachments)
        }
        #expect(names.count == 2)
        #expect(names.first == names.last)
        #expect(bot.uploads.count == 1)
    }

    @Test("In a long text they stand with the keyboard on the last part, the quotation on the first, each once")
    func parts() async throws {
        let bot = try await TestBot(messageLimit: 10) {
            Command("x") { message in
                try await message.reply("раз два три четыре", keyboard: Keyboard { Row { Button("Да") } }, attachments: ["photo1_2"])
            }
        }
        let replies = await bot.person("Алиса").says("/x", in: bot.chat())
        #expect(replies.map(\.text) == ["раз два", "три четыре"])
        #expect(replies.map(\.quotes) == [1, nil])
        #expect(replies.map(\.attachments) == [[], ["photo1_2"]])
        #expect(replies.map(\.buttons) == [[], [["Да"]]])
    }

    @Test("Beyond ten the rest follows in further messages, and nothing is lost")
    func many() async throws {
        let bot = try await TestBot {
            Command("x") { message in try await message.send("Все", attachments: (1...23).map { .photo($0, owner: 1) }) }
        }
        let replies = await bot.person("Алиса").says("/x")
        #expect(replies.map(\.attachments.count) == [10, 10, 3])
        #expect(replies.flatMap(\.attachments) == (1...23).map { "photo1_\($0)" })
        #expect(replies.map(\.text) == ["Все", "", ""])
        #expect(Set(replies.map(\.randomID)).count == 3)
    }

    @Test("When an upload fails nothing is sent, not even the text")
    func failing() async throws {
        let bot = try await TestBot { Command("x") { message in try await message.send("x", attachments: [.data([1], name: "a.bin")]) } }
        bot.fail("docs.save", with: .param)
        #expect(await bot.person("Алиса").says("/x").isEmpty)
        #expect(bot.problems.count == 1)
    }

    @Test("An edit leaves them, unless it says otherwise", arguments: [(nil, ["photo1_2"]), ([], []), (["doc3_4"], ["doc3_4"])])
    func edit(new: [String]?, expected: [String]) async throws {
        let bot = try await TestBot {
            Command("x") { message in
                try await message.send("a", attachments: ["photo1_2"]).edit("b", attachments: new.map { $0.map { Attachment($0) } })
            }
        }
        let replies = await bot.person("Алиса").says("/x")
        #expect(replies.map(\.text) == ["b"])
        #expect(replies.map(\.attachments) == [expected])
    }

    @Test("People get them as conversations do, cards too")
    func person() async throws {
        let bot = try await TestBot {
            On(.groupJoin) { event in
                try await event.user?.send("Привет", attachments: ["photo1_2"])
                try await event.send("всем", to: Peer(id: 7), attachments: ["photo1_3"])
                try await event.user?.send("Карточки", carousel: Carousel { Card("Чай") { Button("Взять") } })
            }
        }
        let replies = await bot.person("Алиса").joins()
        #expect(replies.map(\.attachments) == [["photo1_2"], ["photo1_3"], []])
        #expect(replies.last?.parameters["template"] != nil)
    }
}

extension AttachmentTests {
    @Test("A bot at work by itself sends them too")
    func byItself() async throws {
        let bot = try await TestBot { Every(.hours(1)) { bot in try await bot.send(to: Peer(id: 5), attachments: ["photo1_2"]) } }
        #expect(await bot.advance(by: .seconds(3600)).map(\.attachments) == [["photo1_2"]])
    }
}

@Suite("What people attach")
struct ReceivedAttachmentTests {
    private static func attached(_ type: String, _ object: JSONValue) -> JSONValue {
        .object(["type": .string(type), type: object] as JSONObject)
    }

    @Test("is there by its kind, and goes out again by its name")
    func kinds() async throws {
        let bot = try await TestBot {
            Fallback { message in
                let names = message.attachments.compactMap { Attachment($0) }
                try await message.send("\(message.photos.count) \(message.documents.count) \(message.videos.count)", attachments: names)
            }
        }
        let replies = await bot.person("Алиса").writes([
            "attachments": [
                Self.attached("photo", ["id": 1, "owner_id": 5, "access_key": "k", "sizes": []]),
                Self.attached("doc", ["id": 2, "owner_id": 5, "title": "a.pdf"]), Self.attached("sticker", ["sticker_id": 9]),
                Self.attached("wall", ["id": 3, "to_id": -7]),
            ]
        ])
        #expect(replies.map(\.text) == ["1 1 0"])
        #expect(replies.map(\.attachments) == [["photo5_1_k", "doc5_2", "wall-7_3"]])
    }

    @Test("is downloaded from VK's hosts: of a photo the largest picture, of a voice message what is wanted")
    func addresses() async throws {
        let bot = try await TestBot {
            Fallback { message in
                for photo in message.photos {
                    await #expect(throws: DownloadError.self) { try await message.download(photo).bytes() }
                }
                #expect(message.photos.first?.largestURL == "https://evil.example/large.jpg")
                #expect(message.voice?.linkOgg == "https://vk.com/a.ogg")
            }
        }
        await bot.person("Алиса").writes([
            "attachments": [
                Self.attached(
                    "photo",
                    [
                        "id": 1, "owner_id": 5,
                        "sizes": [
                            ["type": "s", "url": "https://evil.example/small.jpg", "width": 75, "height": 50],
                            ["type": "w", "url": "https://evil.example/large.jpg", "width": 1000, "height": 800],
                        ],
                    ]),
                Self.attached("audio_message", ["id": 2, "owner_id": 5, "link_ogg": "https://vk.com/a.ogg"]),
            ]
        ])
        #expect(bot.problems == [])
    }

    @Test("as a voice message is read where VK has written it down, at once or when asked again")
    func transcript() async throws {
        let bot = try await TestBot { Fallback { message in try await message.send(message.transcript() ?? "-") } }
        let alice = bot.person("Алиса")
        func says(_ fields: JSONObject) async -> [String] {
            await alice.writes(["attachments": [Self.attached("audio_message", .object(fields))]]).map(\.text)
        }
        #expect(await says(["transcript": "привет", "transcript_state": "done"]) == ["привет"])
        #expect(await says(["transcript_state": "error"]) == ["-"])
        bot.answer(
            "messages.getByConversationMessageId",
            with: ["items": [["id": 1, "attachments": [Self.attached("audio_message", ["transcript": "позже"])]]]])
        #expect(await says(["transcript_state": "in_progress"]) == ["позже"])
        #expect(bot.vk.calls.count { $0.method == "messages.getByConversationMessageId" } == 1)
    }
}
