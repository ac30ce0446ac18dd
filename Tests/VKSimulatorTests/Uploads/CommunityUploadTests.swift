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

    private func saveFields(_ answer: JSON) throws -> [(key: String, value: String)] {
        [
            ("server", answer["server"].rawText), ("photo", try #require(answer["photo"].string)),
            ("hash", try #require(answer["hash"].string)),
        ]
    }
}
