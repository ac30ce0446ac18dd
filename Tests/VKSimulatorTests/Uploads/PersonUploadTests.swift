// Govorun: uploads that need a person's token. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("Uploads of a person")
struct PersonUploadTests {
    private static let picture = SampleFile.png(1600, 900)

    /// A stage on which Olga has a token and edits the community.
    private func withEditor(_ body: (Stage) async throws -> Void) async throws {
        try await Stage.with { stage in
            try stage.simulator.addToken("her", toPerson: stage.olga.id)
            try stage.simulator.setOfficer(stage.olga.id, .editor, of: stage.community.id)
            try await body(stage)
        }
    }

    @Test(
        "A community's token gets 27, a person who does not edit the community 15, a token without the right 7",
        arguments: [
            "photos.getWallUploadServer", "photos.getUploadServer", "photos.getOwnerPhotoUploadServer", "video.save",
            "docs.getUploadServer", "photos.getMarketUploadServer", "photos.getMarketAlbumUploadServer",
            "market.getProductPhotoUploadServer",
        ])
    func callers(method: String) async throws {
        try await withEditor { stage in
            try stage.simulator.addPerson("Иван", token: "his")
            try stage.simulator.addToken("narrow", toPerson: stage.olga.id, rights: 1)
            let group: KeyValuePairs = ["group_id": "198765432", "owner_id": "-198765432", "album_id": "5"]
            #expect(try await stage.code(method, group) == 27)
            #expect(try await stage.code(method, group, token: "his") == 15)
            #expect(try await stage.code(method, group, token: "narrow") == 7)
            #expect(try await stage.code(method, group, token: "her") == 0)
        }
    }

    @Test("Five photos go into an album at once; bad ones are left out")
    func album() async throws {
        try await withEditor { stage in
            let url = try await stage.address("photos.getUploadServer", ["album_id": "290011223", "group_id": "198765432"], token: "her")
            let files = (1...5).map { FileField("file\($0)", "\($0).png", $0 == 3 ? [1] : Self.picture) }
            let json = try JSONDocument(try await stage.upload(url, files).body).root
            #expect(differences(json, try fixture("upload/photo-album")) == [])
            func save(_ album: String) async throws -> JSON {
                let fields: KeyValuePairs = [
                    "album_id": album, "group_id": "198765432", "server": json["server"].rawText, "hash": json["hash"].string ?? "",
                    "photos_list": json["photos_list"].string ?? "", "caption": "вид",
                ]
                return try await stage.call("photos.save", fields, token: "her")
            }
            #expect(try await save("1")["error"]["error_code"].int == 114)
            let saved = try await save("290011223")["response"]
            #expect(saved.items.map { $0["owner_id"].int } == Array(repeating: -198_765_432, count: 4))
            #expect(saved[0]["text"].string == "вид")
            #expect(saved[0]["album_id"].int == 290_011_223)
            #expect(try await save("290011223")["error"]["error_code"].int == 22)
            #expect(try await stage.code("photos.getUploadServer", token: "her") == 114)
        }
    }

    @Test(
        "A picture is uploaded and saved in each of the other ways, once",
        arguments: [
            ("photos.getWallUploadServer", "photo", "photos.saveWallPhoto", 22),
            ("photos.getOwnerPhotoUploadServer", "photo", "photos.saveOwnerPhoto", 129),
            ("photos.getMarketUploadServer", "file", "photos.saveMarketPhoto", 121),
            ("photos.getMarketAlbumUploadServer", "file", "photos.saveMarketAlbumPhoto", 121),
            ("polls.getPhotoUploadServer", "file", "polls.savePhoto", 129),
            ("market.getProductPhotoUploadServer", "file", "market.saveProductPhoto", 100),
        ])
    func photo(get: String, field: String, save: String, again: Int) async throws {
        try await withEditor { stage in
            let url = try await stage.address(get, ["group_id": "198765432"], token: "her")
            let json = try await stage.uploaded(url, FileField(field, "a.png", Self.picture))
            var fields: [(key: String, value: String)] = [("group_id", "198765432"), ("upload_response", json.rawText)]
            for name in ["server", "photo", "hash", "crop_data", "crop_hash"] where json[name].exists {
                fields.append((name, json[name].text ?? ""))
            }
            let answer = try await stage.call(save, fields, token: "her")
            #expect(answer["response"].exists, "\(answer)")
            #expect(try await stage.code(save, fields, token: "her") == again)
        }
    }

    @Test(
        "The answers of the wall and of goods have the samples' keys",
        arguments: [("photos.getWallUploadServer", "photo", "photo-wall"), ("photos.getMarketUploadServer", "file", "photo-market")])
    func shapes(get: String, field: String, sample: String) async throws {
        try await withEditor { stage in
            let url = try await stage.address(get, ["group_id": "198765432"], token: "her")
            let json = try await stage.uploaded(url, FileField(field, "a.png", Self.picture))
            #expect(differences(json, try fixture("upload/\(sample)")) == [])
        }
    }

    @Test(
        "A picture too small for its place is refused with the size it wants",
        arguments: [
            ("photos.getOwnerPhotoUploadServer", "photo", "200x200", 199, 300),
            ("photos.getMarketUploadServer", "file", "400x400", 399, 500),
            ("photos.getMarketAlbumUploadServer", "file", "1280x720", 1279, 900),
            ("photos.getOwnerPhotoUploadServer", "photo", "0.25", 200, 900),
        ])
    func small(get: String, field: String, words: String, width: Int, height: Int) async throws {
        try await withEditor { stage in
            let url = try await stage.address(get, ["group_id": "198765432"], token: "her")
            let json = try await stage.uploaded(url, FileField(field, "a.png", SampleFile.png(width, height)))
            #expect(json["error"].string?.contains(words) == true)
        }
    }

    @Test("A video has its id before its bytes; its file may be of seven kinds")
    func video() async throws {
        try await withEditor { stage in
            let fields: KeyValuePairs = ["name": "Обзор", "group_id": "198765432"]
            let made = try await stage.call("video.save", fields, token: "her")
            #expect(differences(made, try fixture("responses/video.save")) == [])
            let url = try #require(made["response"]["upload_url"].string)
            let json = try await stage.uploaded(url, FileField("video_file", "a.mp4", [1, 2, 3]))
            #expect(differences(json, try fixture("upload/video")) == [])
            #expect(json["video_id"].int == made["response"]["video_id"].int)
            #expect(try await stage.uploaded(url, FileField("video_file", "a.txt", [1])).rawText.hasPrefix("{\"error\""))
        }
    }
}
