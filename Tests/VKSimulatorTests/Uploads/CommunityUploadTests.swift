// Govorun: uploads a community's token may do. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("Uploads of a community")
struct CommunityUploadTests {
    private static let picture = SampleFile.png(1920, 1280)

    @Test("A photo is uploaded, saved, sent, and downloaded from its sizes")
    func photo() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let url = try await stage.address("photos.getMessagesUploadServer", ["peer_id": "510001001"])
            let answer = try await stage.upload(url, [FileField("photo", "кот.png", Self.picture, type: "image/png")])
            #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
            let json = try JSONDocument(answer.body).root
            #expect(differences(json, try fixture("upload/photo-message")) == [])
            let saved = try await stage.call("photos.saveMessagesPhoto", try saveFields(json))["response"][0]
            #expect(differences(saved, try fixture("responses/photos.saveMessagesPhoto")["response"][0]) == [])
            #expect(saved["owner_id"].int == -198_765_432)
            #expect(saved["sizes"].items.map { $0["type"].string } == ["s", "m", "x", "y", "z", "w"])
            let key = try #require(saved["access_key"].string)
            let name = "photo-198765432_\(try #require(saved["id"].int))_\(key)"
            let session = try await stage.session()
            #expect(try await stage.code("messages.send", ["peer_id": "510001001", "random_id": "0", "attachment": name]) == 0)
            let shown = try await stage.events(session)[0]["object"]["attachments"][0]["photo"]
            #expect(shown.rawText == saved.rawText)
            let content = try await stage.download(try #require(shown["sizes"][5]["url"].string))
            #expect(content.body == Self.picture)
            #expect(content.headers["content-type"] == "image/png")
        }
    }

    @Test(
        "A document, a voice message and a drawing are uploaded, saved and shown",
        arguments: [
            ("doc", "расписание.pdf", Array("%PDF-1.4".utf8), "doc"),
            ("audio_message", "v.ogg", SampleFile.voice(seconds: 4), "audio-message"),
            ("graffiti", "g.png", SampleFile.png(400, 220), ""),
        ] as [(String, String, [UInt8], String)])
    func documents(type: String, name: String, bytes: [UInt8], sample: String) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let url = try await stage.address("docs.getMessagesUploadServer", ["type": type, "peer_id": "510001001"])
            let json = try await stage.uploaded(url, FileField("file", name, bytes, type: "application/pdf"))
            if !sample.isEmpty { #expect(differences(json, try fixture("upload/\(sample)")) == []) }
            let file = try #require(json["file"].string)
            let saved = try await stage.call("docs.save", ["file": file])["response"]
            let expected = try fixture("responses/docs.save--\(type)")["response"]
            #expect(differences(saved, expected).filter { !$0.contains("access_key") } == [])
            let object = saved[type]
            #expect(object["owner_id"].int == 510_001_001)
            #expect(try await stage.code("docs.save", ["file": file]) == 105)
            #expect(try await stage.code("docs.save", ["file": file + "x"]) == 105)
            let link: String = object["url"].string ?? object["link_ogg"].string ?? ""
            #expect(try await stage.download(link).body == bytes)
            let key = try #require(object["access_key"].string)
            let attachment = "doc510001001_\(object["id"].int ?? 0)"
            let send: KeyValuePairs = ["peer_id": "510001001", "random_id": "0", "attachment": attachment]
            #expect(try await stage.code("messages.send", send) == 0, "who uploaded it needs no key")
            let other = try stage.simulator.addCommunity(name: "Другая", token: "token-b")
            try stage.simulator.write(.init("hello", from: stage.olga.id, in: other.id))
            #expect(try await stage.code("messages.send", send, token: "token-b") == 15)
            let whole: KeyValuePairs = ["peer_id": "510001001", "random_id": "0", "attachment": attachment + "_" + key]
            #expect(try await stage.code("messages.send", whole) == 0)
            let shown = stage.simulator.history(of: stage.olga.id, in: stage.community.id).last?.attachments.first
            #expect(shown?["type"] == JSONValue(type))
        }
    }

    @Test("An administrator sets a chat's photo, with a service message; too small a picture is refused")
    func chatPhoto() async throws {
        try await Stage.with { stage in
            var opening = VKSimulator.Opening("Погода", owner: stage.olga.id, in: stage.community.id, peer: 2_000_000_017)
            opening.isCommunityAdmin = true
            let peer = try stage.simulator.addChat(opening)
            let address: KeyValuePairs = ["chat_id": "17", "crop_x": "0", "crop_y": "0", "crop_width": "200"]
            let url = try await stage.address("photos.getChatUploadServer", address)
            let small = try await stage.uploaded(url, FileField("file", "s.png", SampleFile.png(199, 300)))
            #expect(small["error"].string?.contains("200x200") == true)
            let json = try await stage.uploaded(url, FileField("file", "b.png", SampleFile.png(300, 300)))
            #expect(differences(json, try fixture("upload/photo-chat")) == [])
            let file = try #require(json["response"].string)
            try stage.simulator.setAdmin(-stage.community.id, false, of: peer, in: stage.community.id)
            #expect(try await stage.code("messages.setChatPhoto", ["file": file]) == 925)
            try stage.simulator.setAdmin(-stage.community.id, of: peer, in: stage.community.id)
            let answer = try await stage.call("messages.setChatPhoto", ["file": file])
            #expect(differences(answer, try fixture("responses/messages.setChatPhoto")) == [])
            #expect(stage.simulator.history(of: peer, in: stage.community.id).last?.action?["type"] == "chat_photo_update")
            #expect(try await stage.code("messages.setChatPhoto", ["file": file]) == 22)
            #expect(try await stage.code("messages.deleteChatPhoto", ["chat_id": "17"]) == 0)
            #expect(stage.simulator.history(of: peer, in: stage.community.id).last?.action?["type"] == "chat_photo_remove")
            #expect(try await stage.code("photos.getChatUploadServer", ["chat_id": "17", "crop_width": "199"]) == 100)
        }
    }

    @Test("A cover and a story are uploaded and saved")
    func coverAndStory() async throws {
        try await Stage.with { stage in
            let cover = try await stage.address("photos.getOwnerCoverPhotoUploadServer", ["group_id": "198765432"])
            let json = try await stage.uploaded(cover, FileField("photo", "c.png", SampleFile.png(1590, 400)))
            #expect(differences(json, try fixture("upload/photo-cover")) == [])
            let fields: KeyValuePairs = ["photo": json["photo"].string ?? "", "hash": json["hash"].string ?? ""]
            let saved = try await stage.call("photos.saveOwnerCoverPhoto", fields)
            #expect(differences(saved, try fixture("responses/photos.saveOwnerCoverPhoto")) == [])
            #expect(try await stage.code("photos.saveOwnerCoverPhoto", fields) == 129)
            let story = try await stage.address("stories.getPhotoUploadServer", ["add_to_news": "1"])
            let uploaded = try await stage.uploaded(story, FileField("file", "s.png", Self.picture))
            #expect(differences(uploaded, try fixture("upload/story")) == [])
            let result: KeyValuePairs = ["upload_results": uploaded["response"]["upload_result"].string ?? ""]
            let answer = try await stage.call("stories.save", result)
            let differences = differences(answer, try fixture("responses/stories.save"))
            #expect(differences.filter { !$0.contains("user_id") } == [])
            #expect(try await stage.code("stories.save", result) == 100)
            let refused = try await stage.uploaded(story, FileField("file", "s.png", SampleFile.png(10_000, 9_000)))
            #expect(VKSimulatorTests.differences(refused, try fixture("upload/story--error")) == [])
            let film = try await stage.address("stories.getVideoUploadServer", ["add_to_news": "1"])
            let moved = try await stage.uploaded(film, FileField("video_file", "v.mp4", [1, 2, 3]))
            let kept = try await stage.call("stories.save", ["upload_results": moved["response"]["upload_result"].string ?? ""])
            #expect(kept["response"]["items"][0]["type"].string == "video")
            for wrong in [[:], ["add_to_news": "1", "link_url": "https://example.org"]] as [[String: String]] {
                #expect(try await stage.code("stories.getPhotoUploadServer", pairs(wrong)) == 100)
            }
        }
    }

    @Test("A file stands in the field that libraries name; several photos come at once", arguments: ["photo", "file", "file0", "file3"])
    func fields(name: String) async throws {
        try await Stage.with { stage in
            let url = try await stage.address("photos.getMessagesUploadServer")
            let json = try await stage.uploaded(
                url, FileField(name, "a.png", Self.picture), FileField("file4", "b.png", SampleFile.png(300, 200)))
            #expect(try await stage.call("photos.saveMessagesPhoto", try saveFields(json))["response"].items.count == 2)
            let cover = try await stage.address("photos.getOwnerCoverPhotoUploadServer", ["group_id": "198765432"])
            let answer = try await stage.uploaded(cover, FileField(name, "c.png", SampleFile.png(1590, 400)))
            let fields: KeyValuePairs = ["photo": answer["photo"].string ?? "", "hash": answer["hash"].string ?? ""]
            #expect(try await stage.code("photos.saveOwnerCoverPhoto", fields) == 0)
        }
    }

    @Test(
        "A photo that VK does not take is answered with an empty list, which cannot be saved",
        arguments: [
            FileField("image", "a.png", picture), FileField("photo", nil, picture), FileField("photo", "a.pdf", picture),
            FileField("photo", "a.png", Array("no picture".utf8)), FileField("photo", "a.png", SampleFile.png(13_000, 1_001)),
            FileField("photo", "a.png", SampleFile.png(210, 10)), FileField("photo", "a.png", []),
        ])
    func refusedPhoto(file: FileField) async throws {
        try await Stage.with { stage in
            let json = try await stage.uploaded(try await stage.address("photos.getMessagesUploadServer"), file)
            #expect(differences(json, try fixture("upload/photo-message--empty")) == [])
            #expect(json["photo"].string == "[]")
            #expect(try await stage.code("photos.saveMessagesPhoto", try saveFields(json)) == 100)
        }
    }

    @Test(
        "A document that VK does not take is an error in its shape",
        arguments: [
            ("doc", FileField("file", "a.mp3", [1])), ("doc", FileField("file", "a.exe", [1])), ("doc", FileField("file", "README", [1])),
            ("doc", FileField("file", "a.txt", Array("MZ..".utf8))), ("doc", FileField("file", nil, [1])),
            ("doc", FileField("photo", "a.txt", [1])), ("audio_message", FileField("file", "a.ogg", Array("noise".utf8))),
            ("audio_message", FileField("file", "a.ogg", SampleFile.voice(seconds: 301))),
            ("graffiti", FileField("file", "a.jpg", SampleFile.png(5, 5))),
        ])
    func refusedDocument(type: String, file: FileField) async throws {
        try await Stage.with { stage in
            let url = try await stage.address("docs.getMessagesUploadServer", ["type": type])
            #expect(differences(try await stage.uploaded(url, file), try fixture("upload/doc--error")) == [])
        }
    }

    @Test("A result is saved unchanged, once, and by who uploaded it")
    func saving() async throws {
        try await Stage.with { stage in
            try stage.simulator.addCommunity(name: "B", token: "token-b")
            let url = try await stage.address("photos.getMessagesUploadServer")
            let fields = try saveFields(try await stage.uploaded(url, FileField("photo", "a.png", Self.picture)))
            func code(_ changes: [String: String] = [:], token: String? = nil) async throws -> Int {
                let changed = fields.map { (key: $0.key, value: changes[$0.key] ?? $0.value) }
                return try await stage.code("photos.saveMessagesPhoto", changed, token: token)
            }
            #expect(try await code(["server": "5"]) == 118)
            #expect(try await code(["hash": "x"]) == 121)
            #expect(try await code(["photo": "[{}]"]) == 129)
            #expect(try await code(["photo": ""]) == 100)
            #expect(try await code(token: "token-b") == 121)
            #expect(try await code() == 0)
            #expect(try await code() == 121)
        }
    }

    @Test("Addresses are for conversations the community may write to, and need the token's right")
    func addresses() async throws {
        try await Stage.with { stage in
            for method in ["photos.getMessagesUploadServer", "docs.getMessagesUploadServer"] {
                #expect(try await stage.code(method, ["peer_id": "510001001"]) == 901)
                #expect(try await stage.code(method, ["peer_id": "2000000009"]) == 917)
            }
            #expect(try await stage.code("docs.getMessagesUploadServer", ["type": "film"]) == 100)
            try stage.simulator.addToken("narrow", to: stage.community.id, rights: 4096)
            #expect(try await stage.code("photos.getMessagesUploadServer", token: "narrow") == 7)
            #expect(try await stage.code("docs.getWallUploadServer", token: "narrow") == 7)
        }
    }

    private func saveFields(_ answer: JSON) throws -> [(key: String, value: String)] {
        [
            ("server", answer["server"].rawText), ("photo", try #require(answer["photo"].string)),
            ("hash", try #require(answer["hash"].string)),
        ]
    }
}
